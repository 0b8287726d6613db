package pdf

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// readable joins a page's strings as a person reads them: in the order the page
// shows them, with a new line where the position moves to another line, and a
// space where letters stand apart.
type readable struct {
	out  strings.Builder
	last *run
}

// The distances, in multiples of the letters' size. Kerning stays under a tenth,
// a justified line squeezes its spaces to no less than a fifth.
const (
	wordGap = 0.17
	lineGap = 0.5
)

func (r *readable) show(next run, _ *state) {
	if next.text == "" {
		return
	}
	if r.last != nil {
		r.separate(next)
	}
	r.out.WriteString(next.text)
	r.last = &next
}

func (r *readable) separate(next run) {
	last := r.last
	size := max(last.size, next.size)
	dx, dy := next.x-last.endX, next.y-last.endY
	along := dx*last.alongX + dy*last.alongY
	across := -dx*last.alongY + dy*last.alongX
	turned := last.alongX*next.alongX+last.alongY*next.alongY < 0.9
	switch {
	case turned, abs(across) > lineGap*size, along < -2*size:
		r.out.WriteByte('\n')
	case along > wordGap*min(last.size, next.size) && !endsBlank(last.text) && !startsBlank(next.text):
		r.out.WriteByte(' ')
	}
}

// These do nothing: the positions of the strings are enough.

func (r *readable) gap(float64, *state)             {}
func (r *readable) moveTo(*state)                   {}
func (r *readable) moveBy(float64, float64, *state) {}
func (r *readable) pause(string)                    {}

// text is what was shown, with ligatures spelled out and no white space at the
// end of a line.
func (r *readable) text() string {
	var lines []string
	for line := range strings.SplitSeq(r.out.String(), "\n") {
		lines = append(lines, strings.TrimRight(spellOut(line), " \t\r"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st",
	"\u00a0", " ", "\u00ad", "", "\x00", "", "\ufffd", "")

func spellOut(s string) string { return norm.NFC.String(ligatures.Replace(s)) }

func abs(x float64) float64 { return max(x, -x) }

func endsBlank(s string) bool   { return strings.HasSuffix(s, " ") || strings.HasSuffix(s, "\u00a0") }
func startsBlank(s string) bool { return strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\u00a0") }
