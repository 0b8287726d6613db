package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"legomem/tools"
	"legomem/tools/policy"
)

// A question may hold what others wrote, meant to be read as something else. So every
// character that is not plainly visible is shown by its code.

// questionText is an action in full, with what it would do in words.
func questionText(q policy.Question) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s would call %s with\n", plainly(q.Agent), plainly(q.Action.Tool))
	for _, name := range slices.Sorted(maps.Keys(q.Action.Args)) {
		fmt.Fprintf(&b, "  %s: %s\n", plainly(name), argumentText(q.Action.Args[name]))
	}
	if len(q.Effects) > 0 {
		b.WriteString("That would\n")
	}
	sends := false
	for _, e := range q.Effects {
		fmt.Fprintf(&b, "  - %s\n", effectText(e))
		sends = sends || e.Class == tools.Send
	}
	if sends {
		b.WriteString("(Mail goes into the mailboxes of the run's copy; it leaves that no more than files do.)\n")
	}
	return b.String()
}

// argumentText writes a value as JSON does, with its keys in order.
func argumentText(v any) string {
	switch v := v.(type) {
	case string:
		return `"` + middleCut(v) + `"`
	case []any:
		var parts []string
		for _, one := range v {
			parts = append(parts, argumentText(one))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, `"`+plainly(k)+`": `+argumentText(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	data, err := json.Marshal(v)
	if err != nil {
		return plainly(fmt.Sprint(v))
	}
	return plainly(string(data))
}

// maxShown is how many characters of one text are shown; a longer one is shown by its
// beginning and its end.
const maxShown = 4000

func middleCut(s string) string {
	letters := []rune(s)
	if len(letters) <= maxShown {
		return plainly(s)
	}
	head, tail := string(letters[:maxShown*3/4]), string(letters[len(letters)-maxShown/4:])
	return fmt.Sprintf(`%s" ... %d letters left out ... "%s`, plainly(head), len(letters)-maxShown, plainly(tail))
}

// effectText describes an effect. A letter outside ASCII in an address is shown by its
// code, so that names that look alike can be distinguished.
func effectText(e tools.Effect) string {
	kind, name, _ := strings.Cut(e.Target, ":")
	what := plainly(name)
	if name == tools.Self && (kind == "mailbox" || kind == "calendar") {
		what = "your " + kind
	} else if kind == "mailbox" || kind == "calendar" {
		what = "the " + kind + " of " + what
	}
	switch {
	case e.Class == tools.Send:
		return "send mail to " + asciiOnly(name)
	case e.Class == tools.Shell:
		return "run a command, which may do anything to the files"
	case kind == "folder":
		return "see the names of all files below " + what
	case e.Class == tools.Read:
		return "read " + what
	case e.Destroys:
		return "change " + what + ", AND WHAT IS THERE WOULD BE LOST"
	}
	return "write to " + what
}

// plainly shows a text on one line; characters that a terminal obeys, or that cannot be
// seen, are shown by their codes.
func plainly(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r) && !unicode.Is(unicode.M, r) && r != unicode.ReplacementChar:
			b.WriteRune(r)
		default:
			code := strconv.QuoteRuneToASCII(r)
			b.WriteString(code[1 : len(code)-1])
		}
	}
	return b.String()
}

func asciiOnly(s string) string {
	code := strconv.QuoteToASCII(s)
	return code[1 : len(code)-1]
}
