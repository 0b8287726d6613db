package trim

import (
	"strings"
	"testing"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestWhetherOfAPart: a check of a whole finds what a value of it is, and what it was; there is
// no evidence only for what was never said.
func TestWhetherOfAPart(t *testing.T) {
	g := mailGraph(t)
	must.Have(g.Apply(tg.Moment{Turn: 2}, tg.Update{Node: "to-1", Value: "Mia"}))(t)
	for asked, want := range map[string]string{"Lee": "It was: ", "Mia": "Yes: to is Mia", "Tom": "I find no evidence for Tom"} {
		got := Answer(g, []Subtask{{Intent: Check, Node: "task-1", New: asked, Asks: AsksWhether}})
		if !strings.HasPrefix(got, want) {
			t.Errorf("of %s it tells %q, want %q", asked, got, want)
		}
	}
}
