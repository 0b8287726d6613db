package changes

import (
	"fmt"
	"path"
	"strings"

	"legomem/lists"
	"legomem/words"
)

// keptByLine is what a file is called that keeps an entry a line: a user's list, or the
// contacts; "" for any other. Its sentence says which entries come and go.
func keptByLine(file string) string {
	dir, name := path.Split(strings.ToLower(file))
	switch {
	case dir == "data/lists/" && path.Ext(name) == ".txt":
		return "the list " + shown(file)
	case dir == "data/" && name == "contacts.csv":
		return "the contacts in " + shown(file)
	}
	return ""
}

// entriesSentence says what becomes of a file's entries; "" where they are not known.
func entriesSentence(c Change, verb string) string {
	what := keptByLine(first(c.values(Path)))
	if what == "" || c.Content == nil || c.Content.Unit != "line" {
		return ""
	}
	var parts []string
	for _, side := range []struct {
		sign, does string
		count      int
	}{{"+ ", "adds", c.Content.Added}, {"- ", "takes out", c.Content.Removed}} {
		if side.count > 0 {
			parts = append(parts, side.does+" "+entries(c.Content.Shown, side.sign, side.count))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %s.", verb, what, strings.Join(parts, " and "))
}

// entries lists those that are shown under a sign, and says how many there are more.
func entries(all []string, sign string, count int) string {
	signed := lists.Filter(all, func(s string) bool { return strings.HasPrefix(s, sign) })
	names := lists.Map(most(signed), func(s string) string { return quoted(strings.TrimPrefix(s, sign)) })
	if more := count - len(names); more > 0 {
		names = append(names, words.Many(more, "more line"))
	}
	return strings.Join(names, ", ")
}
