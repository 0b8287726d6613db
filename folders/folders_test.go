package folders_test

import (
	"slices"
	"testing"

	"legomem/folders"
	"legomem/must"

	"github.com/google/go-cmp/cmp"
)

func TestEmpty(t *testing.T) {
	for _, tc := range []struct {
		name       string
		all, files []string
		want       []string
	}{
		{"none", nil, []string{"a"}, nil},
		{"empty", []string{"a"}, nil, []string{"a/"}},
		{"with a file", []string{"a"}, []string{"a/x"}, nil},
		{"with a file deep in it", []string{"a", "a/b", "a/c"}, []string{"a/b/x"}, []string{"a/c/"}},
		{"with an empty folder", []string{"a", "a/b"}, nil, []string{"a/", "a/b/"}},
		{"beside a file of a like name", []string{"a", "ab"}, []string{"ab/x"}, []string{"a/"}},
		{"that cannot be read", []string{"a", "a/b"}, []string{"a/b"}, nil},
	} {
		must.NoDiff(t, cmp.Diff(tc.want, folders.Empty(tc.all, slices.Values(tc.files))), tc.name+" (-want +got):\n%s")
	}
}

// TestBetween: what a file brings with it, or leaves behind, is no change of its own.
func TestBetween(t *testing.T) {
	for _, tc := range []struct {
		name          string
		before, after []string
		made, gone    []string
	}{
		{"nothing", []string{"a/", "b/x"}, []string{"a/", "b/x"}, nil, nil},
		{"made", nil, []string{"a/"}, []string{"a/"}, nil},
		{"gone", []string{"a/"}, nil, nil, []string{"a/"}},
		{"renamed", []string{"a/"}, []string{"b/"}, []string{"b/"}, []string{"a/"}},
		{"made in one that is there", []string{"a/x"}, []string{"a/x", "a/b/"}, []string{"a/b/"}, nil},
		{"made in a new one", nil, []string{"a/", "a/b/"}, []string{"a/", "a/b/"}, nil},
		{"made beside a new file", nil, []string{"a/x", "a/b/"}, []string{"a/b/"}, nil},
		{"made by a file", nil, []string{"a/b/x"}, nil, nil},
		{"filled", []string{"a/"}, []string{"a/b/x"}, nil, nil},
		{"left by a file", []string{"a/b/x"}, []string{"a/", "a/b/"}, nil, nil},
		{"gone with its file", []string{"a/x"}, nil, nil, nil},
		{"gone out of one that goes with its file", []string{"a/x", "a/b/"}, nil, nil, []string{"a/b/"}},
		{"gone with those in it", []string{"a/", "a/b/"}, []string{"c"}, nil, []string{"a/", "a/b/"}},
		{"a file becomes a folder", []string{"a"}, []string{"a/"}, []string{"a/"}, nil},
		{"a folder becomes a file", []string{"a/"}, []string{"a"}, nil, []string{"a/"}},
	} {
		made, gone := folders.Between(slices.Values(tc.before), slices.Values(tc.after))
		must.NoDiff(t, cmp.Diff([2][]string{tc.made, tc.gone}, [2][]string{made, gone}), tc.name+" (-want +got):\n%s")
	}
}

func TestGrouped(t *testing.T) {
	want := [][]string{{"a-b/"}, {"a/", "a/b/", "a/b/c/"}, {"ab/"}}
	all := []string{"a-b/", "a/", "a/b/", "a/b/c/", "ab/"}
	must.NoDiff(t, cmp.Diff(want, folders.Grouped(all)), "groups (-want +got):\n%s")
}

func TestInTurn(t *testing.T) {
	want := []string{"-b/c/", "-b/", "+z", "-a", "+a/", "+a/b/"}
	all := []string{"+a/b/", "-b/", "+z", "-b/c/", "+a/", "-a"}
	got := folders.InTurn(all, func(s string) string { return s[1:] }, func(s string) bool { return s[0] == '-' })
	must.NoDiff(t, cmp.Diff(want, got), "turns (-want +got):\n%s")
}

func TestName(t *testing.T) {
	for path, name := range map[string]string{"a/b/": "a/b", "a/b": "a/b"} {
		if got := folders.Name(path); got != name || folders.Is(path) == (path == name) {
			t.Errorf("%s: %s, a folder: %v", path, got, folders.Is(path))
		}
	}
}
