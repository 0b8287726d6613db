package reflex

import (
	filepath "path"
	"slices"
	"strings"
	"unicode"

	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
)

// maxFileName is how many words the name of a quoted file may have.
const maxFileName = 4

// text is a task's text made ready to find arguments in: its words, and the typed values
// that begin at each.
type text struct {
	*reading.Sentence
	// values are the mentions that no larger one contains, by first word.
	values map[int][]span
	// within tells for each word whether it is inside a mention.
	within []bool
}

// span is a value over words [first, last].
type span struct {
	kind        value.Kind
	first, last int
	canon, text string
	quoted      bool
}

// read takes a text apart; one that is too long for reading is an error.
func read(said string, ref value.Reference) (*text, error) {
	s, err := reading.NewSentence(said, ref, nil)
	if err != nil {
		return nil, err
	}
	u := &text{Sentence: s, values: map[int][]span{}, within: make([]bool, len(s.Words))}
	u.add(outermost(value.Find(said, ref)))
	u.add(periods(said, ref))
	return u, nil
}

// periods are the stretches of days that a text names: "last week".
func periods(text string, ref value.Reference) []value.Mention {
	return lists.Filter(value.FindAll(text, ref), func(m value.Mention) bool { return m.Kind == value.Period })
}

// outermost drops the mentions that lie inside a larger one of another kind,
// such as the number in a date. Persons are kept apart: any capitalised word
// may be one, so they neither hide nor are hidden.
func outermost(all []value.Mention) []value.Mention {
	return lists.Filter(all, func(m value.Mention) bool {
		return !slices.ContainsFunc(all, func(o value.Mention) bool {
			larger := o.Start <= m.Start && m.End <= o.End && o.End-o.Start > m.End-m.Start
			return larger && o.Kind != value.Person
		})
	})
}

func (u *text) add(mentions []value.Mention) {
	for _, m := range mentions {
		first, last, ok := u.WordsOf(m.Start, m.End)
		if !ok {
			continue
		}
		s := span{kind: m.Kind, first: first, last: last, canon: m.Canon, text: m.Text, quoted: isQuoted(m.Text)}
		u.values[first] = append(u.values[first], s)
		if s.quoted && isFile(m.Canon) {
			u.values[first] = append(u.values[first], span{kind: value.File, first: first, last: last, canon: m.Canon, text: m.Text})
		}
		for w := first; w <= last; w++ {
			u.within[w] = u.within[w] || m.Kind != value.Person && m.Kind != value.Period
		}
	}
}

// isFile says that a quoted text is one file's name, which may have blanks in
// it: "my plan.xlsx", but not "plan.xlsx and delete stock.xlsx".
func isFile(s string) bool {
	files := 0
	for _, m := range value.Find(s, value.Reference{}) {
		if m.Kind == value.File {
			files++
		}
	}
	_, err := value.Parse(value.File, s, value.Reference{})
	return err == nil && files == 1 && filepath.Ext(s) != "" && len(strings.Fields(s)) <= maxFileName
}

func isQuoted(s string) bool {
	return len(s) > 0 && strings.ContainsAny(s[:1], `"'`) || strings.HasPrefix(s, "“") || strings.HasPrefix(s, "‘") || strings.HasPrefix(s, "«")
}

func isWords(k value.Kind) bool { return k == value.Phrase || k == value.Message }

// sameForm says that a value can stand where the slot's example stood: a file must be of
// the same type.
func sameForm(slot Slot, canon string) bool {
	return slot.Kind != value.File || strings.EqualFold(filepath.Ext(slot.Canon), filepath.Ext(canon))
}

func hasLetterOrDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// typed says that words [first, last] are a value of the kind by their form.
func (u *text) typed(k value.Kind, first, last int) bool {
	return slices.ContainsFunc(u.Spans[first], func(s reading.Span) bool { return s.Last == last && (s.Kind == k || s.Quoted && isWords(k)) })
}

// placesOf are a reading's values as places of the text.
func (u *text) placesOf(r reading.Reading) map[int]place {
	at := map[int]place{}
	for _, v := range r.Values {
		if first, last, ok := u.WordsOf(v.Start, v.End); ok {
			at[first] = place{slot: v.Slot, last: last}
		}
	}
	return at
}
