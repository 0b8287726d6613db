package modelbrain

import (
	"strings"
	"testing"

	"legomem/llm"
)

// TestShorten: sentences with figures stay before others, and what is left out is marked.
func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"All of it fits.", 20, "All of it fits."},
		{"All\nlines stay\nas they are.", 20, "All\nlines stay\nas they are."},
		{"I opened the file and looked through all of its sheets. The total of May is 4,711. I then closed the file again.", 16, "… The total of May is 4,711. …"},
		{"May: 12\nJune: 13\nNothing else was found in any of the other sheets of the file", 12, "May: 12 June: 13 …"},
		{"A long sentence without any end in which after many words the total of 4,711 is told and which goes on", 14, "… words the total of 4,711 is told and which…"},
		{"one two three four five six seven eight nine ten", 5, "one two three four…"},
		{"", 1, ""},
		{strings.Repeat("\n \t", 40), 3, ""},
	} {
		if got := shorten(c.text, c.most); got != c.want {
			t.Errorf("%q in %d tokens is %q, not %q", c.text, c.most, got, c.want)
		}
	}
}

// FuzzShorten: a shortened text keeps to its tokens, or is a text that was short enough, and
// has no words of its own.
func FuzzShorten(f *testing.F) {
	f.Add("The total is 12. It is in B2; done", 7)
	f.Add("ä…\xff \n\n . ;", 2)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 6 || most > 200 {
			return
		}
		got := shorten(text, most)
		if got == text {
			return
		}
		if n := llm.CountTokens(got); n > most+2 {
			t.Errorf("%q has %d tokens, not %d", got, n, most)
		}
		for _, word := range strings.Fields(strings.ReplaceAll(got, leftOutMark, " ")) {
			if !strings.Contains(text, word) {
				t.Errorf("%q is not in the text", word)
			}
		}
	})
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		sizes  []int
		budget int
		want   int
	}{{[]int{10, 90, 50}, 100, 45}, {[]int{30, 30, 30}, 60, 20}, {nil, 10, 0}} {
		if got := share(c.sizes, c.budget); c.want != 0 && got != c.want {
			t.Errorf("of %d, %v may have %d each, not %d", c.budget, c.sizes, got, c.want)
		}
	}
	if most := share([]int{10, 20}, 30); most < 20 {
		t.Errorf("what fits is cut to %d", most)
	}
}
