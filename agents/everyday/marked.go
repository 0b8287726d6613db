package everyday

import (
	"strings"

	"legomem/reading"
)

// marked is a sentence as a wording: its values are marked, and the words that frame any
// request, which the reading's template leaves out: "[please](frame) cancel
// [lunch](event)". A text that marks of its own would make unreadable is no wording.
func marked(s *reading.Sentence, r reading.Reading) string {
	if strings.ContainsAny(s.Text, "[]()") {
		return ""
	}
	var out strings.Builder
	at := 0
	mark := func(start, end int, slot string) {
		out.WriteString(s.Text[at:start] + "[" + s.Text[start:end] + "](" + slot + ")")
		at = end
	}
	values, asked := r.Values, strings.Fields(r.Template)
	for _, w := range s.Words {
		switch {
		case w.Start < at: // of a value that is marked
		case len(values) > 0 && values[0].Start == w.Start:
			mark(w.Start, values[0].End, values[0].Slot)
			values, asked = values[1:], asked[min(1, len(asked)):]
		case len(asked) > 0 && asked[0] == w.Lower:
			asked = asked[1:]
		default:
			mark(w.Start, w.End, reading.Frame)
		}
	}
	return out.String() + s.Text[at:]
}
