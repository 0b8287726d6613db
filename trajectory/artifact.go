package trajectory

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Artifact names the content of a folder: "sha256:" and the hash of what sha256sum(1)
// prints for its regular files in the byte order of their slashed paths. Folders with the
// same files have the same name, wherever they are; empty folders, times and permissions
// do not count.
type Artifact string

// Files are the regular files of a folder: their hashes by slashed path.
type Files map[string][sha256.Size]byte

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
