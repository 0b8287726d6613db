package reflex

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/reading"
	"legomem/tools"
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
func Ways(ctx context.Context, s agents.Brief, reader *reading.Reader, said *reading.Sentence, all []Practised) ([]reading.Reading, error) {
	h := newRehearsal(s)
	headers, err := h.headers(ctx, said)
	if err != nil {
		return nil, err
	}
	columns := said.PlacesOf(headers)
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
	for i, r := range readings {
		p := byID(all, r.Skill.ID)
		if readings[i], err = h.weighed(ctx, p, p.family.grown(said.Text, r)); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(readings, func(a, b reading.Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	seen := map[string]bool{}
	return slices.DeleteFunc(readings, func(r reading.Reading) bool {
		again := seen[r.Skill.ID]
		seen[r.Skill.ID] = true
		return again
	}), nil
}

// weighed is a reading as likely as the office lets it be. One that would fail, or
// find nothing to do, is read with two of its names swapped, where it can be done so.
func (h *rehearsal) weighed(ctx context.Context, p Practised, r reading.Reading) (reading.Reading, error) {
	how, err := h.outcome(ctx, p, r)
	if err != nil || how != failing && how != idle {
		r.Confidence = reading.Moved(r.Confidence, weight[how])
		return r, err
	}
	for i, a := range r.Values {
		for j, b := range r.Values[:i] {
			if a.Kind != b.Kind || !isWords(a.Kind) {
				continue
			}
			other := r
			other.Values = slices.Clone(r.Values)
			other.Values[i].Slot, other.Values[j].Slot = b.Slot, a.Slot
			how, err := h.outcome(ctx, p, other)
			if err != nil {
				return r, err
			}
			if how == possible {
				other.Confidence = reading.Moved(r.Confidence, swapped)
				return other, nil
			}
		}
	}
	r.Confidence = reading.Moved(r.Confidence, weight[how])
	return r, nil
}

func (h *rehearsal) outcome(ctx context.Context, p Practised, r reading.Reading) (outcome, error) {
	m, ok := p.Bind(r, h.Task.User)
	if !ok || r.Known {
		return untried, nil
	}
	return h.of(ctx, m)
}

// headers are the columns of the workbooks that a sentence names.
func (h *rehearsal) headers(ctx context.Context, said *reading.Sentence) ([]string, error) {
	if h.Look == nil {
		return nil, nil
	}
	var out []string
	for _, spans := range said.Spans {
		for _, span := range spans {
			if span.Kind != value.File || !slices.Contains(workbooks, strings.ToLower(path.Ext(span.Canon))) {
				continue
			}
			obs, err := h.look(ctx, tools.Action{Tool: "excel.read", Args: map[string]any{"file_path": span.Canon}})
			if err != nil {
				return nil, err
			}
			data, _ := obs.Value().(map[string]any)
			all, _ := data["headers"].([]any)
			for _, one := range all {
				if text, ok := one.(string); ok && text != "" {
					out = append(out, text)
				}
			}
		}
	}
	return out, nil
}

var workbooks = []string{".xlsx", ".csv"}

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
	v := &r.Values[len(r.Values)-1]
	rest := strings.TrimRight(text[v.End:], " \t\n.?!")
	further := strings.Fields(rest)
	if !v.Open || v.Kind != value.Phrase || len(further) == 0 || len(further) > most || strings.ContainsAny(rest, ",;:\"()") {
		return r
	}
	said := slices.ContainsFunc(p.Patterns, func(o Pattern) bool {
		_, behind, ok := strings.Cut(o.Template, "{"+v.Slot+"}")
		next := strings.Fields(behind)
		return ok && len(next) > 0 && value.Stem(strings.ToLower(next[0])) == value.Stem(strings.ToLower(further[0]))
	})
	if said {
		return r
	}
	r.Values = slices.Clone(r.Values)
	v = &r.Values[len(r.Values)-1]
	v.End += len(rest)
	v.Text, v.Canon = text[v.Start:v.End], ""
	r.LeftOver = slices.DeleteFunc(slices.Clone(r.LeftOver), func(word string) bool { return slices.Contains(further, word) })
	return r
}
