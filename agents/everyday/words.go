package everyday

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"legomem/tools/value"
)

// What the skills' wordings tell of words takes longer to count than a user should wait, so
// it comes with the program:
//
//	go run ./reading/train -ready

//go:embed words.json
var wordsFile []byte

// wordTables are what the skills' wordings tell of words, as words.json has it: each list in
// the order of the words, but for Often.
type wordTables struct {
	// Common are stems that stand outside of values a third as often as inside, and more than
	// once.
	Common []string `json:"common"`
	// Plain are, by the kind of a thing that wordings name, words that stand beside it in some
	// of them, and Usual those that do in many.
	Plain map[value.Kind][]string `json:"plain"`
	Usual map[value.Kind][]string `json:"usual"`
	// Known are words that are no slip of the hand, Often those that slips are taken for, the
	// most frequent first, and Parts those that stand between two values of a list: "and".
	Known []string `json:"known"`
	Often []string `json:"often"`
	Parts []string `json:"parts"`
}

// knownWords are the tables to look words up in.
type knownWords struct {
	common, known, parts map[string]bool
	plain, usual         map[value.Kind]map[string]bool
	often                []string
}

var vocabulary = sync.OnceValue(func() *knownWords {
	var t wordTables
	if err := json.Unmarshal(wordsFile, &t); err != nil {
		panic("words.json is broken: " + err.Error()) // it was built in
	}
	return t.known()
})

func (t wordTables) known() *knownWords {
	return &knownWords{common: setOf(t.Common), known: setOf(t.Known), parts: setOf(t.Parts), plain: setsOf(t.Plain), usual: setsOf(t.Usual), often: t.Often}
}

func setOf(all []string) map[string]bool {
	out := make(map[string]bool, len(all))
	for _, one := range all {
		out[one] = true
	}
	return out
}

func setsOf(all map[value.Kind][]string) map[value.Kind]map[string]bool {
	out := make(map[value.Kind]map[string]bool, len(all))
	for kind, some := range all {
		out[kind] = setOf(some)
	}
	return out
}

// Common says that a word tells nothing of what is named: people say it outside of names
// at least a third as often, as in "the mail about".
func (*ready) Common(stem string) bool { return vocabulary().common[stem] }

// Plain says that people who name a thing of a kind often say a word besides: "my", "the",
// "meeting". Any other word is said of one thing and not of another. Of a kind that nobody
// names every word is plain.
func (*ready) Plain(kind value.Kind, word string) bool {
	said, named := vocabulary().plain[kind]
	return !named || said[strings.ToLower(word)]
}

// Usual says that people who name a thing of a kind mostly say a word besides, as "list".
func (*ready) Usual(kind value.Kind, word string) bool {
	return vocabulary().usual[kind][strings.ToLower(word)]
}
