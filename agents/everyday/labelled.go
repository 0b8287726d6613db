package everyday

import (
	"context"
	"strings"

	"legomem/agents/gazetteer"
	"legomem/skills"
)

// inColumns puts the values of a new row in the order of the sheet's columns, where some are
// given with the column's name: "category kitchen". The others fill the columns that are left.
func (b *binder) inColumns(ctx context.Context, slot skills.Slot, all []given) ([]given, error) {
	if !slot.Row || b.canonOf("file") == "" || len(all) == 0 {
		return all, nil
	}
	columns, err := b.office.Columns(ctx, b.canonOf("file"), b.canonOf("sheet"))
	if err != nil {
		return nil, err
	}
	row, rest, labels := make([]*given, len(columns.All)), []given(nil), 0
	label := -1
	for _, g := range all {
		at, text := b.labelOf(columns, g)
		switch {
		case label >= 0 && at < 0:
			at, text = label, unquoted(g)
		case at >= 0:
			labels++
		}
		label = -1
		switch {
		case at >= 0 && text == "":
			label = at
		case at >= 0 && row[at] == nil:
			row[at] = &given{Slot: g.Slot, Text: text}
		default:
			rest = append(rest, g)
		}
	}
	if len(rest) > len(columns.All)-filled(row) {
		b.evidence += misfit // there are more values than columns
	}
	if labels == 0 || label >= 0 {
		return all, nil
	}
	var out []given
	for i := range row {
		switch {
		case row[i] != nil:
			out = append(out, *row[i])
		case len(rest) > 0:
			out, rest = append(out, rest[0]), rest[1:]
		case filled(row[i:]) > 0:
			out = append(out, given{Slot: slot.Name}) // an empty cell
		}
	}
	return append(out, rest...), nil
}

// labelOf is the column whose name a value begins with, behind words that say nothing, and
// what is behind it; -1 for none.
func (b *binder) labelOf(columns *gazetteer.Things, g given) (at int, text string) {
	words := strings.Fields(unquoted(g))
	if g.Canon != "" && g.Canon != g.Text {
		return -1, "" // it stands in quotes, or has a form of its own
	}
	for first := range words {
		if first > 0 && b.saysMore(words[first-1]) {
			break
		}
		for i, c := range columns.All {
			n := len(strings.Fields(c.Value))
			name := strings.Join(words[first:min(first+n, len(words))], " ")
			if n > 0 && strings.EqualFold(strings.TrimRight(name, ":"), c.Value) {
				return i, strings.Join(words[first+n:], " ")
			}
		}
	}
	return -1, ""
}

func filled(row []*given) int {
	n := 0
	for _, g := range row {
		if g != nil {
			n++
		}
	}
	return n
}
