package everyday

import (
	"context"
	"slices"

	"legomem/agents/gazetteer"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// What the reader would say against a variant of a reading, as differences of log odds: it
// has read the words otherwise.
const (
	otherwiseRead = -2   // two values in each other's slots
	merged        = -1.5 // two values as one
	refilled      = -0.5 // words left over in a slot
)

// variant is a reading's values in other slots.
type variant struct {
	values []reading.Value
	unlike float64 // what is said against it
}

// The longest request, in words and in values, of which variants are tried: each is bound on
// its own, and what is longer is a text or a list, whose words are in no other slot.
const (
	mostWords  = 80
	mostValues = 8
)

// variants are other ways to put a reading's words into its slots, of which the office may
// know one better: two values each in the other's slot, and words that are left over in a
// slot that has none, or one that names nothing. The binder has tried the reading.
func (b *binder) variants(ctx context.Context, r reading.Reading) ([]variant, error) {
	if len(b.task.sentence.Words) > mostWords || len(r.Values) > mostValues {
		return nil, nil
	}
	out := append(b.swaps(r), b.merges(r)...)
	for _, slot := range b.skill.Slots {
		if !slices.Contains(b.unnamed, slot.Name) {
			continue
		}
		more, err := b.refills(ctx, r, slot)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// swaps are a reading with the words of two of its slots each in the other.
func (b *binder) swaps(r reading.Reading) []variant {
	var out []variant
	for i, one := range r.Values {
		for j, other := range r.Values[:i] {
			if one.Slot == other.Slot || !b.mayMean(one.Slot) || !b.mayMean(other.Slot) {
				continue
			}
			values := slices.Clone(r.Values)
			values[i], values[j] = b.valueIn(other.Slot, one), b.valueIn(one.Slot, other)
			out = append(out, variant{values, otherwiseRead})
		}
	}
	return out
}

// merges are a reading with a value that need not be given, or one of several, as a part of
// the one before or behind it, of what is there: "the application from Omar".
func (b *binder) merges(r reading.Reading) []variant {
	var out []variant
	for i := range r.Values {
		for _, j := range []int{i - 1, i + 1} {
			if j < 0 || j >= len(r.Values) || !b.spare(r, r.Values[j].Slot) || r.Values[i].Slot == r.Values[j].Slot {
				continue
			}
			if slot, _ := b.skill.Slot(r.Values[i].Slot); thingsOf(slot) == nil || slot.Kind == value.Person {
				continue
			}
			first, _, _ := b.task.sentence.WordsOf(r.Values[min(i, j)].Start, r.Values[min(i, j)].End)
			_, last, _ := b.task.sentence.WordsOf(r.Values[max(i, j)].Start, r.Values[max(i, j)].End)
			values := slices.Delete(slices.Clone(r.Values), min(i, j), max(i, j)+1)
			values = append(values, b.task.sentence.ValueAt(b.slotRead(r.Values[i].Slot), first, last))
			out = append(out, variant{values, merged})
		}
	}
	return out
}

// spare says that a value of a slot need not be given, or is not the only one.
func (b *binder) spare(r reading.Reading, name string) bool {
	slot, _ := b.skill.Slot(name)
	n := 0
	for _, v := range r.Values {
		if v.Slot == name {
			n++
		}
	}
	return slot.Optional || slot.List && n > 1
}

// mayMean says that a slot's value is told neither by its form nor by being all the rest, so
// that other words may be meant.
func (b *binder) mayMean(name string) bool {
	slot, _ := b.skill.Slot(name)
	return !isTyped(slot.Kind) && slot.Kind != value.Message && !slot.Unsaid
}

// valueIn is a value's words as those of another slot.
func (b *binder) valueIn(name string, v reading.Value) reading.Value {
	first, last, _ := b.task.sentence.WordsOf(v.Start, v.End)
	return b.task.sentence.ValueAt(b.slotRead(name), first, last)
}

// slotRead is a slot as the reader knows it.
func (b *binder) slotRead(name string) reading.Slot {
	k := b.skill.Reads()
	return k.Slots[slices.IndexFunc(k.Slots, func(s reading.Slot) bool { return s.Name == name })]
}

// refills are a reading with words that are left over in a slot, where they name something
// that is there.
func (b *binder) refills(ctx context.Context, r reading.Reading, slot skills.Slot) ([]variant, error) {
	list := thingsOf(slot)
	partOf := slot.Of != "" || slot.Kind == "column" || slot.Kind == "sheet"
	if list == nil || partOf && b.canonOf("file") == "" && b.canonOf("list") == "" {
		return nil, nil
	}
	all, err := list(b, ctx, slot)
	if err != nil {
		return nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(r.Values), func(v reading.Value) bool { return v.Slot == slot.Name })
	var out []variant
	for _, run := range b.runsBeside(rest) {
		for first := run.first; first <= run.last; first++ {
			for last := first; last <= min(run.last, first+longestName-1); last++ {
				v := b.task.sentence.ValueAt(b.slotRead(slot.Name), first, last)
				if b.names(all, r, v, first, last) {
					out = append(out, variant{append(slices.Clone(rest), v), refilled})
				}
			}
		}
	}
	return out, nil
}

// names says that words name something that is there: all of it, or nothing accounts for them.
func (b *binder) names(all *gazetteer.Things, r reading.Reading, v reading.Value, first, last int) bool {
	if len(all.Called(v.Said())) > 0 {
		return true
	}
	for _, w := range b.task.sentence.Words[first : last+1] {
		if !slices.Contains(r.LeftOver, w.Text) {
			return false
		}
	}
	found := all.Find(v.Said(), b.ref, b.skills)
	return found.Named() && found.Sure
}

// run are words that stand side by side.
type run struct{ first, last int }

// longestName is how many words are looked at together.
const longestName = 4

// runsBeside are the words that are of no value.
func (b *binder) runsBeside(values []reading.Value) []run {
	var out []run
	for i, w := range b.task.sentence.Words {
		if slices.ContainsFunc(values, func(v reading.Value) bool { return v.Start <= w.Start && w.End <= v.End }) {
			continue
		}
		if n := len(out); n > 0 && out[n-1].last == i-1 {
			out[n-1].last = i
			continue
		}
		out = append(out, run{i, i})
	}
	return out
}
