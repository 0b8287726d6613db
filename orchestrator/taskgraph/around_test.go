package taskgraph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestAround: of some nodes it tells all that comes before them, by ids, and what they were;
// what counts no more comes last.
func TestAround(t *testing.T) {
	g := graphOf(t,
		tg.Add{ID: "trip", Slot: "trip", Value: "a trip"},
		told("to", "Seattle", "trip"),
		tg.Add{ID: "hotel", Slot: "hotel", Value: "near \"the\" port\nof meeting", Parents: []string{"trip"}, DependsOn: []string{"to"}},
		told("other", "x"),
		tg.Update{Node: "to", Value: "Oslo"},
		tg.Replace{Node: "hotel", By: tg.Add{ID: "inn", Slot: "hotel", Value: "an inn"}},
	)
	got := must.Have(g.Around([]string{"inn", "hotel"}, tg.Ask{}))(t)
	must.NoDiff(t, cmp.Diff(`trip: "a trip"
to: "Oslo" of trip; was "Seattle"
inn (hotel): "an inn" of trip needs to; was "near \"the\" port of meeting"
count no more:
hotel: "near \"the\" port of meeting" of trip; became inn
`, got.Text), "(-want +got):\n%s")
	must.NoDiff(t, cmp.Diff([]string{"trip", "to", "inn", "hotel"}, got.Nodes), "nodes (-want +got):\n%s")
	if _, err := g.Around([]string{"nobody"}, tg.Ask{}); err == nil {
		t.Error("an unknown node is no error")
	}
}

// TestAroundBudget: it is within its budget, tells the likeliest first, and names no link to
// what it does not tell.
func TestAroundBudget(t *testing.T) {
	count := func(text string) int { return len(strings.Fields(text)) }
	g := graphOf(t, tg.Add{ID: "root", Slot: "root", Value: "r"})
	ids := []string{}
	for i := range 100 {
		id := fmt.Sprintf("n%d", i)
		ids = append(ids, id)
		add := told(id, "v", "root")
		if i > 0 && i%10 != 0 {
			add.DependsOn = []string{fmt.Sprintf("n%d", i-1)}
		}
		do(t, g, add)
	}
	for budget := 1; budget < 120; budget++ {
		c := must.Have(g.Around(ids[57:], tg.Ask{Budget: budget, Count: count}))(t)
		text, note, cut := strings.Cut(c.Text, "(")
		if !cut || !strings.Contains(note, "more are not shown") {
			t.Fatalf("budget %d: it does not say that something is not shown:\n%s", budget, c.Text)
		}
		if count(text) > budget {
			t.Errorf("budget %d: it has %d", budget, count(text))
		}
		for line := range strings.Lines(text) {
			if _, need, needs := strings.Cut(strings.TrimSpace(line), " needs "); needs && !strings.Contains(text, need+" (") && !strings.Contains("\n"+text, "\n"+need+":") {
				t.Errorf("budget %d: %q is not told:\n%s", budget, need, text)
			}
		}
		if len(c.Nodes) > 1 && c.Nodes[len(c.Nodes)-1] < "n57" {
			t.Errorf("budget %d: the first asked for is not there: %q", budget, c.Nodes)
		}
	}
}
