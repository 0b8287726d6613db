package lift

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// TestWork: trials that find the same memories are of one kind, also where one found a
// stranger; a graph without edges, and one memory twice, have kinds, too.
func TestWork(t *testing.T) {
	var trials []Trial
	for range 4 {
		trials = append(trials, trial("", true, 1, "a", "b", "c"), trial("", true, 1, "d", "e", "f"))
	}
	trials = append(trials, trial("", true, 1, "a", "b", "f"), trial("", true, 1, "d", "d"))
	w := workOf(trials, subjectsOf(trials))
	if w.kinds != 3 || w.of[0] == w.of[1] {
		t.Fatalf("%+v", w)
	}
	want := append([]int{}, w.of...)
	for i := range want {
		want[i] = w.of[i%2]
	}
	must.NoDiff(t, cmp.Diff(want, w.of), "kinds of work: %s")
	alone := []Trial{trial("", true, 1, "a"), trial("", true, 1, "b")}
	if w := workOf(alone, subjectsOf(alone)); w.kinds != 3 || w.of[0] == w.of[1] {
		t.Errorf("two memories that were never found together: %+v", w)
	}
}
