package reflex

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"legomem/lists"
	"legomem/tools/value"
	"legomem/trajectory"
)

// ownPattern is the task's own text with its slots.
func (c *compiler) ownPattern() Pattern { return patternOf(c.said, c.slotted()) }

// slotted are the places of the slots in the task's own text, by first word.
func (c *compiler) slotted() map[int]place {
	at := map[int]place{}
	for _, f := range c.slots {
		for _, s := range f.spans {
			at[s.first] = place{slot: f.Name, last: s.last}
		}
	}
	return at
}

// place is where a slot stands in a text, up to word last.
type place struct {
	slot string
	last int
}

func patternOf(u *text, at map[int]place) Pattern {
	var shown strings.Builder
	end := 0
	for i := 0; i < len(u.Words); i++ {
		if p, ok := at[i]; ok {
			shown.WriteString(u.Text[end:u.Words[i].Start] + "{" + p.slot + "}")
			i = p.last
			end = u.Words[i].End
		}
	}
	return Pattern{Text: u.Text, Template: shown.String() + u.Text[end:]}
}

// templatePiece is part of a template: words as they stand there, or with a slot its name.
type templatePiece struct{ text, slot string }

// pieces takes a pattern's template apart. Braces around anything but a slot of the
// procedure are words.
func (p *Procedure) pieces(template string) []templatePiece {
	var out []templatePiece
	words := ""
	for rest := template; rest != ""; {
		before, inner, open := strings.Cut(rest, "{")
		words += before
		if !open {
			break
		}
		name, behind, closed := strings.Cut(inner, "}")
		if _, known := p.Slot(name); !closed || !known {
			words, rest = words+"{", inner
			continue
		}
		out = append(out, templatePiece{text: words}, templatePiece{slot: name})
		words, rest = "", behind
	}
	return append(out, templatePiece{text: words})
}

// places are the slots that a template has, in its order.
func (p *Procedure) places(template string) []string {
	var out []string
	for _, piece := range p.pieces(template) {
		if piece.slot != "" {
			out = append(out, piece.slot)
		}
	}
	return out
}

// Gives says that a pattern has each of the procedure's slots, and no other.
func (p *Procedure) Gives(pattern Pattern) bool {
	places := braced(pattern.Template)
	known := func(name string) bool { _, ok := p.Slot(name); return ok }
	return !slices.ContainsFunc(places, func(name string) bool { return !known(name) }) &&
		!slices.ContainsFunc(p.Slots, func(s Slot) bool { return !slices.Contains(places, s.Name) })
}

// SaysSo says that a pattern says the same as another: they differ in capitals and blanks
// at most.
func (p Pattern) SaysSo(o Pattern) bool {
	return slices.EqualFunc(strings.Fields(p.Template), strings.Fields(o.Template), strings.EqualFold)
}

// wording makes a pattern of another way to say the task. Every slot must be
// marked in it, once at least, and every mark must be a slot's value or name
// one.
func (c *compiler) wording(w trajectory.Wording) (Pattern, error) {
	said, marks, err := w.Marks()
	if err != nil {
		return Pattern{}, err
	}
	u, err := read(said, c.ref)
	if err != nil {
		return Pattern{}, err
	}
	at, marked := map[int]place{}, map[string]bool{}
	for _, m := range marks {
		slot, err := c.marked(m)
		if err != nil {
			return Pattern{}, err
		}
		first, last, ok := u.WordsOf(m.Start, m.End)
		if !ok {
			return Pattern{}, fmt.Errorf("the mark %q cuts a word", m.Spelled)
		}
		at[first] = place{slot: slot, last: last}
		marked[slot] = true
	}
	if missing := c.unmarked(marked); len(missing) > 0 {
		return Pattern{}, fmt.Errorf("it marks no %s", strings.Join(missing, ", no "))
	}
	return patternOf(u, at), nil
}

func (c *compiler) unmarked(marked map[string]bool) []string {
	var missing []string
	for _, f := range c.slots {
		if !marked[f.Name] {
			missing = append(missing, fmt.Sprintf("%s (%q)", f.Name, f.Example))
		}
	}
	sort.Strings(missing)
	return missing
}

// marked finds the slot a mark means: the one it names, else the one whose
// value it spells.
func (c *compiler) marked(m trajectory.Mark) (string, error) {
	spelled := m.Spelled
	if m.Slot != "" {
		if c.find(m.Slot) == nil {
			return "", fmt.Errorf("the mark [%s](%s) names no value of the task; there are: %s", spelled, m.Slot, strings.Join(c.names(), ", "))
		}
		return m.Slot, nil
	}
	for _, f := range c.slots {
		if strings.EqualFold(f.Example, spelled) || strings.EqualFold(f.Canon, spelled) {
			return f.Name, nil
		}
		if canon, err := value.Parse(f.Kind, spelled, c.ref); err == nil && !isWords(f.Kind) && canon == f.Canon {
			return f.Name, nil
		}
	}
	return "", fmt.Errorf("the mark %q is no value that the actions take from the task; there are: %s", spelled, strings.Join(c.names(), ", "))
}

func (c *compiler) names() []string {
	return lists.Map(c.slots, func(f *found) string { return fmt.Sprintf("%s (%q)", f.Name, f.Example) })
}
