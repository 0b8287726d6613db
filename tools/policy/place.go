package policy

import (
	"path"
	"strings"
	"unicode"

	"legomem/tools"
)

// place is where an effect's target lies.
type place struct {
	kind string // "file", "folder", "mailbox", "calendar", "recipient", "command"
	name string
	// box is "mailbox" or "calendar" where the place is one, is in one or holds
	// them, and owner whose it is: "" for the acting user's, anybody for all.
	box, owner string
}

// anybody is the owner of what holds the mailboxes or calendars of all.
const anybody = "*"

func placeOf(target string) place {
	kind, name, _ := strings.Cut(target, ":")
	p := place{kind: kind, name: name}
	switch kind {
	case "mailbox", "calendar":
		p.box, p.owner = kind, name
		if fold(name) == tools.Self {
			p.owner = ""
		}
	case "file", "folder":
		p.box, p.owner = boxOf(name)
	}
	return p
}

// boxes are the folders of mailboxes and calendars, and the suffix of a file
// right in them that is somebody's.
var boxes = map[string]struct{ box, suffix string }{pathKey("emails"): {"mailbox", ".eml"}, pathKey("calendar"): {"calendar", ".ics"}}

// pathKey is equal for paths that a workspace takes for one: those that are
// equal but for case, in every spelling that Unicode has for that (the long s,
// the Kelvin sign).
func pathKey(p string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, p)
}

// boxOf says whose mailbox or calendar a path is, is in, or holds.
func boxOf(p string) (box, owner string) {
	p = fold(path.Clean(strings.ReplaceAll(p, `\`, "/")))
	if p == "." || p == anybody {
		return "mailbox", anybody
	}
	top, rest, below := strings.Cut(p, "/")
	kind, ok := boxes[pathKey(top)]
	if !ok {
		return "", ""
	}
	who, _, _ := strings.Cut(rest, "/")
	switch {
	case !below, strings.Contains(who, "*"):
		return kind.box, anybody
	case who == rest:
		who = strings.TrimSuffix(who, kind.suffix)
	}
	return kind.box, who
}
