package trajectory

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/folders"
)

// Artifact names the content of a folder: "sha256:" and the hash of what sha256sum(1)
// prints for its regular files in the byte order of their slashed paths. A folder in it
// that holds no file is in that list with a slash at the end of its path and the hash of
// nothing. Folders with the same content have the same name, wherever they are; times and
// permissions do not count.
type Artifact string

// Files are the regular files of a folder: their hashes by slashed path. The folders in it
// that hold no file, however deep, are among them as folders.Path names them, with the hash
// of nothing; the logs of earlier releases do not count those.
type Files map[string][sha256.Size]byte

// Add adds empty folders.
func (f Files) Add(empty []string) {
	for _, path := range empty {
		f[path] = sha256.Sum256(nil)
	}
}

// WithoutFolders are the regular files alone.
func (f Files) WithoutFolders() Files {
	files := maps.Clone(f)
	maps.DeleteFunc(files, func(path string, _ [sha256.Size]byte) bool { return folders.Is(path) })
	return files
}

// Artifact names the files.
func (f Files) Artifact() Artifact {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		escaped := inListing.Replace(name)
		mark := ""
		if escaped != name {
			mark = `\`
		}
		fmt.Fprintf(all, "%s%x  %s\n", mark, f[name], escaped)
	}
	return Artifact("sha256:" + hex.EncodeToString(all.Sum(nil)))
}

// inListing writes a path as sha256sum(1) does.
var inListing = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
