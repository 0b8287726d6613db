package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/must"
)

// What was done to somebody's own folder is told here by holding the folder before
// against the folder after, with other means than the program's: libraries read the
// mails, calendars and workbooks, and nothing of the package changes is used. Each effect
// is one line, in the words in which the author of a case writes down what is wanted.

// folder is all that lies in a folder of this machine, by slashed path.
type folder map[string]item

// item is a file, or a folder that holds nothing.
type item struct {
	text string
	mode fs.FileMode // its type and permissions
}

// folderAt reads a folder with all that it holds.
func folderAt(t *testing.T, dir string) folder {
	t.Helper()
	out := folder{}
	must.Do(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		one, err := itemAt(name)
		out[filepath.ToSlash(rel)] = one
		return err
	}))
	return out
}

func itemAt(name string) (item, error) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return item{mode: fs.ModeIrregular}, err
	}
	data, err := os.ReadFile(name)
	return item{string(data), info.Mode()}, err
}

// answer is where a run's answer goes. Every run writes one, and the user wants it.
const answer = "data/answer.txt"

// effects are all that is different in a folder, sorted. The run's answer, which is what
// it is told to say, is none.
func effects(t *testing.T, before, after folder, said string) []string {
	t.Helper()
	var out []string
	for _, name := range differing(before, after) {
		was, is := before[name], after[name]
		switch {
		case name == answer && is.text == said:
		case was.mode != is.mode && was.mode != 0 && is.mode != 0:
			out = append(out, fmt.Sprintf("mode of %s: %v, not %v", name, is.mode, was.mode))
		case isIn(name, "emails", ".eml"): // all copies together, below
		case isIn(name, "calendar", ".ics"):
			out = append(out, eventEffects(name, was.text, is.text)...)
		case path.Ext(name) == ".xlsx":
			out = append(out, bookEffects(t, name, was, is)...)
		default:
			out = append(out, fileEffect(name, was, is))
		}
	}
	out = append(out, mailEffects(t, before, after)...)
	slices.Sort(out)
	return out
}

// differing are the paths at which two folders are not the same.
func differing(before, after folder) []string {
	all := maps.Clone(before)
	maps.Copy(all, after)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool {
		return before[name] == after[name] || before.holdsFiles(name) || after.holdsFiles(name)
	})
}

// holdsFiles reports whether a path is that of a folder with something in it: what
// happens to that is told of the files.
func (f folder) holdsFiles(name string) bool {
	for other := range f {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return false
}

// isIn reports whether a path is that of a mail or a calendar.
func isIn(name, top, ext string) bool {
	return strings.HasPrefix(name, top+"/") && path.Ext(name) == ext
}

// fileEffect is what happened to a file of which no more is told than its text.
func fileEffect(name string, was, is item) string {
	shown := ""
	if path.Ext(name) == ".txt" {
		shown = ": " + oneLine(is.text)
	}
	switch {
	case was.mode == 0:
		return "made " + name + shown
	case is.mode == 0:
		return "gone " + name
	}
	return "changed " + name + shown
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// beyond are the effects that are not among the wanted ones, each as often as it is there.
func beyond(all, wanted []string) []string {
	left := slices.Clone(wanted)
	var out []string
	for _, e := range all {
		if i := slices.Index(left, e); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		out = append(out, e)
	}
	return out
}
