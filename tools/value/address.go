package value

import (
	"net/mail"
	"strings"
)

var address = needing(`[\p{L}\p{N}_.+%'-]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?`, "@")

// readEmails finds mail addresses with a dotted domain. The domain is canonical
// in lower case; the name before it is kept.
func readEmails(text string) []reading {
	var all []reading
	scan(address, text, "@", func(m match) {
		lead := len(m.group(0)) - len(strings.TrimLeft(m.group(0), "'.-"))
		m.loc[0] += lead
		if canon, ok := canonEmail(m.group(0)); ok {
			all = append(all, m.mention(Email, canon))
		}
	})
	return all
}

// parseEmail reads dana@example.com, also as Dana <dana@example.com>.
func parseEmail(text string) (string, error) {
	if canon, ok := canonEmail(text); ok {
		return canon, nil
	}
	a, err := mail.ParseAddress(text)
	if err != nil {
		return "", notA(Email, text)
	}
	if canon, ok := canonEmail(a.Address); ok {
		return canon, nil
	}
	return "", notA(Email, text)
}

func canonEmail(s string) (string, bool) {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || a.Name != "" {
		return "", false
	}
	at := strings.LastIndexByte(s, '@')
	domain := strings.ToLower(s[at+1:])
	if !strings.Contains(domain, ".") {
		return "", false
	}
	return s[:at+1] + domain, true
}
