package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

// timeWords are the words that times are told in.
var timeWords = strings.Split(dayNames+"|"+dayParts+"|"+noonWord+"|"+fullMonths+"|today|tomorrow|yesterday|tonight|minutes|minute|hours|hour|days|day|weeks|week|months|month|next|this|last|end", "|")

const fullMonths = `january|february|march|april|may|june|july|august|september|october|november|december`

var (
	halfHour = lazy(`\bhalf (\d{1,2})\b`)
	theUnit  = lazy(`\bthe (week|month|year)\b`)
	loneWord = lazy(`\p{L}+`)
)

// Respelled are other ways to spell a value that was typed in a hurry, or in words: "tmrw"
// is tomorrow, "two pm" 2 pm, "half 12" half past 12, "the year" this year. What is read of
// them is likely, not sure.
func Respelled(text string) []string {
	lower := strings.ToLower(strings.TrimSpace(text))
	words := loneWord().ReplaceAllStringFunc(lower, inFull)
	digits := loneWord().ReplaceAllStringFunc(words, inDigits)
	told := theUnit().ReplaceAllString(halfHour().ReplaceAllString(digits, "half past $1"), "this $1")
	return slices.DeleteFunc(slices.Compact([]string{lower, words, digits, told}), func(s string) bool { return s == text })
}

// inFull is the one word of times that a misspelled or shortened word can be.
func inFull(word string) string {
	if len(word) < 3 || slices.Contains(timeWords, word) || inDigits(word) != word {
		return word
	}
	var fits []string
	for _, full := range timeWords {
		if Near(word, full) || shortened(word, full) {
			fits = append(fits, full)
		}
	}
	if len(fits) != 1 {
		return word
	}
	return fits[0]
}

// Near says that two words are spelled nearly alike: it allows a slip for each four letters
// of the shorter one.
func Near(a, b string) bool {
	most := min(len(a), len(b)) / 4
	return max(len(a), len(b))-min(len(a), len(b)) <= most && levenshtein.ComputeDistance(a, b) <= most
}

// shortened says that a word has letters of another in their order, its first and its last
// too, as people leave letters out.
func shortened(word, full string) bool {
	if word[0] != full[0] || word[len(word)-1] != full[len(full)-1] {
		return false
	}
	for i := range len(full) {
		if word != "" && word[0] == full[i] {
			word = word[1:]
		}
	}
	return word == ""
}

func inDigits(word string) string {
	if n, ok := cardinals[word]; ok {
		return strconv.Itoa(n)
	}
	return word
}
