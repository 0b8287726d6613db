package lift

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestDrawApart(t *testing.T) {
	drawn := []float64{0.2, 0.6, 0.9999, 0}
	draw := func() (u float64) {
		u, drawn = drawn[0], drawn[1:]
		return u
	}
	got := DrawApart([]Chance{{"a", 0.3}, {"b", 0.5}, {"c", 1}, {"d", 0}}, draw)
	must.NoDiff(t, cmp.Diff([]string{"a", "c"}, got), "left out: %s")
	if len(drawn) > 0 {
		t.Errorf("%d numbers were not drawn", len(drawn))
	}
}
