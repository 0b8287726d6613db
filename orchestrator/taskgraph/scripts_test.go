package taskgraph_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"legomem/golden"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// round is one of a paper's script: what the user said, the operations that it means, the
// work that is done then, and what the graph must be at the end.
type round struct {
	User      string              `yaml:"user"`
	Do        []map[string]any    `yaml:"do"`
	Redo      []string            `yaml:"redo"`      // after the operations, before the work
	Leftovers []string            `yaml:"leftovers"` // likewise
	Context   *contextOf          `yaml:"context"`   // likewise
	Work      []map[string]any    `yaml:"work"`
	Slots     map[string]any      `yaml:"slots"` // of all nodes that count: a value, or several
	Parts     map[string][]string `yaml:"parts"`
	Needs     map[string][]string `yaml:"needs"`
	History   map[string][]string `yaml:"history"` // values, with those of what the node came from
	Stays     map[string][]string `yaml:"stays"`   // what is no part any more
}

type contextOf struct {
	Of      string `yaml:"of"`
	Parts   bool   `yaml:"parts"`
	History bool   `yaml:"history"`
	Text    string `yaml:"text"`
}

// scripts are the papers' scripts by name.
func scripts(t testing.TB) map[string][]round {
	t.Helper()
	out := map[string][]round{}
	for _, file := range must.Have(filepath.Glob("testdata/scripts/*.yaml"))(t) {
		var script struct {
			Rounds []round `yaml:"rounds"`
		}
		dec := yaml.NewDecoder(bytes.NewReader(must.Have(os.ReadFile(file))(t)))
		dec.KnownFields(true)
		must.Do(t, dec.Decode(&script))
		out[strings.TrimSuffix(filepath.Base(file), ".yaml")] = script.Rounds
	}
	return out
}

// operations reads operations: each a map of its kind to its fields.
func operations(t testing.TB, from []map[string]any) []tg.Operation {
	t.Helper()
	var out []tg.Operation
	for _, one := range from {
		for kind, fields := range one {
			out = append(out, must.Have(tg.ParseOperation(tg.Kind(kind), must.Have(json.Marshal(fields))(t)))(t))
		}
	}
	return out
}

// inTurn applies operations in one turn.
func inTurn(t testing.TB, g *tg.Graph, turn int, ops []tg.Operation) {
	t.Helper()
	for _, op := range ops {
		must.Have(g.Apply(at(turn), op))(t)
	}
}

// TestPapersScripts: with the operations that their rounds mean, the graph is after every
// round of the papers' scripts what their tables say.
func TestPapersScripts(t *testing.T) {
	rounds := 0
	for name, script := range scripts(t) {
		t.Run(name, func(t *testing.T) {
			g, told := tg.New(tg.AskUser), strings.Builder{}
			for i, r := range script {
				inTurn(t, g, i+1, operations(t, r.Do))
				r.checkDue(t, g, i+1)
				inTurn(t, g, i+1, operations(t, r.Work))
				r.check(t, g, i+1)
				fmt.Fprintf(&told, "%d. %s\n\n%s\n", i+1, r.User, g.Text())
			}
			golden.Check(t, name+".txt", told.String())
			golden.Check(t, name+".mmd", g.Mermaid())
			golden.Check(t, name+".dot", g.DOT())
			golden.Check(t, name+".json", string(jsonOf(t, g))+"\n")
			golden.Check(t, name+".events.jsonl", lines(t, g.Events()))
			sameAs(t, g, replayed(t, g), "replayed")
		})
		rounds += len(script)
	}
	if rounds != 6+11+7+5+5 {
		t.Errorf("there are %d rounds", rounds)
	}
}

// lines are events as a log has them.
func lines(t testing.TB, events []tg.Event) string {
	t.Helper()
	var out strings.Builder
	for _, e := range events {
		out.Write(must.Have(json.Marshal(e))(t))
		out.WriteString("\n")
	}
	return out.String()
}

