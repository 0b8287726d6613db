package reflex

import (
	"fmt"
	"sort"
	"strings"

	"legomem/lists"
	"legomem/tools/value"
	"legomem/trajectory"
)

// ownPattern is the task's own text with its slots.
func (c *compiler) ownPattern() Pattern { return c.patternWith(c.slotted()) }

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

// patternWith is the task's own text with slots at these places.
func (c *compiler) patternWith(at map[int]place) Pattern {
	out := patternOf(c.said, at)
	fixed := map[string]bool{}
	for i, w := range c.said.words {
		fixed[w.lower] = fixed[w.lower] || c.alike[i]
	}
	for i := range out.Parts {
		out.Parts[i].Fixed = fixed[out.Parts[i].Word]
	}
	return out
}

// place is where a slot stands in an utterance, up to word last.
type place struct {
	slot string
	last int
}

func patternOf(u *utterance, at map[int]place) Pattern {
	p := Pattern{Text: u.text}
	var shown strings.Builder
	end := 0
	for i := 0; i < len(u.words); i++ {
		pl, ok := at[i]
		if !ok {
			p.Parts = append(p.Parts, Part{Word: u.words[i].lower})
			continue
		}
		p.Parts = append(p.Parts, Part{Slot: pl.slot})
		shown.WriteString(u.text[end:u.words[i].start] + "{" + pl.slot + "}")
		i = pl.last
		end = u.words[i].end
	}
	p.Template = shown.String() + u.text[end:]
	return p
}

// wording makes a pattern of another way to say the task. Every slot must be
// marked in it, once at least, and every mark must be a slot's value or name
// one.
func (c *compiler) wording(w trajectory.Wording) (Pattern, error) {
	text, marks, err := w.Marks()
	if err != nil {
		return Pattern{}, err
	}
	u := read(text, c.ref)
	at, marked := map[int]place{}, map[string]bool{}
	for _, m := range marks {
		slot, err := c.marked(m)
		if err != nil {
			return Pattern{}, err
		}
		first, last, ok := u.wordsOf(m.Start, m.End)
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
		if canon, err := value.Parse(f.Kind, spelled, c.ref); err == nil && f.Kind != value.Phrase && f.Kind != value.Message && canon == f.Canon {
			return f.Name, nil
		}
	}
	return "", fmt.Errorf("the mark %q is no value that the actions take from the task; there are: %s", spelled, strings.Join(c.names(), ", "))
}

func (c *compiler) names() []string {
	return lists.Map(c.slots, func(f *found) string { return fmt.Sprintf("%s (%q)", f.Name, f.Example) })
}
