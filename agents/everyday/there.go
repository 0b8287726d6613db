package everyday

import (
	"context"
	"slices"

	"legomem/reading"
	"legomem/tools/value"
)

// there is a reading without the values that need not be given and name nothing that the
// office has: their words are of the value before them, or of nothing. Who is called by a
// name, or has an address, may be anybody.
func (t *task) there(ctx context.Context, r reading.Reading) (reading.Reading, error) {
	skill := t.skills.skills[r.Skill.ID]
	var kept []reading.Value
	for _, v := range r.Values {
		slot, _ := skill.Slot(v.Slot)
		list := thingsOf(slot)
		if !slot.Optional || list == nil || slot.Kind == value.Person && v.Canon != "" {
			kept = append(kept, v)
			continue
		}
		all, err := list(&binder{task: t, skill: skill}, ctx, slot)
		if err != nil {
			return r, err
		}
		if all.Find(v.Text, t.ref, t.skills).Named() {
			kept = append(kept, v)
			continue
		}
		r.LeftOver = slices.Concat(r.LeftOver, wordsOf(v.Text))
	}
	r.Values = kept
	return r, nil
}
