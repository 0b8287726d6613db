package orchestrator

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"sort"
	"sync"

	"legomem/folders"
	"legomem/lists"
	"legomem/spread"
	"legomem/trajectory"
)

// holding gathers what files hold, from several goroutines.
type holding struct {
	from, to *os.Root // to is nil where nothing is copied

	mu    sync.Mutex
	files trajectory.Files
}

// hashEach hashes files of a folder, each read once, and copies them on the way if there
// is a folder to copy them to. It ends soon after its context.
func hashEach(ctx context.Context, from *os.Root, names []string, to *os.Root) (trajectory.Files, error) {
	h := &holding{from: from, to: to, files: make(trajectory.Files, len(names))}
	err := spread.Files(names, func(s spread.Some) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return h.some(s)
	})
	if err != nil {
		return nil, err
	}
	return h.files, nil
}

// some hashes a few files of one folder.
func (h *holding) some(s spread.Some) error {
	from, err := s.In(h.from)
	if err != nil {
		return err
	}
	defer from.Close()
	hashing := func(name string, block []byte) ([sha256.Size]byte, error) { return hashOne(from, name, block) }
	if h.to != nil {
		to, err := s.In(h.to)
		if err != nil {
			return err
		}
		defer to.Close()
		hashing = func(name string, block []byte) ([sha256.Size]byte, error) { return copyOne(from, to, name, block) }
	}
	sums, block := make([][sha256.Size]byte, len(s.Names)), spread.NewBlock()
	for i, name := range s.Names {
		if sums[i], err = hashing(name, block); err != nil {
			return fmt.Errorf("%s: %w", s.Path(name), err)
		}
	}
	h.keep(s, sums)
	return nil
}

func (h *holding) keep(s spread.Some, sums [][sha256.Size]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, name := range s.Names {
		h.files[s.Path(name)] = sums[i]
	}
}

// hashOne hashes a file.
func hashOne(from spread.Folder, name string, block []byte) (sum [sha256.Size]byte, err error) {
	in, err := from.Open(name)
	if err != nil {
		return sum, err
	}
	defer in.Close()
	return sumOf(in, block)
}

// copyOne hashes a file, and copies it on the way.
func copyOne(from, to spread.Folder, name string, block []byte) (sum [sha256.Size]byte, err error) {
	in, err := from.Open(name)
	if err != nil {
		return sum, err
	}
	defer in.Close()
	out, err := to.Create(name)
	if err != nil {
		return sum, err
	}
	sum, err = sumOf(io.TeeReader(in, out), block)
	return sum, errors.Join(err, out.Close())
}

// sumOf hashes what is left of in.
func sumOf(in io.Reader, block []byte) (sum [sha256.Size]byte, err error) {
	hash := sha256.New()
	if _, err := io.CopyBuffer(hash, in, block); err != nil {
		return sum, err
	}
	hash.Sum(sum[:0])
	return sum, nil
}

// FilesIn hashes a testbed's files, and lists its empty folders with them. A symbolic link
// or another special file is refused by name.
func FilesIn(dir string) (trajectory.Files, error) { return filesIn(dir, nil) }

// filesIn is FilesIn where the hashes of some files are known.
func filesIn(dir string, known trajectory.Files) (trajectory.Files, error) {
	holds, err := listBed(dir)
	if err != nil {
		return nil, err
	}
	all := trajectory.Files{}
	maps.Copy(all, known)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	others, err := hashEach(context.Background(), root, unknown(holds.files, known), nil)
	maps.Copy(all, others)
	all.Add(holds.empty())
	return all, err
}

func unknown(names []string, known trajectory.Files) []string {
	return lists.Filter(names, func(name string) bool { _, ok := known[name]; return !ok })
}

// Change is a file that differs between two folders, or an empty folder that only one of
// them has.
type Change struct {
	Path string `json:"path"` // with slashes, relative to the testbed; a folder's ends in one
	Kind string `json:"kind"` // "added", "changed" or "deleted"
}

// Diff compares two testbeds file by file, by content, in order of path.
func Diff(start, finished string) ([]Change, error) {
	before, err := FilesIn(start)
	if err != nil {
		return nil, fmt.Errorf("compare testbeds: %w", err)
	}
	after, err := FilesIn(finished)
	if err != nil {
		return nil, fmt.Errorf("compare testbeds: %w", err)
	}
	return ChangesBetween(before, after), nil
}

// ChangesBetween compares the files and the empty folders of two testbeds, in order of
// path.
func ChangesBetween(before, after trajectory.Files) []Change {
	changes := foldersBetween(before, after)
	for name, now := range after {
		old, was := before[name]
		switch {
		case folders.Is(name):
		case !was:
			changes = append(changes, Change{Path: name, Kind: "added"})
		case old != now:
			changes = append(changes, Change{Path: name, Kind: "changed"})
		}
	}
	for name := range before {
		if _, still := after[name]; !still && !folders.Is(name) {
			changes = append(changes, Change{Path: name, Kind: "deleted"})
		}
	}
	sort.Slice(changes, func(i, j int) bool { return changes[i].Path < changes[j].Path })
	return changes
}

func foldersBetween(before, after trajectory.Files) (changes []Change) {
	made, gone := folders.Between(maps.Keys(before), maps.Keys(after))
	for _, path := range made {
		changes = append(changes, Change{Path: path, Kind: "added"})
	}
	for _, path := range gone {
		changes = append(changes, Change{Path: path, Kind: "deleted"})
	}
	return changes
}
