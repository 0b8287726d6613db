package reading

import (
	"maps"
	"slices"
	"strings"

	"legomem/tools/value"
)

// frames are the words that people put around any request, before it and behind it, as
// the wordings that a model was trained with mark them: "could you please", "thanks".
type frames struct{ Before, Behind []string }

// often is how many wordings have a frame that counts.
const often = 2

// framesOf are the frames of skills' wordings.
func framesOf(skills []*Skill) frames {
	before, behind := map[string]int{}, map[string]int{}
	for _, k := range skills {
		for _, w := range k.Wordings {
			for _, m := range w.Marks {
				switch {
				case m.Slot != Frame:
				case m.Start == 0:
					before[inWords(w.Text[m.Start:m.End])]++
				case strings.Trim(w.Text[m.End:], " .!?") == "":
					behind[inWords(w.Text[m.Start:m.End])]++
				}
			}
		}
	}
	return frames{Before: frequent(before), Behind: frequent(behind)}
}

// starts are the words at which a request may begin: the first, and those behind a frame.
func (f frames) starts(s *Sentence) []int {
	out := []int{0}
	for n := 1; n <= min(longestFrame, len(s.Words)-1); n++ {
		if has(f.Before, s.said(0, n)) {
			out = append(out, n)
		}
	}
	return out
}

// ends are the words before which a request may end: behind the last, and before a frame.
func (f frames) ends(s *Sentence) []int {
	out := []int{len(s.Words)}
	for n := len(s.Words) - 1; n > max(0, len(s.Words)-1-longestFrame); n-- {
		if has(f.Behind, s.said(n, len(s.Words))) {
			out = append(out, n)
		}
	}
	return out
}

// vocabulary are the words of all frames.
func (f frames) vocabulary() map[string]bool {
	out := map[string]bool{}
	for _, said := range slices.Concat(f.Before, f.Behind) {
		for _, word := range strings.Fields(said) {
			out[word] = true
		}
	}
	return out
}

// longestFrame is how many words a frame has at most.
const longestFrame = 8

// said are words in lower case, without signs; "" for more than a frame has.
func (s *Sentence) said(from, to int) string {
	if to-from > longestFrame {
		return ""
	}
	var out []string
	for _, w := range s.Words[from:to] {
		out = append(out, w.Lower)
	}
	return strings.Join(out, " ")
}

func inWords(text string) string {
	var out []string
	for _, t := range value.Tokens(text) {
		out = append(out, t.Lower)
	}
	return strings.Join(out, " ")
}

func frequent(counts map[string]int) []string {
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n < often })
	return slices.Sorted(maps.Keys(counts))
}

func has(sorted []string, text string) bool {
	_, found := slices.BinarySearch(sorted, text)
	return found && text != ""
}
