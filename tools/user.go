package tools

import (
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Domain is the mail domain of an office that has no other: its user Bob is
// Bob@example.com.
const Domain = "example.com"

// OfficeDomain is an office's own mail domain; one that is not set is Domain.
func OfficeDomain(set string) string {
	if set == "" {
		return Domain
	}
	return set
}

// maxUserName is the longest local name, in bytes; it names files and folders.
const maxUserName = 100

// UserName reads an office user's local name, which names their mailbox and
// their calendar, from a name ("Bob", "Mary Ann") or an address
// ("bob@example.com", "Bob <bob@example.com>": the part before the @). A name
// that could not be a plain file name is refused.
func UserName(s string) (string, error) {
	name := strings.TrimSpace(s)
	if strings.ContainsAny(name, "<@") {
		if a, err := mail.ParseAddress(name); err == nil {
			name = a.Address
		}
		if i := strings.LastIndexByte(name, '@'); i >= 0 {
			name = strings.Trim(name[:i], `"`)
		}
	}
	switch {
	case name == "":
		return "", Failf(BadArguments, "%q names no user; accepted: a name like Bob, or an address like bob@%s", s, Domain)
	case len(name) > maxUserName:
		return "", Failf(Refused, "the user name %.20q... has %d bytes, over the cap of %d", name, len(name), maxUserName)
	case !utf8.ValidString(name) || strings.HasPrefix(name, ".") || strings.ContainsFunc(name, unfitForFile):
		return "", Failf(Refused, "%q cannot be a user's name: no slash, leading dot or control character is allowed in it", s)
	}
	return name, nil
}

var betweenPeople = regexp.MustCompile(`\s*(?:[,;&]|\band\b)\s*`)

// People reads "Bob, Tom and Ann" as three people; each text may hold several.
// Each comes once, whatever the case, in the order given.
func People(given ...string) []string {
	var out []string
	seen := map[string]bool{}
	for _, g := range given {
		for _, one := range betweenPeople.Split(g, -1) {
			one = strings.TrimSpace(one)
			if key := strings.ToLower(one); key != "" && !seen[key] {
				seen[key] = true
				out = append(out, one)
			}
		}
	}
	return out
}

func unfitForFile(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) }
