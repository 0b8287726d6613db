package tools

import (
	"path"
	"strings"
)

// Place is where a new file of that name goes: as named, but a bare name goes
// under data/, where Find looks for such files too.
func (w *Workspace) Place(name string) (string, error) {
	p, err := w.Clean(name)
	if err != nil {
		return "", err
	}
	if p == "." {
		return "", Failf(BadArguments, "%q names no file", name)
	}
	return UnderData(p), nil
}

// UnderData puts a bare name under data/, and leaves any other path.
func UnderData(p string) string {
	if strings.Contains(p, "/") || p == "." {
		return p
	}
	return "data/" + p
}

// Suffixed adds the suffix to a file name that has none. An invalid path stays
// as it is, for others to refuse.
func Suffixed(file, suffix string) string {
	p, err := CleanPath(file)
	if err != nil || p == "." || path.Ext(p) != "" {
		return file
	}
	return p + suffix
}

// Beside is where the output made from a file goes: the target if one is given,
// else the file's name with another suffix.
func Beside(target, file, suffix string) string {
	if target != "" {
		return target
	}
	p, err := CleanPath(file)
	if err != nil {
		return file
	}
	return strings.TrimSuffix(p, path.Ext(p)) + suffix
}
