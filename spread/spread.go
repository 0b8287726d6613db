// Package spread does something for many files of a tree on several goroutines, a folder
// at a time: a file in a folder that is open is found by one name, where each name of its
// whole path would be looked up, and opened, for each file.
//
// Start with Files, and with Folder, which opens their files.
package spread

import (
	"errors"
	"path"
	"runtime"
	"sync"
	"sync/atomic"
)

// Some are a few files of one folder.
type Some struct {
	Dir   string // with slashes; "." for the tree's own
	Names []string
}

// Path is the path of one of them in the tree.
func (s Some) Path(name string) string { return path.Join(s.Dir, name) }

// few is how many files are handed out at a time.
const few = 64

// Files calls f, at several times at once, until it has had all files, which are named by
// slashed paths. It hands out nothing more after an error, and returns all that there were.
func Files(paths []string, f func(Some) error) error {
	all := chunks(paths)
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, min(runtime.GOMAXPROCS(0), len(all)))
	var working sync.WaitGroup
	for i := range errs {
		working.Go(func() {
			for n := next.Add(1); n <= int64(len(all)) && !failed.Load(); n = next.Add(1) {
				if errs[i] = f(all[n-1]); errs[i] != nil {
					failed.Store(true)
					return
				}
			}
		})
	}
	working.Wait()
	return errors.Join(errs...)
}

// chunks puts neighbours of one folder together.
func chunks(paths []string) []Some {
	var all []Some
	for _, p := range paths {
		dir, name := path.Dir(p), path.Base(p)
		if last := len(all) - 1; last < 0 || all[last].Dir != dir || len(all[last].Names) == few {
			all = append(all, Some{Dir: dir})
		}
		last := &all[len(all)-1]
		last.Names = append(last.Names, name)
	}
	return all
}
