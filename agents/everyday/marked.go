package everyday

import "strings"

// marked is a text as a wording, its values marked: "cancel [lunch](event)". A text that
// marks of its own would make unreadable is no wording.
func marked(text string, all []given) string {
	if strings.ContainsAny(text, "[]()") {
		return ""
	}
	var out strings.Builder
	for _, g := range all {
		before, behind, found := strings.Cut(text, g.Text)
		if !found {
			continue // an answer gave it
		}
		out.WriteString(before + "[" + g.Text + "](" + g.Slot + ")")
		text = behind
	}
	return out.String() + text
}
