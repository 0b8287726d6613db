package reflex

import (
	"fmt"
	"testing"
)

// TestStemsAreBounded: however many words users say, so many are kept.
func TestStemsAreBounded(t *testing.T) {
	lx := readLexicon("")
	for i := range 3 * mostStems {
		if word := fmt.Sprintf("meeting%d", i); lx.stem(word) != word {
			t.Fatalf("the stem of %s is %s", word, lx.stem(word))
		}
	}
	n := 0
	lx.stems.kept.Load().Range(func(any, any) bool { n++; return true })
	if n > mostStems || lx.stem("meetings") != lx.stem("meeting") {
		t.Errorf("%d stems are kept, want %d at most", n, mostStems)
	}
}
