package changes

import (
	"slices"
	"strings"
)

// Same reports whether a value is the target's, whatever comes before or after: persons
// and addresses whatever their case, files to the letter.
func (t Target) Same(value string) bool {
	if t.isFile() {
		return t.Value == value
	}
	return normal(t.Value) == normal(value)
}

// Is reports whether a text is a spelling of the target: of somebody of the office by
// name or by address (local@domain), of a file with or without its folder.
func (t Target) Is(text, domain string) bool {
	switch t.Role {
	case Path, NewPath:
		return text == t.Value || text == "/testbed/"+t.Value || !strings.Contains(text, "/") && "data/"+text == t.Value
	case Folder:
		return text == t.Value
	case Attachment:
		return text == t.Value || text == "data/"+t.Value || text == "/testbed/data/"+t.Value
	}
	office := origins{domain: normal(domain)}
	return slices.Contains(office.names(t), normal(text))
}

// Odd says what in the target's name may make it look like another's; "" if nothing does.
func (t Target) Odd() string { return OddLetters(t.Value, strings.Contains(t.Value, "@")) }

func (t Target) isFile() bool {
	return slices.Contains([]string{Path, NewPath, Folder, Attachment}, t.Role)
}
