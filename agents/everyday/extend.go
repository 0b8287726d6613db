package everyday

import (
	"slices"
	"strings"

	"legomem/agents/gazetteer"
	"legomem/lists"
	"legomem/tools/value"
)

// furthest is how many words on one side of a value may be of the name that it begins: what
// is longer is a text, and each is looked up.
const furthest = 12

// find finds what a value names. Words beside it that nothing accounts for belong to it
// where the office has something that is called so: "the stock [take]".
func (b *binder) find(g given, all *gazetteer.Things) (given, gazetteer.Found) {
	found := all.Find(unquoted(g), b.ref, b.skills)
	if g.Canon != "" {
		return g, found
	}
	for i := 1; i <= min(len(g.Behind), furthest) && (b.isLeftOver(g.Behind[i-1]) || !b.saysMore(g.Behind[i-1])); i++ {
		longer := g.Text + " " + strings.Join(g.Behind[:i], " ")
		if more := all.Find(longer, b.ref, b.skills); better(more, found) {
			b.account(g.Behind[:i])
			g.Text, g.Behind, found, i = longer, g.Behind[i:], more, 0
		}
	}
	for n := len(g.Before); n > max(0, len(g.Before)-furthest); n-- {
		last := g.Before[n-1:]
		longer := strings.Join(last, " ") + " " + g.Text
		if more := all.Find(longer, b.ref, b.skills); better(more, found) {
			b.account(last)
			g.Text, g.Before, found = longer, g.Before[:n-1], more
			n = len(g.Before) + 1
		}
	}
	return g, found
}

// better says that a longer text names fewer things, or the same with more of its words.
func better(longer, shorter gazetteer.Found) bool {
	if !longer.Named() || !longer.Fit() {
		return false
	}
	newlyTimed := longer.Timed && !shorter.Timed
	return newlyTimed || longer.Worth > shorter.Worth || !shorter.Fit()
}

// account takes words off those that nothing accounts for.
func (b *binder) account(words []string) {
	said := wordsOf(strings.Join(words, " "))
	b.leftOver = slices.DeleteFunc(slices.Clone(b.leftOver), func(left string) bool { return slices.Contains(said, left) })
}

// grown is a value that no list of things tells the end of, with the words right beside it
// that nothing accounts for: they are of it, or of nothing.
func (b *binder) grown(g given) given {
	if g.Canon != "" && !strings.HasSuffix(g.Text, g.Canon) {
		return g // it stands in quotes, or has a form of its own
	}
	last := b.lastOf(g)
	if last >= 0 && (!g.Last || b.saysMore(strings.Join(g.Behind[:last+1], " "))) {
		b.taken(g.Behind[:last+1])
		g.Text, g.Canon = g.Text+" "+strings.Join(g.Behind[:last+1], " "), ""
	}
	first := len(g.Before)
	for first > 0 && b.isLeftOver(g.Before[first-1]) {
		first--
	}
	for first < len(g.Before) && !b.saysMore(g.Before[first]) {
		first++ // "called" before a name is none of it
	}
	if first < len(g.Before) {
		b.taken(g.Before[first:])
		g.Text, g.Canon = strings.Join(g.Before[first:], " ")+" "+g.Text, ""
	}
	return g
}

// lastOf is the last of the words behind a value that are of it, -1 for none: where another
// value follows, those right behind it; else up to the last one that is left over.
func (b *binder) lastOf(g given) int {
	if g.Last {
		for i := len(g.Behind) - 1; i >= 0; i-- {
			if b.isLeftOver(g.Behind[i]) {
				return i
			}
		}
		return -1
	}
	next := slices.IndexFunc(g.Behind, func(word string) bool { return !b.isLeftOver(word) })
	if next < 0 {
		next = len(g.Behind)
	}
	return next - 1
}

func (b *binder) isLeftOver(word string) bool {
	return slices.ContainsFunc(wordsOf(word), func(w string) bool { return slices.Contains(b.leftOver, w) })
}

// wordsOf are a text's words as the reader takes them apart.
func wordsOf(text string) []string {
	return lists.Map(value.Tokens(text), func(t value.Token) string { return t.Text })
}

// taken notes that words were taken into a value: it is likely, and said.
func (b *binder) taken(words []string) {
	b.grew = true
	b.doubt("%q is taken to be of a value", strings.Join(words, " "))
	b.account(words)
}
