package reflex

import (
	"sync"

	"legomem/reading"
	"legomem/tools/value"
)

// family is a procedure made ready for reading: runs of the same work were made into it.
type family struct {
	*Procedure
	// needed are the words without which a sentence is in none of its wordings.
	needed func() [][]string
	// wordings are its patterns as package reading has them, with its skill; nil where a
	// person's edit made one of them other than its template.
	wordings func() (*reading.Skill, *reading.Wordings)
	// prepared is its skill, ready for a reader; nil likewise.
	prepared func() *reading.Prepared
}

func newFamily(p *Procedure) *family {
	return &family{Procedure: p, needed: sync.OnceValue(p.neededWords), wordings: sync.OnceValues(p.wordings), prepared: sync.OnceValue(p.prepared)}
}

// says says that the family has every wording of another.
func (f *family) says(other *family) bool {
	have := map[string]bool{}
	for _, p := range f.Patterns {
		have[p.Text] = true
	}
	for _, p := range other.Patterns {
		if !have[p.Text] {
			return false
		}
	}
	return true
}

// Binding is a slot's value as a text gives it.
type Binding struct {
	Slot    string     `json:"slot"`
	Kind    value.Kind `json:"kind"`
	Canon   string     `json:"value"`
	Spelled string     `json:"spelled"`
}

// rival says that a value of one kind could be taken for the other.
func rival(a, b value.Kind) bool {
	return a == b || (isWords(a) && isWords(b))
}
