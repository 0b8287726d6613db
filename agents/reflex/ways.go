package reflex

import (
	"context"
	"path"
	"slices"
	"strings"

	"legomem/agents/gazetteer"
	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
)

// A sentence in new words can be read in several ways for practised work, of which few can
// be done in the office: a column is one that the workbook has, and what each would only
// look at is looked at.

// waysEach is how many ways to read the values of practised work are rehearsed.
const waysEach = 16

// What a rehearsal says of a reading, as differences of log odds: that all is there which a
// reading names says more than its words do.
var weight = map[outcome]float64{possible: 4, idle: -1, failing: -3.5}

// swapped is what it says of one that can be done with two of its names swapped.
const swapped = 3

// Ways reads a sentence for practised work by a reader that ReaderOf has made, as the office
// lets it be done: one reading for each, the likeliest first.
func Ways(ctx context.Context, h *Rehearsal, reader *reading.Reader, said *reading.Sentence, all []Practised) ([]reading.Reading, error) {
	columns, err := h.columns(ctx, said)
	if err != nil {
		return nil, err
	}
	limited := reader.Limited(func(k *reading.Skill, slot reading.Slot) ([]reading.Place, bool) {
		switch {
		case !isWords(slot.Kind):
			return nil, slot.Kind != value.Person
		case len(columns) == 0:
			return nil, false
		}
		return columns, byID(all, k.ID).family.isColumn(slot.Name)
	})
	readings, err := limited.Ways(ctx, said, waysEach)
	if err != nil {
		return nil, err
	}
	w := weigher{h, limited}
	for i, r := range readings {
		if readings[i], err = w.weighed(ctx, byID(all, r.Skill.ID), said.Text, r); err != nil {
			return nil, err
		}
	}
	return reading.BestOfEach(readings), nil
}

// weigher weighs the ways to read a sentence by what the office has.
type weigher struct {
	*Rehearsal
	reader *reading.Reader
}

// weighed is a reading as likely as the office lets it be. One that would fail, or find
// nothing to do, is read with two of its names swapped, where it can be done so.
func (w weigher) weighed(ctx context.Context, p Practised, text string, r reading.Reading) (reading.Reading, error) {
	if longer, ok := w.reader.Revised(p.family.grown(text, r)); ok {
		r = longer
	}
	how, err := w.outcome(ctx, p, r)
	if err != nil {
		return r, err
	}
	likelihood := r.Confidence
	switch {
	case weight[how] >= 0:
		r.Confidence = reading.Moved(likelihood, weight[how])
		return r, nil
	case r.Known: // whether it can be done or not
		return r, nil
	}
	for _, other := range swaps(r) {
		other, ok := w.reader.Revised(other)
		if !ok {
			continue
		}
		how, err := w.outcome(ctx, p, other)
		if err != nil {
			return r, err
		}
		if how == possible {
			other.Confidence = reading.Moved(likelihood, swapped)
			return other, nil
		}
	}
	r.Confidence = reading.Moved(likelihood, weight[how])
	return r, nil
}

func (w weigher) outcome(ctx context.Context, p Practised, r reading.Reading) (outcome, error) {
	m, ok := p.Bind(r, w.Task.User)
	if !ok {
		return untried, nil
	}
	return w.of(ctx, m)
}

// swaps are a reading with the words of two of its slots each in the other.
func swaps(r reading.Reading) []reading.Reading {
	var out []reading.Reading
	for i, a := range r.Values {
		for j, b := range r.Values[:i] {
			if !isWords(a.Kind) || a.Kind != b.Kind {
				continue
			}
			other := r
			other.Values = slices.Clone(r.Values)
			other.Values[i].Slot, other.Values[j].Slot = b.Slot, a.Slot
			one, two := "{"+a.Slot+"}", "{"+b.Slot+"}"
			other.Template = strings.NewReplacer(one, two, two, one).Replace(r.Template)
			out = append(out, other)
		}
	}
	return out
}

// columns are the places at which a sentence has columns of the workbooks that it names.
func (h *Rehearsal) columns(ctx context.Context, said *reading.Sentence) ([]reading.Place, error) {
	if h.Look == nil {
		return nil, nil
	}
	office := gazetteer.New(h.look, h.Task.User, h.Task.Now, h.Task.OfficeDomain())
	var names []string
	for _, file := range workbooksIn(said) {
		all, err := office.Columns(ctx, file, "")
		if err != nil {
			return nil, err
		}
		names = append(names, lists.Map(all.All, func(t gazetteer.Thing) string { return t.Value })...)
	}
	return said.PlacesOf(names), nil
}

// workbooksIn are the workbooks that a sentence names, in its order.
func workbooksIn(said *reading.Sentence) []string {
	var out []string
	for first := range said.Words {
		for _, span := range said.Spans[first] {
			suffix := strings.ToLower(path.Ext(span.Canon))
			if span.Kind == value.File && slices.Contains(gazetteer.Forms["sheet"], suffix) {
				out = append(out, span.Canon)
			}
		}
	}
	return out
}

// isColumn says that a slot is the column that some action works on.
func (p *Procedure) isColumn(slot string) bool {
	return slices.ContainsFunc(p.Steps(), func(st Step) bool {
		for name, e := range st.Args {
			if strings.HasPrefix(st.Tool, "excel.") && strings.HasSuffix(strings.TrimSuffix(name, "s"), "column") && e.isOf(slot) {
				return true
			}
		}
		return false
	})
}

// isOf says that a source is a slot's value, or a list with it.
func (e Expr) isOf(slot string) bool {
	return e.Slot == slot || slices.ContainsFunc(e.List, func(one Expr) bool { return one.isOf(slot) })
}

// grown is a reading whose last value is a title that goes on to the sentence's end: no
// wording has its further words behind that slot. "Branch council minutes" is one title,
// though the work is about minutes.
func (p *Procedure) grown(text string, r reading.Reading) reading.Reading {
	const most = 2 // further words
	if len(r.Values) == 0 {
		return r
	}
	last := len(r.Values) - 1
	v := r.Values[last]
	rest := strings.TrimRight(text[v.End:], " \t\n.?!")
	further := strings.Fields(rest)
	switch {
	case !v.Open, v.Kind != value.Phrase, strings.ContainsAny(rest, ",;:\"()"), len(further) == 0, len(further) > most, p.goesOn(v.Slot, further[0]):
		return r
	}
	r.Values = slices.Clone(r.Values)
	v.End += len(rest)
	v.Text, v.Canon = text[v.Start:v.End], ""
	r.Values[last] = v
	before, _, _ := strings.Cut(r.Template, "{"+v.Slot+"} ")
	r.Template = before + "{" + v.Slot + "} "
	r.LeftOver = slices.DeleteFunc(slices.Clone(r.LeftOver), func(word string) bool { return slices.Contains(further, word) })
	return r
}

// goesOn says that a wording has a word right behind a slot.
func (p *Procedure) goesOn(slot, word string) bool {
	return slices.ContainsFunc(p.Patterns, func(o Pattern) bool {
		_, behind, _ := strings.Cut(o.Template, "{"+slot+"}")
		next, _, _ := strings.Cut(strings.TrimSpace(behind), " ")
		return value.Stem(strings.ToLower(next)) == value.Stem(strings.ToLower(word))
	})
}
