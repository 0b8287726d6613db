package draw_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/golden"
	"legomem/must"
	"legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/draw"
)

// apply applies operations, each in the turn before it.
func apply(t testing.TB, ops ...any) *taskgraph.Graph {
	t.Helper()
	g, turn := taskgraph.New(taskgraph.Soften), 0
	for _, op := range ops {
		switch op := op.(type) {
		case int:
			turn = op
		case taskgraph.Operation:
			must.Have(g.Apply(taskgraph.Moment{Turn: turn, Time: time.Unix(int64(turn), 0).UTC()}, op))(t)
		}
	}
	return g
}

// dishes is a graph with all that a picture shows.
func dishes(t testing.TB) *taskgraph.Graph {
	return apply(t,
		1, taskgraph.Add{Slot: "soup", Value: "make soup"}, taskgraph.Add{Slot: "celery", Value: "wash and chop celery", Parents: []string{"soup"}},
		2, taskgraph.Add{Slot: "dumplings"}, taskgraph.Link{From: "celery", Relation: taskgraph.ChildOf, To: "dumplings"},
		taskgraph.Add{Slot: "serve", Value: "serve <both> & sit", DependsOn: []string{"soup", "celery"}},
		4, taskgraph.Mark{Node: "serve", Status: taskgraph.Done}, taskgraph.Mark{Node: "soup", Status: taskgraph.Asked},
		5, taskgraph.Replace{Node: "celery", By: taskgraph.Add{Slot: "mushrooms", Value: "wash and chop mushrooms"}},
		6, taskgraph.Delete{Node: "dumplings"},
	)
}

// textsOf are the texts of a drawing; the test ends if it is no XML.
func textsOf(t testing.TB, svg []byte) []string {
	t.Helper()
	var out []string
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		must.Do(t, err)
		if text, is := token.(xml.CharData); is && strings.TrimSpace(string(text)) != "" {
			out = append(out, strings.TrimSpace(string(text)))
		}
	}
}

// TestSVG: the picture of a graph over its turns.
func TestSVG(t *testing.T) {
	svg := must.Have(draw.SVG(dishes(t)))(t)
	texts := textsOf(t, svg)
	for _, want := range []string{"turn 4", "celery", "mushrooms", "serve <both> & sit", "asked", "stale", "inactive"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not in %q", want, texts)
		}
	}
	if slices.Contains(texts, "turn 3") {
		t.Error("it has a turn in which nothing changed")
	}
	golden.Check(t, "dishes.svg", string(svg))
}

// TestPage: the picture of docs/taskgraph.md is of the paper's meeting.
func TestPage(t *testing.T) {
	var events []taskgraph.Event
	for line := range bytes.Lines(must.Have(os.ReadFile("../testdata/meeting.events.jsonl"))(t)) {
		var e taskgraph.Event
		must.Do(t, json.Unmarshal(line, &e))
		events = append(events, e)
	}
	g := must.Have(taskgraph.Replay(taskgraph.AskUser, events))(t)
	golden.Check(t, "../../../../docs/taskgraph.svg", string(must.Have(draw.SVG(g))(t)))
}

// TestSame: the same graph is drawn the same, to the byte.
func TestSame(t *testing.T) {
	g := dishes(t)
	if a, b := must.Have(draw.SVG(g))(t), must.Have(draw.SVG(g))(t); !bytes.Equal(a, b) {
		t.Error("it is drawn in two ways")
	}
}

// TestOdd: empty graphs, long words and odd letters are drawn, and too many nodes refused.
func TestOdd(t *testing.T) {
	textsOf(t, must.Have(draw.SVG(taskgraph.New(taskgraph.Soften)))(t))
	odd := taskgraph.Add{ID: "a\x00\uFFFF<\"", Slot: "a", Value: strings.Repeat("långt", 400) + "\x1b]]>"}
	texts := textsOf(t, must.Have(draw.SVG(apply(t, 1, odd)))(t))
	if !slices.ContainsFunc(texts, func(s string) bool { return strings.HasPrefix(s, "långt") && strings.HasSuffix(s, "…") }) {
		t.Errorf("a long value is not cut in %q", texts)
	}
	many := []any{1}
	for i := range draw.MostNodes + 1 {
		many = append(many, taskgraph.Add{Slot: fmt.Sprint(i)})
	}
	if _, err := draw.SVG(apply(t, many...)); err == nil || !strings.Contains(err.Error(), "401 nodes") {
		t.Errorf("too many: %v", err)
	}
	must.NoError(t, second(draw.SVG(apply(t, many[:draw.MostNodes+1]...))))
}

func second(_ []byte, err error) error { return err }
