package trim

import (
	"fmt"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/tools/value"
)

// Answer tells what checks ask, from the graph alone: what is, what was and until when, and
// that there is no evidence for what was never said.
func Answer(g *tg.Graph, subtasks []Subtask) string {
	var said []string
	for _, s := range subtasks {
		if s.Intent != Check {
			continue
		}
		if one := answer(g, s); one != "" && !strings.Contains(strings.Join(said, "\n"), one) {
			said = append(said, one)
		}
	}
	return strings.Join(said, "\n")
}

func answer(g *tg.Graph, s Subtask) string {
	if s.Node == "" {
		return fmt.Sprintf("I find no evidence that %s was ever said. %s", s.New, summary(g))
	}
	n, err := g.Node(s.Node)
	if err != nil {
		return fmt.Sprintf("I find nothing that is called %s.", s.Node)
	}
	switch {
	case s.has(Duplicate):
		return fmt.Sprintf("%s is %s already.", n.Slot, n.Value)
	case s.Asks == AsksHistory:
		return history(g, n)
	case s.Asks == AsksWhether:
		return whether(g, n, s.New) + undone(g, n)
	case s.Asks == AsksWhy:
		return why(g, n)
	}
	return whatIs(g, n) + undone(g, n)
}

// undone says that a value stands, and what it was given for was not done with it yet.
func undone(g *tg.Graph, n tg.Node) string {
	for _, step := range g.Nodes() {
		if strings.Contains(step.Slot, ".") && (step.Status == tg.Stale || step.Status == tg.Asked) && slices.Contains(step.DependsOn, n.ID) {
			return " That is not done yet."
		}
	}
	return ""
}

// Told is the output of a step that holds what the user was told when it was carried out.
const Told = "told"

// spelled is a node's value as it is told: with its canonical form in words, where that is
// known and says more.
func spelled(n tg.Node) string {
	if n.Inputs[Canon] == "" {
		return n.Value
	}
	words := value.Words(value.Kind(n.Inputs[KindKey]), n.Inputs[Canon])
	if words == "" || words == n.Inputs[Canon] || strings.EqualFold(words, n.Value) {
		return n.Value
	}
	return fmt.Sprintf("%s (%s)", n.Value, words)
}

// lastTold is what was told last of work that a node is a part of, "" for nothing.
func lastTold(g *tg.Graph, n tg.Node) string {
	roots := n.Parents
	if len(roots) == 0 {
		roots = []string{n.ID}
	}
	out := ""
	for _, root := range roots {
		parts, err := g.Parts(root)
		if err != nil {
			continue
		}
		for _, id := range parts {
			if p, err := g.Node(id); err == nil && p.Outputs[Told] != "" {
				out = p.Outputs[Told]
			}
		}
	}
	return out
}

// whatIs tells a node, and of one that has parts these; what was taken out is told too.
func whatIs(g *tg.Graph, n tg.Node) string {
	parts, err := g.Parts(n.ID)
	if err != nil || len(parts) == 0 {
		if n.Status == tg.Inactive {
			return fmt.Sprintf("%s was %s%s; it counts no more.", n.Slot, n.Value, untilWhen(n))
		}
		return withTold(fmt.Sprintf("%s: %s.", n.Slot, spelled(n)), lastTold(g, n))
	}
	var said []string
	bySlot := map[string]int{}
	for _, id := range parts {
		p, err := g.Node(id)
		if err != nil || strings.Contains(p.Slot, ".") {
			continue
		}
		if i, again := bySlot[p.Slot]; again {
			said[i] += ", " + spelled(p)
			continue
		}
		bySlot[p.Slot] = len(said)
		said = append(said, p.Slot+": "+spelled(p))
	}
	out := withTold(fmt.Sprintf("%s: %s.", n.Value, strings.Join(said, "; ")), lastTold(g, n))
	if gone := goneParts(g, n); gone != "" {
		out += " " + gone
	}
	return out
}

func withTold(said, told string) string {
	if told == "" {
		return said
	}
	return said + " " + told
}

