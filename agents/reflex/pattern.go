package reflex

import (
	"fmt"
	"sort"
	"strings"

	"legomem/tools/value"
	"legomem/trajectory"
)

// ownPattern is the task's own text with its slots.
func (c *compiler) ownPattern() Pattern {
	at := map[int]place{}
	for _, f := range c.slots {
		for _, s := range f.spans {
			at[s.first] = place{slot: f.Name, last: s.last}
		}
	}
	return patternOf(c.said, at)
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

// mark is a marked value in a wording, at bytes [start, end) of the plain text.
type mark struct {
	start, end int
	slot       string
}

// plainText strips a wording's marks: "Put it on [12 March](date)" gives the
// sentence and where its values stand. A bracket that does not close is an
// error.
func plainText(marked string) (text string, marks []mark, err error) {
	var b strings.Builder
	for rest := marked; rest != ""; {
		open := strings.IndexByte(rest, '[')
		if open < 0 {
			b.WriteString(rest)
			break
		}
		shut := strings.IndexByte(rest, ']')
		if shut < open {
			return "", nil, fmt.Errorf("a mark is not closed: %q", rest[open:])
		}
		b.WriteString(rest[:open])
		m := mark{start: b.Len()}
		b.WriteString(rest[open+1 : shut])
		m.end = b.Len()
		rest = rest[shut+1:]
		if strings.HasPrefix(rest, "(") {
			end := strings.IndexByte(rest, ')')
			if end < 0 {
				return "", nil, fmt.Errorf("a mark's name is not closed: %q", rest)
			}
			m.slot, rest = rest[1:end], rest[end+1:]
		}
		marks = append(marks, m)
	}
	return b.String(), marks, nil
}

// wording makes a pattern of another way to say the task. Every slot must be
// marked in it, once at least, and every mark must be a slot's value or name
// one.
func (c *compiler) wording(w trajectory.Wording) (Pattern, error) {
	text, marks, err := plainText(w.Text)
	if err != nil {
		return Pattern{}, err
	}
	u := read(text, c.ref)
	at, marked := map[int]place{}, map[string]bool{}
	for _, m := range marks {
		slot, err := c.marked(m, text[m.start:m.end])
		if err != nil {
			return Pattern{}, err
		}
		first, last, ok := u.wordsOf(m.start, m.end)
		if !ok {
			return Pattern{}, fmt.Errorf("the mark %q cuts a word", text[m.start:m.end])
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
func (c *compiler) marked(m mark, spelled string) (string, error) {
	if m.slot != "" {
		if c.find(m.slot) == nil {
			return "", fmt.Errorf("the mark [%s](%s) names no value of the task; there are: %s", spelled, m.slot, strings.Join(c.names(), ", "))
		}
		return m.slot, nil
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
	var out []string
	for _, f := range c.slots {
		out = append(out, fmt.Sprintf("%s (%q)", f.Name, f.Example))
	}
	return out
}
