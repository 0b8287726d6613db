package tools

import (
	"path"
	"strings"
)

// Place is where a new file of that name goes: as named, and under data/ for a
// bare name, where Find looks for such files too.
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

// Suffixed is a file's name with that suffix, where it has none. What is no
// path stays as it is, for others to refuse.
func Suffixed(file, suffix string) string {
	p, err := CleanPath(file)
	if err != nil || p == "." || path.Ext(p) != "" {
		return file
	}
	return p + suffix
}

// Beside is where what is made of a file goes: the target, where one is given, or
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
