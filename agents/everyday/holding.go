package everyday

import (
	"context"

	"legomem/agents/gazetteer"
	"legomem/skills"
	"legomem/tools/value"
)

// People seldom say in which workbook something stands, or in which column: "mark invoice
// 2038 as paid". The office knows where there is a 2038, and what stands there.

// key is the slot of what names a row.
const key = "key"

// holding binds the workbook that no text names: the only one that has what names the row.
func (b *binder) holding(ctx context.Context, slot skills.Slot) (bool, error) {
	said := b.valuesOf(key)
	of, names := b.skill.Slot(key)
	if slot.Kind != value.File || !names || of.Of != slot.Name || len(said) == 0 {
		return false, nil
	}
	files, err := b.office.Files(ctx, slot.Form)
	if err != nil {
		return false, err
	}
	var all []gazetteer.Thing
	for _, f := range files.All {
		cells, err := b.office.Cells(ctx, f.Value, "")
		if err != nil {
			continue // what cannot be read holds nothing that is meant
		}
		if _, only := cells.Find(unquoted(said[0]), b.ref, b.skills).Only(); only {
			all = append(all, f)
		}
	}
	if len(all) != 1 {
		return false, nil
	}
	b.put(slot, all[0].Value, all[0].Shown)
	b.doubt("%q stands in %s", said[0].Text, all[0].Shown)
	b.evidence += named
	return true, nil
}

// columnOf binds the column of what is written that no text names: the only one in which the
// same stands already, or the one that is called so, whose value is asked for then.
func (b *binder) columnOf(ctx context.Context, slot skills.Slot) (bool, error) {
	given := b.valuesOf(wanted)
	if _, row := b.skill.Slot(key); !row || slot.Kind != "column" || len(given) != 1 {
		return false, nil
	}
	columns, err := b.office.Columns(ctx, b.canonOf("file"), b.canonOf("sheet"))
	if err != nil {
		return false, err
	}
	var holds []gazetteer.Thing
	spelled := ""
	for _, c := range columns.All {
		cells, err := b.office.CellsIn(ctx, b.canonOf("file"), b.canonOf("sheet"), c.Value)
		if err != nil {
			return false, err
		}
		if one, only := cells.Find(unquoted(given[0]), b.ref, b.skills).Only(); only {
			holds, spelled = append(holds, c), one.Value
		}
	}
	if called := columns.Called(unquoted(given[0])); len(holds) == 0 && len(called) == 1 {
		holds = called
	}
	if len(holds) != 1 {
		return false, nil
	}
	b.given = append(without(b.given, wanted), chosen(slot.Name, holds[0].Value))
	if spelled != "" {
		b.given = append(b.given, chosen(wanted, spelled))
	}
	b.inferred = b.given
	b.put(slot, holds[0].Value, holds[0].Shown)
	b.doubt("%q is taken for the column %s", given[0].Text, holds[0].Shown)
	b.evidence += named
	return true, nil
}

// chosen is a value that is sure.
func chosen(slot, text string) given {
	return given{Slot: slot, Text: text, Canon: text, Chosen: true}
}

// without are the values of all slots but one.
func without(all []given, slot string) []given {
	var out []given
	for _, g := range all {
		if g.Slot != slot {
			out = append(out, g)
		}
	}
	return out
}

// written are what a column has already, to choose from: what is written is mostly one of
// these.
func (b *binder) written(ctx context.Context, slot skills.Slot) ([]gazetteer.Thing, error) {
	if _, row := b.skill.Slot(key); !row || slot.Name != wanted || b.canonOf("column") == "" {
		return nil, nil
	}
	cells, err := b.office.CellsIn(ctx, b.canonOf("file"), b.canonOf("sheet"), b.canonOf("column"))
	if err != nil || len(cells.All) > offered {
		return nil, err
	}
	return cells.All, nil
}
