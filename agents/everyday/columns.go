package everyday

import (
	"context"
	"slices"
	"strings"

	"legomem/agents/gazetteer"
	"legomem/skills"
	"legomem/tools/value"
)

// ofNumbers binds a column of numbers that no text names: the only one that there is.
func (b *binder) ofNumbers(ctx context.Context, slot skills.Slot) error {
	all, err := b.office.NumberColumns(ctx, b.canonOf("file"), b.canonOf("sheet"))
	if err != nil {
		return err
	}
	switch len(all.All) {
	case 0:
		b.evidence += missing
		if all, err = b.office.Columns(ctx, b.canonOf("file"), b.canonOf("sheet")); err != nil {
			return err
		}
	case 1:
		b.put(slot, all.All[0].Value, all.All[0].Shown)
		b.doubt("%s is the only column of numbers", all.All[0].Shown)
		return nil
	}
	return b.ask(slot, "", question(slot), offer(all.All, all.All))
}

// spans puts all columns from one to another in the place of a text that tells the two:
// "Mon to Fri", in one value or as two with a joint between them.
func (b *binder) spans(ctx context.Context, all []given) ([]given, error) {
	columns, err := b.office.Columns(ctx, b.canonOf("file"), b.canonOf("sheet"))
	if err != nil {
		return nil, err
	}
	var out []given
	for i := 0; i < len(all); i++ {
		if i+1 < len(all) {
			joint := strings.Join(all[i].Behind, " ")
			if between := b.between(columns, all[i].Text+" "+joint+" "+all[i+1].Text); between != nil && !all[i].Chosen {
				b.account(all[i].Behind)
				out, i = append(out, between...), i+1
				continue
			}
		}
		between := b.between(columns, all[i].Text)
		if between == nil {
			between = all[i : i+1]
		}
		out = append(out, between...)
	}
	return out, nil
}

// between are the columns from the one to the other that a text tells; nil if it tells no
// two of them, or a column is called so itself.
func (b *binder) between(columns *gazetteer.Things, text string) []given {
	first, last, ok := value.RangeEnds(text)
	if !ok || columns.Find(text, b.ref, b.skills).Sure {
		return nil
	}
	from, to := b.placeOf(columns, first), b.placeOf(columns, last)
	if from < 0 || to <= from {
		return nil
	}
	var out []given
	for _, c := range columns.All[from : to+1] {
		out = append(out, given{Text: c.Shown, Canon: c.Value, Chosen: true})
	}
	return out
}

// placeOf is where the only column that a text names stands, -1 for none.
func (b *binder) placeOf(columns *gazetteer.Things, text string) int {
	found := columns.Find(text, b.ref, b.skills)
	if len(found.All) != 1 || !found.Fit() {
		return -1
	}
	return slices.IndexFunc(columns.All, func(c gazetteer.Thing) bool { return c.Value == found.All[0].Value })
}
