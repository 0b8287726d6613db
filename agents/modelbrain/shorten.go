package modelbrain

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"legomem/llm"
)

// leftOutMark stands where something was left out.
const leftOutMark = "…"

// shorten cuts a text to so many tokens. Its sentences with the most figures, for their
// length, stay before the others: figures are what later work, or the user, asks for.
func shorten(text string, most int) string {
	if llm.CountTokens(text) <= most {
		return text
	}
	all := sentences(text)
	if len(all) == 0 {
		return ""
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(figures(all[b]), figures(all[a])) })
	keep, left := make([]bool, len(all)), most-1
	for _, i := range order {
		if size := llm.CountTokens(all[i]) + 1; size <= left {
			keep[i], left = true, left-size
		}
	}
	if !keep[order[0]] {
		return clip(all[order[0]], most)
	}
	return joined(all, keep)
}

// figures is the share of digits in a text.
func figures(text string) float64 {
	n := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return float64(n) / float64(len(text))
}

// wordsBefore is how many words come before the first figure where a text is cut inside a
// sentence.
const wordsBefore = 4

// clip is so much of a text as takes so many tokens, in whole words: from its first figure,
// or from its beginning.
func clip(text string, most int) string {
	fields, start := strings.Fields(text), ""
	if first := slices.IndexFunc(fields, func(word string) bool { return figures(word) > 0 }) - wordsBefore; first > 0 {
		fields, start = fields[first:], leftOutMark+" "
	}
	longer := sort.Search(len(fields), func(n int) bool { return llm.CountTokens(start+strings.Join(fields[:n+1], " ")) >= most })
	if longer == len(fields) {
		return start + strings.Join(fields, " ")
	}
	return start + strings.Join(fields[:longer], " ") + leftOutMark
}

// sentences splits a text, on one line, behind what ends sentences and items of lists.
func sentences(text string) []string {
	var out []string
	var now []string
	for line := range strings.Lines(text) {
		for _, word := range strings.Fields(line) {
			now = append(now, word)
			if strings.ContainsAny(word[len(word)-1:], ".;!?") {
				out, now = append(out, strings.Join(now, " ")), nil
			}
		}
		if len(now) > 0 {
			out, now = append(out, strings.Join(now, " ")), nil
		}
	}
	return out
}

// joined are the sentences that are kept, with a mark for those between.
func joined(all []string, keep []bool) string {
	var out []string
	for i, sentence := range all {
		switch {
		case keep[i]:
			out = append(out, sentence)
		case len(out) == 0 || out[len(out)-1] != leftOutMark:
			out = append(out, leftOutMark)
		}
	}
	return strings.Join(out, " ")
}
