package everyday

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"legomem/agents/gazetteer"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

const (
	// plainShare is in which share of the wordings that name a thing of a kind a word stands
	// outside of names at least, to be passed over in one.
	plainShare = 0.004
	// usualShare is the share of wordings from which on a word is what things of a kind are
	// called.
	usualShare = 0.3

	often   = 8 // wordings that have a word outside their values
	seldom  = 1
	parting = 5 // lists that a word parts
)

// MakeWords counts the words of the skills' wordings, as the file words.json.
func MakeWords() ([]byte, error) {
	library, err := skills.All()
	if err != nil {
		return nil, err
	}
	file, err := json.MarshalIndent(tablesOf(library.Skills), "", " ")
	return append(file, '\n'), err
}

func tablesOf(all []skills.Skill) wordTables {
	t := wordTables{Common: commonWords(all), Plain: map[value.Kind][]string{}, Usual: map[value.Kind][]string{}}
	for kind, said := range plainWords(all) {
		t.Plain[kind] = atLeast(said, plainShare*float64(said[""]))
		t.Usual[kind] = atLeast(said, usualShare*float64(said[""]))
	}
	t.countSpellings(all)
	return t
}

// atLeast are the words that are said so often.
func atLeast(said map[string]int, times float64) []string {
	var out []string
	for word, n := range said {
		if float64(n) >= times {
			out = append(out, word)
		}
	}
	slices.Sort(out)
	return out
}

// countSpellings finds the words that are spelled so, those that often are, and those that
// part lists.
func (t *wordTables) countSpellings(all []skills.Skill) {
	outside, inside, between := map[string]int{}, map[string]int{}, map[string]int{}
	for _, skill := range all {
		for _, w := range skill.Wordings {
			eachPart(w, func(text string) { tally(text, outside) }, func(text string) { tally(text, inside) })
			for i := 1; i < len(w.Marks); i++ {
				if last, m := w.Marks[i-1], w.Marks[i]; last.Slot == m.Slot {
					tally(w.Text[last.End:m.Start], between)
				}
			}
		}
	}
	known := setOf(atLeast(outside, seldom+1))
	maps.Copy(known, setOf(slices.Collect(maps.Keys(inside))))
	t.Known = slices.Sorted(maps.Keys(known))
	t.Parts = append([]string{""}, atLeast(between, parting)...)
	t.Often = slices.DeleteFunc(atLeast(outside, often), func(word string) bool { return len(word) < slipped })
	slices.SortStableFunc(t.Often, func(a, b string) int { return cmp.Compare(outside[b], outside[a]) })
}

func tally(text string, words map[string]int) {
	for _, t := range value.Tokens(text) {
		words[t.Lower]++
	}
}

// plainWords are how often words stand outside of values in the wordings of skills that take a
// kind of thing, and, under "", how many wordings that are.
func plainWords(all []skills.Skill) map[value.Kind]map[string]int {
	out := map[value.Kind]map[string]int{}
	for _, s := range all {
		for _, slot := range s.Slots {
			if thingsOf(slot) == nil {
				continue
			}
			if out[slot.Kind] == nil {
				out[slot.Kind] = map[string]int{}
			}
			said := out[slot.Kind]
			said[""] += len(s.Wordings)
			for _, w := range s.Wordings {
				eachPart(w, func(text string) { countSpelled(text, said) }, func(string) {})
			}
		}
	}
	return out
}

// commonWords are the stems of the skills' wordings that stand outside of values a third as
// often as inside, and more than once.
func commonWords(all []skills.Skill) []string {
	inside, outside := map[string]int{}, map[string]int{}
	for _, s := range all {
		for _, w := range s.Wordings {
			eachPart(w, func(text string) { count(text, outside) }, func(text string) { count(text, inside) })
		}
	}
	out := atLeast(outside, 2)
	return slices.DeleteFunc(out, func(stem string) bool { return 3*outside[stem] < inside[stem] })
}

func count(text string, words map[string]int) {
	for w := range gazetteer.Spoken(text) {
		words[w]++
	}
}

// countSpelled counts a text's words as they are spelled: "cancel" is often said of an event,
// and "cancellation" is not.
func countSpelled(text string, words map[string]int) {
	for _, w := range gazetteer.Spoken(text) {
		words[w]++
	}
}

// eachPart calls outside for what stands outside of a wording's values, and inside for these.
func eachPart(w reading.Wording, outside, inside func(text string)) {
	end := 0
	for _, m := range w.Marks {
		outside(w.Text[end:m.Start])
		if m.Slot == reading.Frame {
			outside(w.Text[m.Start:m.End])
		} else {
			inside(w.Text[m.Start:m.End])
		}
		end = m.End
	}
	outside(w.Text[end:])
}
