// Package words formats texts and numbers for people: on one line, cut to a length,
// counted, and without anything that a terminal would obey.
package words

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Short puts a text on one line of at most n letters, and makes it Visible.
func Short(s string, n int) string {
	s = strings.Join(strings.Fields(Visible(s)), " ")
	letters := []rune(s)
	if len(letters) <= n {
		return s
	}
	return string(letters[:n-1]) + "…"
}

// FirstLine is the text before the first line break.
func FirstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}

// Count is "1 row", "3 rows".
func Count(n int, of string) string { return Plural(n, of, of+"s") }

// Plural is a number with its word: one for 1, many otherwise.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Some names the first of many, at most so many, and says how many others there are: "a, b
// and 3 more".
func Some(all []string, most int) string {
	if n := len(all) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), n)
	}
	return strings.Join(all, ", ")
}

// Thousands is a number with separated thousands: "1,200".
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Many is "1 run", "1,200 runs".
func Many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Thousands(n) + " " + thing + "s"
}

// Cut is a text of at most n letters, and "..." where there were more.
func Cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "..."
	}
	return s
}

// Arguments is an action's arguments as JSON on one line, cut to 140 letters.
func Arguments(args map[string]any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil {
		return ""
	}
	return Short(b.String(), 140)
}
