// Package folders tells which folders of a tree hold no file, and which of those come and
// go between two states of it. Such a folder is named by its slashed path with a slash at
// the end, so that it stands among the files of the tree and is not taken for one. It
// reads no disk.
//
// Start with Empty and Between.
package folders

import (
	"iter"
	"path"
	"slices"
	"strings"
)

const slash = "/"

// Is reports whether a path is that of a folder.
func Is(path string) bool { return strings.HasSuffix(path, slash) }

// Path is the path of the folder of a name: with the slash. It undoes Name.
func Path(name string) string { return name + slash }

// Name is a path without the slash that says it is a folder; a file's stays as it is.
func Name(path string) string { return strings.TrimSuffix(path, slash) }

// Empty are the paths, in order, of those folders in which no file lies, however deep.
// The folders are given by their names.
func Empty(all []string, files iter.Seq[string]) []string {
	if len(all) == 0 {
		return nil
	}
	holding := map[string]bool{}
	for file := range files {
		holding[file] = true // a folder that cannot be read may be given as a file too
		above(file, holding)
	}
	var out []string
	for _, name := range all {
		if !holding[name] {
			out = append(out, Path(name))
		}
	}
	slices.Sort(out)
	return out
}

// above adds the names of the folders that a path lies in.
func above(name string, all map[string]bool) {
	for dir := path.Dir(name); dir != "." && !all[dir]; dir = path.Dir(dir) {
		all[dir] = true
	}
}

// Between tells which empty folders were made, and which are gone, between two states of a
// tree: its files, and its empty folders by their paths. A folder that was there with a
// file in it was not made when the file went, and one that has got a file is not gone.
func Between(before, after iter.Seq[string]) (made, gone []string) {
	return lacking(after, before), lacking(before, after)
}

// lacking are the empty folders of one state, in order, that another does not have.
func lacking(of, in iter.Seq[string]) []string {
	empty := slices.Sorted(only(of, Is))
	if len(empty) == 0 {
		return nil
	}
	there := map[string]bool{}
	for p := range in {
		if Is(p) {
			there[Name(p)] = true
		}
		above(Name(p), there)
	}
	return slices.Collect(only(slices.Values(empty), func(p string) bool { return !there[Name(p)] }))
}

func only(all iter.Seq[string], fits func(string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for p := range all {
			if fits(p) && !yield(p) {
				return
			}
		}
	}
}

// Grouped puts each folder before those that lie in it, in a group of their own. The paths
// are in order.
func Grouped(all []string) [][]string {
	var out [][]string
	for _, p := range all {
		if last := len(out) - 1; last >= 0 && strings.HasPrefix(p, out[last][0]) {
			out[last] = append(out[last], p)
			continue
		}
		out = append(out, []string{p})
	}
	return out
}

// InTurn orders what is to be done to the files and empty folders of a tree: folders go
// first, the deepest before those that it lies in; then come the files, as they stand; and
// folders are made last, so that a file and a folder can take each other's place.
func InTurn[T any](all []T, path func(T) string, goes func(T) bool) []T {
	var gone, files, made []T
	for _, one := range all {
		switch {
		case !Is(path(one)):
			files = append(files, one)
		case goes(one):
			gone = append(gone, one)
		default:
			made = append(made, one)
		}
	}
	byPath := func(a, b T) int { return strings.Compare(path(a), path(b)) }
	slices.SortFunc(gone, byPath)
	slices.Reverse(gone)
	slices.SortFunc(made, byPath)
	return slices.Concat(gone, files, made)
}
