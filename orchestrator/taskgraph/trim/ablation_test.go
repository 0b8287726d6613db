package trim

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
)

// outcome is how a script went: rounds in which a value is told or kept that does not count;
// in which a check is taken for a change, or a change for a check; in which a change is not
// made; and whether nothing of that was in any.
type outcome struct {
	rounds, hallucinations, confusions, missed, consistent int
}

func (o outcome) plus(p outcome) outcome {
	return outcome{o.rounds + p.rounds, o.hallucinations + p.hallucinations, o.confusions + p.confusions, o.missed + p.missed, o.consistent + p.consistent}
}

// variant is a way to read a script, with something of TRIM or of the graph taken away.
type variant struct {
	name string
	// subtasks changes what an utterance came to, memory the graph before it; nil for nothing.
	subtasks func(g *tg.Graph, said string, all []Subtask) []Subtask
	memory   func(t *testing.T, g *tg.Graph) *tg.Graph
}

// randomIntents is RandomTRIM: of each subtask the intent is drawn, and what only another
// intent needs is lost (tme-dag 6.3).
func randomIntents(seed uint64) variant {
	random := rand.New(rand.NewPCG(seed, 0))
	return variant{name: "RandomTRIM", subtasks: func(g *tg.Graph, said string, all []Subtask) []Subtask {
		var out []Subtask
		for _, s := range all {
			intent := []Intent{New, Update, Check}[random.IntN(3)]
			if intent == s.Intent {
				out = append(out, s)
				continue
			}
			if s, ok := taken(g, s, intent, said); ok {
				out = append(out, s)
			}
		}
		return out
	}}
}

// taken is a subtask that is taken for one of another intent; false where that comes to
// nothing. A question taken for a change makes its words a value.
func taken(g *tg.Graph, s Subtask, intent Intent, said string) (Subtask, bool) {
	value := s.New
	if value == "" {
		value = said
	}
	n, err := g.Node(s.Node)
	switch known := err == nil; {
	case intent == Check && known:
		return Subtask{Intent: Check, Asks: AsksValue, Node: s.Node, New: s.New}, true
	case intent == Check:
		return Subtask{}, false
	case intent == New && known:
		out := Subtask{Intent: New, Slot: n.Slot, New: value}
		for _, p := range n.Parents {
			out.Relations = append(out.Relations, Related{ChildOf, p})
		}
		return out, true
	case intent == Update && known:
		return Subtask{Intent: Update, Node: s.Node, New: value}, n.Status != tg.Inactive
	case intent == Update && s.Slot != "":
		for _, id := range slices.Backward(g.InSlot(s.Slot)) {
			return Subtask{Intent: Update, Node: id, New: value}, true
		}
	}
	return Subtask{}, false
}

// flat has no graph: of each slot of each thing the last values said, no earlier ones,
// nothing that was taken out, no dependencies, and nothing shared (tme-dag 6.3).
var flat = variant{name: "Flat", memory: func(t *testing.T, g *tg.Graph) *tg.Graph {
	out := tg.New(tg.Soften)
	for _, id := range g.Order() {
		n := must.Have(g.Node(id))(t)
		var of []string
		for _, p := range n.Parents {
			if _, err := out.Node(p); err == nil {
				of = []string{p} // the last
			}
		}
		must.Have(out.Apply(tg.Moment{Turn: 1}, tg.Add{ID: n.ID, Slot: n.Slot, Value: n.Value, Status: tg.Done, Parents: of, Inputs: n.Inputs}))(t)
	}
	return out
}}

// answersTo are what answers to checks of the papers' scripts have, by script and round.
var answersTo = map[string]map[int][]string{
	"trip":    {9: {"Chicago"}, 11: {"Seattle", "Chicago", "June 15th"}},
	"cooking": {5: {"mushrooms"}, 6: {"replaced"}, 7: {"until turn 4"}},
	"meeting": {5: {"3 PM"}},
	"cart":    {4: {"charger", "MacBook stand"}, 5: {"charger", "MacBook stand"}},
}

// keptParts are what is to be part of what after a round, by the words of their values.
var keptParts = map[string]map[int]map[string][]string{
	"cooking": {3: {"soup": {"celery"}, "dumplings": {"celery", "tomatoes", "shrimp"}}, 4: {"soup": {"mushrooms"}, "dumplings": {"mushrooms", "tomatoes", "shrimp"}}},
}

