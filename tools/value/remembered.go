package value

import (
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"
)

// What is found in a text depends on the text and the reference alone, takes some
// forty expressions, and is asked several times of most texts: by the reader, the
// compiler of procedures and the gazetteer. So the last findings are remembered.

// asked is a question of what a text mentions.
type asked struct {
	text string
	ref  Reference
}

// The most findings that are remembered, and of texts of how many bytes at most.
const (
	mostRemembered = 2048
	longestAsked   = 512
)

// memory keeps the findings of one kind of search.
type memory struct{ *lru.Cache[asked, []Mention] }

func newMemory() memory {
	c, err := lru.New[asked, []Mention](mostRemembered)
	if err != nil {
		panic(err) // only of a size below one
	}
	return memory{c}
}

// stems keeps words' stems, which take a microsecond each, as most words come again.
var stems = func() *lru.Cache[string, string] {
	const most = 8192
	c, err := lru.New[string, string](most)
	if err != nil {
		panic(err) // only of a size below one
	}
	return c
}()

var foundBy, allFoundBy = newMemory(), newMemory()

// or is what was found for the question, or else what find finds. The caller may change it.
func (m memory) or(text string, ref Reference, find func(string, Reference) []Mention) []Mention {
	if len(text) > longestAsked {
		return find(text, ref)
	}
	of := asked{text, ref}
	if all, ok := m.Get(of); ok {
		return slices.Clone(all)
	}
	all := find(text, ref)
	m.Add(of, slices.Clone(all))
	return all
}
