package email

import (
	"bytes"
	"strings"
	"unicode"

	"legomem/tools"
)

// The caps on a stranger's mail, each with its reason; its file has at most
// tools.MaxFile bytes. They are counts, so a mail is read or refused alike on
// every machine.
const (
	maxDepth      = 20       // parts inside parts
	maxParts      = 1_000    // of a mail
	maxPartHeader = 1 << 20  // bytes of a part's header, as the library allows the mail's own: it holds every field at once
	maxHTML       = 2 << 20  // bytes of an HTML body: a tree of it takes some hundred times as much
	maxHTMLDepth  = 500      // elements inside elements; deeper text is dropped
	maxCellText   = 4 << 20  // bytes in the cells of tables, which repeat the text of tables inside them
	maxCompared   = 50 << 20 // steps of looking for an HTML body's lines in the plain text
	maxReason     = 300      // bytes of why a mail cannot be read
	maxShown      = 60       // characters of a subject or an address where only a glance at a mail is given
)

// checkParts refuses a part whose header is too long. Any line that starts with
// two hyphens may begin a part: boundaries can be spelled in many ways.
func checkParts(raw []byte) error {
	size, inHeader := 0, false
	for line := range bytes.Lines(raw) {
		switch {
		case bytes.HasPrefix(line, []byte("--")):
			size, inHeader = 0, true
		case len(bytes.TrimSpace(line)) == 0:
			inHeader = false
		case inHeader:
			if size += len(line); size > maxPartHeader {
				return tools.Failf(tools.TooLarge, "the header of one of its parts has more than %d bytes", maxPartHeader)
			}
		}
	}
	return nil
}

// oneLine puts a header's text on one line: control characters that an encoded
// word brings could pass for further header lines.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}

// reason is why a mail cannot be read, cut short, since the mail can make it long.
func reason(err error) string {
	text := oneLine(strings.ToValidUTF8(err.Error(), "\ufffd"))
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "..."
	}
	return text
}