// ablate plays a paper's script, each round from where the script is by then, so that one
// that fails is no other's failure. Whoever talks takes, of what is asked, the option that
// leads to what they want.
func ablate(t *testing.T, name string, v variant) outcome {
	t.Helper()
	var script retold
	must.Do(t, yaml.Unmarshal(must.Have(os.ReadFile("../testdata/scripts/"+name+".yaml"))(t), &script))
	rounds := paperScript(t, name)
	d := must.Have(OpenDomain(name))(t)
	o := &Offline{Moves: must.Have(moves.Shipped())(t), Domain: d}
	truth := tg.New(tg.Soften)
	var out outcome
	for i, r := range script.Rounds {
		out.rounds++
		g := must.Have(truth.At(truth.Revision()))(t)
		if v.memory != nil {
			g = v.memory(t, g)
		}
		tr := must.Have(o.Trim(t.Context(), g, Utterance{Text: r.User, Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}))(t)
		if tr.Question != nil {
			tr.Subtasks = leading(t, g, d, tr.Question, r.Slots, r.User, i+1)
		}
		if v.subtasks != nil {
			tr.Subtasks = v.subtasks(g, r.User, tr.Subtasks)
		}
		answer := Answer(g, tr.Subtasks)
		for _, s := range tr.Subtasks { // one by one: what cannot be done alone is left out
			ops, err := Operations(g, []Subtask{s}, r.User)
			if len(s.to(Splits)) > 0 {
				ops, err = Operations(g, slices.DeleteFunc(slices.Clone(tr.Subtasks), func(o Subtask) bool { return len(o.to(Splits)) == 0 }), r.User)
			}
			for _, op := range ops {
				if err == nil {
					_, err = g.Apply(tg.Moment{Turn: i + 1}, op)
				}
			}
		}
		rounds[i].meant(t, truth, i+1)
		checks := onlyAsks(rounds[i])
		changed := tr.Changes()
		wrong := differ(countingSlots(g, d), r.Slots, d)
		kept := len(tr.Subtasks) > 0 && (strings.Contains(wrong, "besides") || strings.Contains(wrong, "should not be"))
		if told := lackingAny(answer, answersTo[name][i+1]); checks && told && !changed {
			kept = true
		}
		switch confused := checks && changed || !checks && !changed && len(tr.Subtasks) > 0; {
		case confused:
			out.confusions++
		case !checks && strings.Contains(wrong, "lacks") || partsLack(t, g, keptParts[name][i+1]):
			out.missed++
		}
		if kept {
			out.hallucinations++
		}
		if v.subtasks == nil && (wrong != "" || kept || checks == changed) {
			t.Logf("    %s, %s %d: %s %q", v.name, name, i+1, wrong, answer)
		}
	}
	if out.hallucinations+out.confusions+out.missed == 0 {
		out.consistent = 1
	}
	return out
}

// onlyAsks says that a round of a script changes nothing but a plan that answers it.
func onlyAsks(r paperRound) bool {
	for _, one := range r.Do {
		for _, fields := range one {
			if f, _ := fields.(map[string]any); f["slot"] != "plan" {
				return false
			}
		}
	}
	return true
}

func lackingAny(answer string, has []string) bool {
	return slices.ContainsFunc(has, func(h string) bool { return !strings.Contains(answer, h) })
}

// partsLack says that something lacks a part.
func partsLack(t *testing.T, g *tg.Graph, want map[string][]string) bool {
	t.Helper()
	for slot, values := range want {
		roots := g.InSlot(slot)
		if len(roots) == 0 {
			return true
		}
		var said string
		for _, id := range must.Have(g.Parts(roots[0]))(t) {
			said += must.Have(g.Node(id))(t).Value + "\n"
		}
		if lackingAny(said, values) {
			return true
		}
	}
	return false
}

// TestAblations: what tme-dag's table 3 takes away, taken away here: with random intents,
// and with no graph, more goes wrong on the papers' scripts than offline.
func TestAblations(t *testing.T) {
	names := []string{"form", "trip", "cooking", "meeting", "cart"}
	all := func(v func() variant) (sum outcome) {
		for _, name := range names {
			one := ablate(t, name, v())
			t.Logf("  %-10s %-8s %+v", v().name, name, one)
			sum = sum.plus(one)
		}
		return sum
	}
	whole := all(func() variant { return variant{name: "Offline"} })
	t.Logf("Offline: %+v of %d scripts", whole, len(names))
	lone := all(func() variant { return flat })
	t.Logf("Flat: %+v of %d scripts", lone, len(names))
	const seeds = 10
	var random outcome
	for seed := range uint64(seeds) {
		var sum outcome
		for _, name := range names {
			sum = sum.plus(ablate(t, name, randomIntents(seed)))
		}
		t.Logf("  RandomTRIM seed %d: %+v", seed, sum)
		random = random.plus(sum)
	}
	t.Logf("RandomTRIM, %d seeds: %+v of %d scripts", seeds, random, seeds*len(names))
	bad := func(o outcome) int { return o.hallucinations + o.confusions + o.missed }
	if whole.confusions > 0 {
		t.Errorf("offline takes %d rounds for another kind", whole.confusions)
	}
	if bad(lone) <= bad(whole) || bad(random) <= seeds*bad(whole) || lone.consistent >= whole.consistent || random.consistent >= seeds*whole.consistent {
		t.Errorf("nothing is lost: offline %+v, flat %+v, random %+v", whole, lone, random)
	}
}
