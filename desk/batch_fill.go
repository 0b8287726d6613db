package desk

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"legomem/tools/value"
	"legomem/words"
)

// filledIn is a task with a row's values in it.
type filledIn struct {
	text   string
	places []columnPlace
}

// columnPlace is the place of a value, or of the date or the time in one that is both:
// bytes [start, end) of the text, without the quotes that fill adds.
type columnPlace struct {
	column     string
	start, end int
}

// marks are the pairs of quotation marks that fill puts around a value, tried in this
// order.
var marks = []struct{ open, shut string }{{`"`, `"`}, {`“`, `”`}, {`«`, `»`}, {`‘`, `’`}, {`'`, `'`}}

// noMarks is the form of a value without added quotes; the other forms are indexes into
// marks.
const noMarks = -1

// fill puts a row's values into the task so that each is read as one value. What is no
// date, number, file or the like, no name and no single word is put into quotes of a
// kind that the value does not close. If none fits, the error names the column.
func (w wording) fill(values map[string]string, ref value.Reference) (filledIn, error) {
	forms := make([]int, len(w.parts))
	for i, p := range w.parts {
		if p.column == "" {
			continue
		}
		form, err := p.form(values[p.column], ref)
		if err != nil {
			return filledIn{}, fmt.Errorf("{%s}: %w", p.column, err)
		}
		forms[i] = form
	}
	for {
		f, at := w.join(forms, values)
		switch i := w.misread(f.text, at, forms, ref); {
		case i < 0:
			f.places = f.parted(ref)
			return f, nil
		case forms[i] == noMarks:
			return filledIn{}, fmt.Errorf("{%s}: its quotes and the task's get mixed up; leave the task's quotes out, and some that fit are put around each value", w.parts[i].column)
		case forms[i]+1 == len(marks):
			return filledIn{}, fmt.Errorf("{%s}: it has quotes of every kind in it; leave some out", w.parts[i].column)
		default:
			forms[i]++
		}
	}
}

// form returns how a value is put into its place: with noMarks, or in the first marks.
func (p wordingPart) form(v string, ref value.Reference) (int, error) {
	switch {
	case strings.Contains(v, "\n\n"):
		return 0, errors.New("the value has an empty line in it, which no quotes go over")
	case strings.ContainsFunc(v, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return 0, errors.New("the value has a control character in it")
	case p.glued && !oneWord.MatchString(v) && !typed(v, ref):
		return 0, fmt.Errorf("it stands inside a word of the task, and %q cannot", words.Short(v, 40))
	case p.glued, p.within > 0, !p.quoted && (typed(v, ref) || isPlain(v, ref)):
		return noMarks, nil
	}
	return 0, nil
}

// oneWord matches a single word; its parts may be joined by signs.
var oneWord = regexp.MustCompile(`^[\p{L}\p{M}\p{N}_]+(?:['’.@&+/_-][\p{L}\p{M}\p{N}_]+)*$`)

// typed reports whether a text is one value of a kind that its spelling shows: a date,
// a time, both, a number, a file, an address.
func typed(v string, ref value.Reference) bool {
	for _, m := range value.Find(v, ref) {
		if m.Kind != value.Person && m.Kind != value.Phrase && m.Start == 0 && m.End == len(v) {
			return true
		}
	}
	const from, to = "from ", " to 23:59" // "9:00" is read as a time only next to another time
	for _, m := range value.Find(from+v+to, ref) {
		if m.Kind == value.Time && m.Start == len(from) && m.End == len(from)+len(v) {
			return true
		}
	}
	_, err := value.Parse(value.DateTime, v, ref)
	return err == nil
}

// isPlain reports whether a text is one word, or up to three that are written as a
// name, and holds no value of another kind. A person's name is only found without
// quotes.
func isPlain(v string, ref value.Reference) bool {
	words := strings.Fields(v)
	if len(words) == 0 || len(words) > 3 || strings.Join(words, " ") != v {
		return false
	}
	for _, word := range words {
		first, _ := utf8.DecodeRuneInString(word)
		if !oneWord.MatchString(word) || len(words) > 1 && !unicode.IsUpper(first) {
			return false
		}
	}
	return !slices.ContainsFunc(value.Find(v, ref), func(m value.Mention) bool { return m.Kind != value.Person })
}

// join makes the text, and returns where each part begins and the last one ends.
func (w wording) join(forms []int, values map[string]string) (f filledIn, at []int) {
	var b strings.Builder
	for i, p := range w.parts {
		at = append(at, b.Len())
		if p.column == "" {
			b.WriteString(p.text)
			continue
		}
		var open, shut string
		if forms[i] != noMarks {
			open, shut = marks[forms[i]].open, marks[forms[i]].shut
		}
		v := values[p.column]
		start := b.Len() + len(open)
		b.WriteString(open + v + shut)
		f.places = append(f.places, columnPlace{p.column, start, start + len(v)})
	}
	f.text = b.String()
	return f, append(at, b.Len())
}

// misread returns the index of the first column that is not read in its quotes, ours or
// the task's, or is read in others; -1 for none.
func (w wording) misread(text string, at, forms []int, ref value.Reference) int {
	found := phrases(text, ref)
	for i := 1; i < len(w.parts); i += 2 {
		start, end := at[i], at[i+1]
		reads := slices.ContainsFunc(found, func(m value.Mention) bool {
			switch {
			case forms[i] != noMarks:
				return m.Start == start && m.End == end
			case w.parts[i].within > 0:
				return m.Start < start && end < m.End && w.holdsSame(m, at, i)
			}
			return m.Start < end && start < m.End
		})
		if free := forms[i] == noMarks && w.parts[i].within == 0; reads == free {
			return i
		}
	}
	return -1
}

// holdsSame reports whether the quotation that is read around column i is the task's:
// it begins and ends in the task's own text, and holds exactly the columns that the
// task has in it.
func (w wording) holdsSame(m value.Mention, at []int, i int) bool {
	for k := 1; k < len(w.parts); k += 2 {
		in, cut := m.Start < at[k] && at[k+1] < m.End, m.Start < at[k+1] && at[k] < m.End
		if should := w.parts[k].within == w.parts[i].within; in != should || cut != should {
			return false
		}
	}
	return true
}

// parted returns the places; a value that is read as a date and a time gets two.
func (f filledIn) parted(ref value.Reference) []columnPlace {
	var out []columnPlace
	for _, p := range f.places {
		v := f.text[p.start:p.end]
		apart := slices.DeleteFunc(value.Find(v, ref), func(m value.Mention) bool { return m.Kind != value.Date && m.Kind != value.Time })
		if _, err := value.Parse(value.DateTime, v, ref); err != nil || len(apart) != 2 {
			out = append(out, p)
			continue
		}
		for _, m := range apart {
			out = append(out, columnPlace{p.column, p.start + m.Start, p.start + m.End})
		}
	}
	return out
}
