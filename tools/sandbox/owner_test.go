package sandbox

import (
	"errors"
	"fmt"
	"testing"
)

// TestReapStops: what one container cannot be removed for is no reason to leave
// the others, unless the engine does not answer.
func TestReapStops(t *testing.T) {
	all := []Leftover{{ID: "a", Abandoned: true}, {ID: "live"}, {ID: "b", Abandoned: true}, {ID: "c", Abandoned: true}}
	for _, c := range []struct {
		name    string
		err     error // of a
		removed []string
	}{
		{"all", nil, []string{"a", "b", "c"}},
		{"one fails", errors.New("no"), []string{"b", "c"}},
		{"a mute engine", fmt.Errorf("remove: %w", &fault{error: errors.New("no answer"), mute: true}), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			gone, err := reap(all, func(left Leftover) error {
				if left.ID == "a" {
					return c.err
				}
				return nil
			})
			var ids []string
			for _, left := range gone {
				ids = append(ids, left.ID)
			}
			if fmt.Sprint(ids) != fmt.Sprint(c.removed) || !errors.Is(err, c.err) {
				t.Errorf("removed %v, %v, want %v, %v", ids, err, c.removed, c.err)
			}
		})
	}
}
