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
	return underData(p), nil
}

// FileEffects are the effects of reading or writing files, without a
// workspace at hand: each is named as Place would. Empty names are passed over.
func FileEffects(class Class, files ...string) []Effect {
	var all []Effect
	for _, f := range files {
		if f = strings.TrimSpace(strings.ReplaceAll(f, `\`, "/")); f == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(f, "/testbed/"); ok {
			f = rest
		}
		all = append(all, Effect{Class: class, Target: "file:" + underData(path.Clean(strings.TrimLeft(f, "/")))})
	}
	return all
}

func underData(p string) string {
	if strings.Contains(p, "/") {
		return p
	}
	return "data/" + p
}