// goneParts tells what a node had and has no more.
func goneParts(g *tg.Graph, n tg.Node) string {
	stays, err := g.Stays(n.ID)
	if err != nil {
		return ""
	}
	var said []string
	for _, s := range stays {
		if s.Until != nil && !strings.Contains(s.Slot, ".") {
			said = append(said, stayed(g, s))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return "No more: " + strings.Join(said, "; ") + "."
}

// stayed tells how long something was part of another, and what ended it.
func stayed(g *tg.Graph, s tg.Stay) string {
	out := fmt.Sprintf("%s (from turn %d until turn %d", s.Value, s.From.Turn, s.Until.Turn)
	if len(s.Became) > 0 {
		var by []string
		for _, id := range s.Became {
			if n, err := g.Node(id); err == nil {
				by = append(by, n.Value)
			}
		}
		out += ", replaced by " + strings.Join(by, ", ")
	} else {
		out += ", " + ended[s.By]
	}
	return out + ")"
}

// ended says what an operation does to what it ends.
var ended = map[tg.Kind]string{"inactivate": "taken out", "delete": "deleted", "roll_back": "taken back", "merge": "merged", "split": "split", "replace": "replaced", "switch": "left for another", "prune": "no longer needed"}

// history tells the values that a node had, and those of what it came from.
func history(g *tg.Graph, n tg.Node) string {
	if parts, err := g.Parts(n.ID); err == nil && len(parts) > 0 {
		var said []string
		for _, id := range parts {
			if p, err := g.Node(id); err == nil && len(p.History) > 1 {
				said = append(said, history(g, p))
			}
		}
		if gone := goneParts(g, n); gone != "" {
			said = append(said, gone)
		}
		if len(said) == 0 {
			return "Nothing of it was changed. " + whatIs(g, n)
		}
		return strings.Join(said, "\n")
	}
	all, err := g.Lineage(n.ID)
	all = slices.CompactFunc(all, func(a, b tg.Value) bool { return a.Value == b.Value })
	if told := lastTold(g, n); told != "" && err == nil && len(all) < 2 { // what the office had before
		return fmt.Sprintf("Nothing else than %s was said for %s here. %s", n.Value, n.Slot, told)
	}
	if err != nil || len(all) < 2 {
		return fmt.Sprintf("%s was never anything else than %s.", n.Slot, n.Value)
	}
	var said []string
	for i, v := range all {
		if i > 0 && v.Value == all[i-1].Value {
			continue
		}
		said = append(said, fmt.Sprintf("%s from turn %d", v.Value, v.Turn))
	}
	return fmt.Sprintf("%s: %s.", n.Slot, strings.Join(said, ", then "))
}

// whether tells if a value is or was a node's, or a part of it.
func whether(g *tg.Graph, n tg.Node, asked string) string {
	if Likeness(asked, n.Value) == 1 && n.Status != tg.Inactive && len(n.Parents) > 0 {
		return fmt.Sprintf("Yes: %s is %s, since turn %d.", n.Slot, n.Value, lastTouch(n))
	}
	if n.Status == tg.Inactive && Likeness(asked, n.Value) > 0.5 {
		return wasPart(g, n)
	}
	for _, past := range n.History {
		if Likeness(asked, past.Value) == 1 && past.Value != n.Value {
			return fmt.Sprintf("It was: %s; now %s is %s.", history(g, n), n.Slot, n.Value)
		}
	}
	if stays, err := g.Stays(n.ID); err == nil {
		for _, s := range stays {
			if Likeness(asked, s.Value) == 1 && s.Until != nil {
				return fmt.Sprintf("It was part of %s once: %s.", n.Slot, stayed(g, s))
			}
		}
	}
	parts, err := g.Parts(n.ID)
	if err != nil {
		parts = nil
	}
	for _, id := range parts {
		if p, err := g.Node(id); err == nil && p.Status != tg.Inactive && !strings.Contains(p.Slot, ".") && had(p, asked) {
			return whether(g, p, asked)
		}
	}
	return fmt.Sprintf("I find no evidence for %s: %s", asked, lower(whatIs(g, n)))
}

// had says that a node has a value, or had it.
func had(n tg.Node, asked string) bool {
	return slices.ContainsFunc(n.History, func(v tg.Value) bool { return Likeness(asked, v.Value) == 1 })
}

// wasPart tells of what a node was part that counts no more, and what ended that.
func wasPart(g *tg.Graph, n tg.Node) string {
	var said []string
	for _, parent := range n.Parents {
		stays, err := g.Stays(parent)
		p, unknown := g.Node(parent)
		if err != nil || unknown != nil {
			continue
		}
		for _, s := range stays {
			if s.ID == n.ID && s.Until != nil {
				said = append(said, fmt.Sprintf("of %s: %s", p.Slot, stayed(g, s)))
			}
		}
	}
	if len(said) == 0 {
		return fmt.Sprintf("%s was there%s, and counts no more.", n.Value, untilWhen(n))
	}
	taken := "It was not taken out but replaced"
	if len(n.Became) == 0 {
		taken = "It was there"
	}
	return taken + ", as part " + strings.Join(said, "; ") + "."
}

// summary is all that counts, in a line.
func summary(g *tg.Graph) string {
	if s := inShort(g); s != "" {
		return "What counts: " + s + "."
	}
	return "Nothing was said yet."
}

func untilWhen(n tg.Node) string {
	if n.Why != "" {
		return ", " + n.Why
	}
	return ""
}

func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// list joins texts with commas.
func list(all []string) string { return strings.Join(all, ", ") }