// checkDue checks what the graph says is to be done.
func (r round) checkDue(t *testing.T, g *tg.Graph, turn int) {
	t.Helper()
	must.NoDiff(t, cmp.Diff(r.Redo, g.Redo()), "round %d, to be redone (-want +got):\n%s", turn)
	var left []string
	for _, n := range g.Leftovers() {
		left = append(left, n.ID)
	}
	must.NoDiff(t, cmp.Diff(r.Leftovers, left), "round %d, left over (-want +got):\n%s", turn)
	if c := r.Context; c != nil {
		got := must.Have(g.Context(c.Of, tg.Ask{Parts: c.Parts, History: c.History}))(t)
		must.NoDiff(t, cmp.Diff(c.Text, got.Text), "round %d, context (-want +got):\n%s", turn)
	}
}

// check compares the graph with the round's end, slot by slot.
func (r round) check(t *testing.T, g *tg.Graph, turn int) {
	t.Helper()
	want, got := map[string][]string{}, map[string][]string{}
	for slot, values := range r.Slots {
		want[slot] = listOf(values)
	}
	for _, n := range g.Nodes() {
		if n.Status != tg.Inactive {
			got[n.Slot] = append(got[n.Slot], n.Value)
		}
	}
	must.NoDiff(t, cmp.Diff(want, got), "round %d, slots (-want +got):\n%s", turn)
	for id, parts := range r.Parts {
		must.NoDiff(t, cmp.Diff(parts, must.Have(g.Parts(id))(t)), "round %d, parts of %s (-want +got):\n%s", turn, id)
	}
	for id, needs := range r.Needs {
		must.NoDiff(t, cmp.Diff(needs, node(t, g, id).DependsOn), "round %d, needs of %s (-want +got):\n%s", turn, id)
	}
	for id, values := range r.History {
		var got []string
		for _, v := range must.Have(g.Lineage(id))(t) {
			got = append(got, v.Value)
		}
		must.NoDiff(t, cmp.Diff(values, got), "round %d, history of %s (-want +got):\n%s", turn, id)
	}
	for id, stays := range r.Stays {
		must.NoDiff(t, cmp.Diff(stays, ended(t, g, id)), "round %d, what %s had (-want +got):\n%s", turn, id)
	}
	if due := g.Redo(); len(due) > 0 {
		t.Errorf("round %d: %q are still to be done", turn, due)
	}
}

func listOf(values any) []string {
	if one, is := values.(string); is {
		return []string{one}
	}
	var out []string
	for _, v := range values.([]any) {
		out = append(out, v.(string))
	}
	return out
}

// ended are the stays in a node that are over, in words.
func ended(t *testing.T, g *tg.Graph, id string) []string {
	t.Helper()
	var out []string
	for _, s := range must.Have(g.Stays(id))(t) {
		if s.Until == nil {
			continue
		}
		text := fmt.Sprintf("%s from turn %d until turn %d, %s", s.ID, s.From.Turn, s.Until.Turn, s.By)
		if len(s.Became) > 0 {
			text += ", became " + strings.Join(s.Became, " and ")
		}
		out = append(out, text)
	}
	return out
}

// TestScriptsAtTurns: a graph tells how it was at the end of each turn.
func TestScriptsAtTurns(t *testing.T) {
	g := tg.New(tg.AskUser)
	var was []string
	for i, r := range scripts(t)["meeting"] {
		inTurn(t, g, i+1, slices.Concat(operations(t, r.Do), operations(t, r.Work)))
		was = append(was, g.Text())
	}
	for i, want := range was {
		must.NoDiff(t, cmp.Diff(want, must.Have(g.AtTurn(i+1))(t).Text()), "at turn %d (-want +got):\n%s", i+1)
	}
	if got := must.Have(g.AtTurn(0))(t); got.Revision() != 0 {
		t.Errorf("before the first turn it has %d revisions", got.Revision())
	}
}
