package changes_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/changes"
	"legomem/folders"
	"legomem/must"
	"legomem/tools/facts"
)

// withFolders is a folder with files and, where a path ends in a slash, folders.
func withFolders(t testing.TB, paths ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range paths {
		must.Do(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o700))
		if !folders.Is(path) {
			must.Do(t, os.WriteFile(filepath.Join(dir, path), []byte(path), 0o600))
		}
	}
	return dir
}

// TestFolders: a folder that comes or goes without a file is a change; one that a file
// brings with it, or leaves behind, is none of its own.
func TestFolders(t *testing.T) {
	type change struct {
		Sentence string
		Marks    []facts.MarkKind
		Targets  []string
	}
	deletion := []facts.MarkKind{facts.Deletion}
	for _, tc := range []struct {
		name          string
		before, after []string
		want          []change
	}{
		{"the same", []string{"data/a/", "x"}, []string{"data/a/", "x"}, nil},
		{"made", nil, []string{"data/Contracts/"}, []change{{"Makes the folder data/Contracts.", nil, []string{"data/Contracts: named"}}}},
		{"made in a new one", []string{"data/x"}, []string{"data/x", "data/a/Contracts/"}, []change{{"Makes the folder data/a/Contracts.", nil, []string{"data/a/Contracts: named"}}}},
		{"made, two in a new one", nil, []string{"data/c/1/", "data/c/2/"}, []change{{"Makes the folders data/c/1 and data/c/2.", nil, []string{"data/c/1: new", "data/c/2: new"}}}},
		{"made twice", []string{"data/x"}, []string{"data/x", "data/a/", "data/b/"}, []change{{"Makes the folder data/a.", nil, []string{"data/a: new"}}, {"Makes the folder data/b.", nil, []string{"data/b: new"}}}},
		{"made beside a file", nil, []string{"data/x", "data/a/"}, []change{{"Makes the folder data/a.", nil, []string{"data/a: new"}}, {"Makes data/x, with 1 line.", nil, []string{"data/x: new"}}}},
		{"deleted", []string{"data/x", "data/a/"}, []string{"data/x"}, []change{{"Deletes the folder data/a.", deletion, []string{"data/a: new"}}}},
		{"deleted with those in it", []string{"data/x", "data/a/1/", "data/a/2/"}, []string{"data/x"}, []change{{"Deletes the folder data/a, with data/a/1 and data/a/2.", deletion, []string{"data/a: new"}}}},
		{"renamed", []string{"data/x", "data/a/"}, []string{"data/x", "data/b/"}, []change{{"Deletes the folder data/a.", deletion, []string{"data/a: new"}}, {"Makes the folder data/b.", nil, []string{"data/b: new"}}}},
		{"brought by a file", nil, []string{"data/a/x"}, []change{{"Makes data/a/x, with 1 line.", nil, []string{"data/a/x: new"}}}},
		{"filled by a file", []string{"data/a/"}, []string{"data/a/x"}, []change{{"Makes data/a/x, with 1 line.", nil, []string{"data/a/x: new"}}}},
		{"left by a file", []string{"data/a/x"}, []string{"data/a/"}, []change{{"Deletes data/a/x.", deletion, []string{"data/a/x: new"}}}},
		{"gone with its file", []string{"data/a/x"}, nil, []change{{"Deletes data/a/x.", deletion, []string{"data/a/x: new"}}}},
		{"emptied, with an empty one in it gone", []string{"data/a/x", "data/a/b/"}, nil, []change{{"Deletes the folder data/a/b.", deletion, []string{"data/a/b: new"}}, {"Deletes data/a/x.", deletion, []string{"data/a/x: new"}}}},
		{"in one's own mailbox", nil, []string{"emails/Ann/Old/"}, []change{{"Makes the folder emails/Ann/Old.", nil, []string{"emails/Ann/Old: new"}}}},
		{"in another's mailbox", nil, []string{"emails/Eve/Old/"}, []change{{"Makes the folder emails/Eve/Old.", []facts.MarkKind{facts.OthersOwn}, []string{"emails/Eve/Old: new"}}}},
		{"another's mailbox", nil, []string{"emails/Eve/"}, []change{{"Makes the folder emails/Eve.", []facts.MarkKind{facts.OthersOwn}, []string{"emails/Eve: new"}}}},
		{"hidden", nil, []string{"data/.a/b/"}, []change{{"Makes the folder data/.a/b.", []facts.MarkKind{facts.HiddenFile, facts.HiddenFile}, []string{"data/.a/b: new"}}}},
		{"odd letters", nil, []string{"data/p\u0430y/"}, []change{{"Makes the folder data/p\u0430y.", []facts.MarkKind{facts.OddLetters}, []string{"data/p\u0430y: new"}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []change
			l := compareDirs(t, withFolders(t, tc.before...), withFolders(t, tc.after...), changes.Asked{Task: "Make the folder Contracts"})
			for _, c := range l.Changes {
				one := change{Sentence: c.Sentence}
				for _, m := range c.Marks {
					one.Marks = append(one.Marks, m.Kind)
				}
				for _, target := range c.Targets {
					one.Targets = append(one.Targets, target.Value+": "+string(target.Provenance))
				}
				got = append(got, one)
			}
			must.NoDiff(t, cmp.Diff(tc.want, got), "changes (-want +got):\n%s")
		})
	}
}

// TestFoldersInHash: a list without an empty folder has the hash that it had before they
// were changes; recorded answers name it.
func TestFoldersInHash(t *testing.T) {
	before, after := withFolders(t, "data/x", "data/a/x", "data/b/"), withFolders(t, "data/y", "data/a/", "data/b/y")
	if got, want := compareDirs(t, before, after, changes.Asked{Task: "do it"}).Hash, "9febf9be8192430f2ae3bb678325b35a7c191f2303bb16ca6bb85fddc6e25776"; got != want {
		t.Errorf("the hash is %s, and was %s", got, want)
	}
	must.Do(t, os.Mkdir(filepath.Join(after, "data", "c"), 0o700))
	if l := compareDirs(t, before, after, changes.Asked{Task: "do it"}); l.Hash == "9febf9be8192430f2ae3bb678325b35a7c191f2303bb16ca6bb85fddc6e25776" {
		t.Error("the hash does not tell of a folder")
	}
}

// TestManyFolders: of very many folders some are listed, and a change says how many are not.
func TestManyFolders(t *testing.T) {
	var made, gone []string
	for i := range 6_000 {
		made, gone = append(made, fmt.Sprintf("made/%04d/", i)), append(gone, fmt.Sprintf("gone/%04d/", i))
	}
	before, after := withFolders(t, append(gone, "made/x", "gone/x")...), withFolders(t, append(made, "made/x", "gone/x")...)
	got := must.Have(changes.Compare(context.Background(), changes.Testbed{Dir: before}, changes.Testbed{Dir: after}, changes.Asked{}, broken{}))(t)
	if n := len(got.Changes); n != 10_001 || !anyMark(got, facts.Large, "2000 more folders, from gone/4000/ to gone/5999/") {
		t.Errorf("%d changes, or nothing says that some are not listed", n)
	}
}
