// Package system is the tools that belong to no app: files and folders of the
// testbed, plain text, and computing over values that other tools gave
// (filter, sort, look up, count, compare, calculate, format, parse, dates), so that a
// log shows where each value came from. The shell is not here.
//
// Start with Tools; file tools are in files.go, find.go and text.go, computing
// ones in compute.go, rows.go, parse.go and dates.go.
package system

import (
	"path"
	"strings"

	"legomem/tools"
)

// Tools returns the system tools, the hidden inspector included.
func Tools() []tools.Tool {
	var all []tools.Tool
	for _, group := range [][]tools.Tool{fileTools(), findTools(), textTools(), computeTools(), rowTools(), parseTools(), dateTools(), {infoTool()}} {
		all = append(all, group...)
	}
	return all
}

// nothing is the effect of computing over values: none.
func nothing[P any](P) []tools.Effect { return nil }

// placeFor is where a new file or folder goes: as named; a bare name goes
// under dir, the folder of what it is made from.
func placeFor(name, dir string) (string, error) {
	p, err := tools.CleanPath(name)
	if err != nil {
		return "", err
	}
	if strings.Contains(p, "/") || p == "." || strings.HasPrefix(strings.TrimSpace(name), "/testbed") || strings.HasPrefix(strings.TrimSpace(name), "./") {
		return p, nil
	}
	return path.Join(dir, p), nil
}

// makes is the effect of writing where placeFor puts it, for something that is
// not made from a file and so has no folder to go to.
func makes(destroys bool, name string) []tools.Effect {
	p, err := placeFor(name, "data")
	if err != nil {
		p = name // the call itself will be refused, and says why
	}
	return tools.WriteEffects(destroys, p)
}
