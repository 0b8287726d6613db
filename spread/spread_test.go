package spread

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFiles: each file is handed out once, with files of its own folder alone.
func TestFiles(t *testing.T) {
	want := []string{"a", "b/c", "b/d", "e"}
	for i := range 3 * few {
		want = append(want, fmt.Sprintf("f/%03d", i))
	}
	var mu sync.Mutex
	var got []string
	err := Files(want, func(s Some) error {
		mu.Lock()
		defer mu.Unlock()
		for _, name := range s.Names {
			got = append(got, s.Path(name))
		}
		return nil
	})
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestNone(t *testing.T) {
	if err := Files(nil, func(Some) error { return errors.New("of what?") }); err != nil {
		t.Error(err)
	}
}

// TestFailing: after an error nothing more is begun.
func TestFailing(t *testing.T) {
	paths := make([]string, 1000*few)
	for i := range paths {
		paths[i] = fmt.Sprint(i)
	}
	broken := errors.New("broken")
	var called atomic.Int64
	err := Files(paths, func(Some) error { called.Add(1); return broken })
	if !errors.Is(err, broken) || called.Load() > 100 {
		t.Errorf("%v after %d calls", err, called.Load())
	}
}
