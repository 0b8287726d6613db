package reading

import (
	"path"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/tools/value"
)

// Name is the name of something that is really there: of a file, a person, a list, an
// event's title.
type Name struct {
	Kind value.Kind
	Text string
}

// Names are names made ready to be found in sentences, as a trie of their words. Many
// sentences may share them.
type Names struct {
	next  map[branch]int
	ends  map[int][]Name
	nodes int
}

// branch leads from a node of the trie by a word.
type branch struct {
	node int
	word string
}

// NewNames makes names ready.
func NewNames(all []Name) *Names {
	n := &Names{next: make(map[branch]int, len(all)), ends: make(map[int][]Name, len(all))}
	for _, name := range all {
		for _, words := range spellings(name) {
			n.add(words, name)
		}
	}
	return n
}

// spellings are the words of which people make a name: a file's also without its folder and
// its suffix, and with spaces for what joins its words.
func spellings(name Name) [][]string {
	all := value.Tokens(name.Text)
	whole := lists.Map(all, lower)
	if name.Kind != value.File {
		return [][]string{whole}
	}
	folder, _ := path.Split(name.Text)
	base := whole[len(lists.Filter(all, func(t value.Token) bool { return t.End <= len(folder) })):]
	plain := withoutSuffix(base, strings.ToLower(path.Ext(name.Text)))
	apart := strings.FieldsFunc(strings.Join(plain, " "), func(r rune) bool { return r == ' ' || r == '_' })
	return [][]string{whole, base, plain, apart}
}

func lower(t value.Token) string { return t.Lower }

// withoutSuffix is a file's name in words without its suffix.
func withoutSuffix(words []string, suffix string) []string {
	if len(words) == 0 {
		return nil
	}
	last := len(words) - 1
	stem := strings.TrimSuffix("."+words[last], suffix)
	if stem == "" {
		return words[:last] // the suffix is a word of its own
	}
	return append(slices.Clone(words[:last]), strings.TrimPrefix(stem, "."))
}

func (n *Names) add(words []string, name Name) {
	node := 0
	for _, word := range words {
		by := branch{node, word}
		next, ok := n.next[by]
		if !ok {
			n.nodes++
			next = n.nodes
			n.next[by] = next
		}
		node = next
	}
	if node > 0 && !slices.Contains(n.ends[node], name) {
		n.ends[node] = append(n.ends[node], name)
	}
}

// addNames notes the names that a sentence has, of each kind, wherever one begins.
func (s *Sentence) addNames(n *Names) {
	for first := range s.Words {
		node, ok := 0, true
		for last := first; last < len(s.Words); last++ {
			if node, ok = n.next[branch{node, s.Words[last].Lower}]; !ok {
				break
			}
			s.Spans[first] = append(s.Spans[first], spansOf(n.ends[node], first, last)...)
		}
	}
}

// spansOf is a span for each kind of some names. One that means several things has no
// canonical form.
func spansOf(names []Name, first, last int) []Span {
	var out []Span
	for _, name := range names {
		at := slices.IndexFunc(out, func(s Span) bool { return s.Kind == name.Kind })
		if at >= 0 {
			out[at].Canon = ""
			continue
		}
		out = append(out, Span{Kind: name.Kind, First: first, Last: last, Canon: name.Text, There: true})
	}
	return out
}
