package taskgraph_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestDocs: the page names every operation, relation and status, and its example does what
// it says.
func TestDocs(t *testing.T) {
	page := string(must.Have(os.ReadFile("../../docs/taskgraph.md"))(t))
	var words []string
	for _, op := range tg.Operations() {
		words = append(words, string(op.Kind()))
	}
	for _, r := range tg.Relations() {
		words = append(words, string(r))
	}
	for _, s := range []tg.Status{tg.Waiting, tg.Asked, tg.Active, tg.Done, tg.Failed, tg.Stale, tg.Inactive} {
		words = append(words, string(s))
	}
	for _, word := range words {
		if !regexp.MustCompile("(?m)^\\| (`[a-z]+`, )?`" + word + "`").MatchString(page) {
			t.Errorf("no table has %s", word)
		}
	}
	var events []tg.Event
	for line := range strings.Lines(fenced(page, "jsonl")) {
		var e tg.Event
		must.Do(t, json.Unmarshal([]byte(line), &e))
		events = append(events, e)
	}
	g := must.Have(tg.Replay(tg.AskUser, events))(t)
	must.NoDiff(t, cmp.Diff(fenced(page, "text"), g.Text()), "the example (-page +graph):\n%s")
	must.NoDiff(t, cmp.Diff([]string{"hotel"}, g.Redo()), "to be done again (-page +graph):\n%s")
	do(t, g, tg.RollBack{To: 4})
	if len(g.Redo()) > 0 {
		t.Errorf("after the roll back: %q", g.Redo())
	}
}

// fenced is the first block of a language on a page.
func fenced(page, language string) string {
	_, rest, _ := strings.Cut(page, "```"+language+"\n")
	block, _, _ := strings.Cut(rest, "```")
	return block
}
