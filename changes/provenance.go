package changes

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Provenance is where a target comes from. It informs a person; it permits nothing: a
// task that forbids a target names it too.
type Provenance string

// The provenances, in the order in which they are tried.
const (
	Named Provenance = "named" // it stands in the task as a word
	Known Provenance = "known" // the user's own, or confirmed by the user before
	Found Provenance = "found" // it stands only in what the run read
	New   Provenance = "new"
)

// The bounds of looking for a target in what was read.
const (
	maxSeen    = 32 << 20 // bytes in all
	maxScanned = 1 << 30  // bytes, each counted for each target that is looked for in it
	maxFoundIn = 5        // contents that are named
)

// origins tells where targets come from.
type origins struct {
	task   string
	domain string
	known  map[string]bool
	seen   []Seen // their texts normal
	left   int    // bytes to scan
}

// newOrigins makes the texts comparable. Own are the user's name and addresses, normal.
func newOrigins(a Asked, own map[string]bool) *origins {
	o := &origins{task: normal(a.Task), domain: normal(a.Domain), known: map[string]bool{}, left: maxScanned}
	for who := range own {
		o.known[who] = true
	}
	for _, k := range a.Known {
		o.known[normal(k)] = true
	}
	left := maxSeen
	for _, s := range a.Seen {
		if left -= len(s.Text); left < 0 {
			break
		}
		o.seen = append(o.seen, Seen{s.In, normal(s.Text)})
	}
	return o
}

// of tells where a target comes from, and for Found in what it was read.
func (o *origins) of(t Target) (Provenance, []string) {
	names := o.names(t)
	switch {
	case anyStandsIn(o.task, names):
		return Named, nil
	case slices.ContainsFunc(names, func(n string) bool { return o.known[n] }):
		return Known, nil
	}
	if in := o.foundIn(names); len(in) > 0 {
		return Found, in
	}
	return New, nil
}

// foundIn names what the run read a target in. Where too much was read for too many
// targets, the last ones are not looked for, and are new.
func (o *origins) foundIn(names []string) []string {
	var in []string
	for _, s := range o.seen {
		if o.left -= len(s.Text) * len(names); o.left < 0 || len(in) == maxFoundIn {
			break
		}
		if !slices.Contains(in, s.In) && anyStandsIn(s.Text, names) {
			in = append(in, s.In)
		}
	}
	return in
}

// names are the spellings by which a text may name a target: a person of the office by
// name or address, a file with or without its folder. All are normal.
func (o *origins) names(t Target) []string {
	value := normal(t.Value)
	switch t.Role {
	case Path, NewPath:
		names := []string{value, "/testbed/" + value}
		return append(names, value[strings.LastIndexByte(value, '/')+1:])
	case Folder:
		return []string{value}
	case Attachment:
		return []string{value, "data/" + value, "/testbed/data/" + value}
	}
	local, domain, isAddress := strings.Cut(value, "@")
	switch {
	case !isAddress:
		return []string{value, value + "@" + o.domain}
	case domain == o.domain && local != "":
		return []string{value, local}
	}
	return []string{value}
}

// normal makes two spellings of one name equal: compatibility forms, case, white space.
func normal(s string) string {
	s = cases.Fold().String(norm.NFKC.String(strings.ToValidUTF8(s, "\ufffd")))
	return strings.Join(strings.Fields(norm.NFKC.String(s)), " ")
}

func anyStandsIn(text string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return standsIn(text, n) })
}

// standsIn reports whether a name stands in a text as a whole word, not as a part of a
// longer name, address or path. Both are normal.
func standsIn(text, name string) bool {
	if name == "" {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(name)
		if !joinedBefore(text[:from]) && !joinedAfter(text[to:]) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		at = from + size
	}
}

// joinedBefore reports whether a text ends within a word that goes on after it.
func joinedBefore(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if r == '.' { // the dot of a name, unless a sentence ends here
		before, _ := utf8.DecodeLastRuneInString(text[:len(text)-size])
		return joins(before)
	}
	return size > 0 && joins(r)
}

// joinedAfter reports whether a text begins within a word that began before it.
func joinedAfter(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if r == '.' {
		after, n := utf8.DecodeRuneInString(text[size:])
		return n > 0 && joins(after)
	}
	return size > 0 && joins(r)
}

// joins reports whether a letter makes one word of what stands before and after it.
// Invisible letters do: a name with one is another name.
func joins(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("_@-+%/\\", r)
}
