package lists_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
)

func TestMap(t *testing.T) {
	if diff := cmp.Diff([]string{"3", "1"}, lists.Map([]int{3, 1}, strconv.Itoa)); diff != "" {
		t.Error(diff)
	}
	if got := lists.Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("of none it is %v, and not nil", got)
	}
}

func TestFilter(t *testing.T) {
	xs := []int{1, -2, 3}
	positive := func(x int) bool { return x > 0 }
	if diff := cmp.Diff([]int{1, 3}, lists.Filter(xs, positive)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{1, -2, 3}, xs); diff != "" {
		t.Error(diff)
	}
	if got := lists.Filter([]int{-1}, positive); got != nil {
		t.Errorf("where none is kept it is %v, and not nil", got)
	}
}
