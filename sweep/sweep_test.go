package sweep_test

import (
	"slices"
	"testing"

	"legomem/sweep"
)

func TestSample(t *testing.T) {
	cases := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, tt := range []struct {
		name, slow, all string
		want            int
	}{
		{"every run", "", "", 3},
		{"in full", "1", "", 6},
		{"all", "", "1", 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("LEGOMEM_SLOW", tt.slow)
			t.Setenv("LEGOMEM_SWEEP", tt.all)
			got := sweep.Sample(t, cases, 3, 6)
			if len(got) != tt.want || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != tt.want {
				t.Errorf("a sample of %d: %v", tt.want, got)
			}
			if again := sweep.Sample(t, cases, 3, 6); !slices.Equal(got, again) {
				t.Errorf("another sample: %v, then %v", got, again)
			}
		})
	}
}
