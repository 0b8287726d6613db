package everyday

import (
	"context"
	"slices"

	"legomem/agents/gazetteer"
	"legomem/skills"
)

// Rows are chosen by what stands in a column: the slots where and value. People often name
// the value alone, "the overdue rows": then the column is the one that holds it.
const (
	where  = "where"
	wanted = "value"
)

// chooses says that a slot is the column by which rows are chosen.
func (b *binder) chooses(slot skills.Slot) bool {
	_, ok := b.skill.Slot(wanted)
	return ok && slot.Kind == "column" && slot.Name == where
}

// column binds the column by which rows are chosen from the value, unless the text names
// one that holds it.
func (b *binder) column(ctx context.Context, slot skills.Slot) (bool, error) {
	given := b.valuesOf(where)
	if len(given) == 1 && !given[0].Chosen {
		all, err := b.office.Columns(ctx, b.canonOf("file"), b.canonOf("sheet"))
		if err != nil {
			return false, err
		}
		_, found := b.find(given[0], all)
		if len(found.All) == 1 && found.Sure {
			if fits, err := b.agrees(ctx, found.All[0].Value); fits || err != nil {
				return false, err
			}
		}
	}
	if len(given) == 1 && given[0].Chosen {
		return false, nil
	}
	return b.byValue(ctx, slot)
}

// byValue binds the column by which rows are chosen, and the value in it, where the value
// or else the sentence has exactly one of the workbook's texts, and says no column that
// has it.
func (b *binder) byValue(ctx context.Context, slot skills.Slot) (bool, error) {
	said := []string{b.Task.Text}
	if given := b.valuesOf(wanted); len(given) > 0 {
		said = []string{unquoted(given[0]), b.Task.Text}
	}
	var cells []gazetteer.Cell
	for _, text := range said {
		var err error
		if cells, err = b.office.CellsSaid(ctx, b.canonOf("file"), b.canonOf("sheet"), text); err != nil {
			return false, err
		}
		if len(cells) == 1 {
			break
		}
	}
	if len(cells) != 1 {
		if len(cells) == 0 && len(b.valuesOf(wanted)) > 0 {
			b.evidence += nowhere
		}
		return false, nil
	}
	value, _ := b.skill.Slot(wanted)
	b.given = slices.DeleteFunc(slices.Clone(b.given), func(g given) bool { return g.Slot == where || g.Slot == wanted })
	b.unbind(wanted)
	b.put(slot, cells[0].Column, cells[0].Column)
	b.put(value, cells[0].Text, cells[0].Text)
	b.doubt("%q stands in the column %s", cells[0].Text, cells[0].Column)
	b.evidence += named
	return true, nil
}

// agrees says that the column a text names holds the value it names.
func (b *binder) agrees(ctx context.Context, column string) (bool, error) {
	given := b.valuesOf(wanted)
	if len(given) == 0 {
		return true, nil
	}
	cells, err := b.office.CellsSaid(ctx, b.canonOf("file"), b.canonOf("sheet"), unquoted(given[0]))
	none := !slices.ContainsFunc(cells, func(c gazetteer.Cell) bool { return c.Column == column })
	return !none, err
}
