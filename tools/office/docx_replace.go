package office

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReplaceText replaces every occurrence of find in the document, its headers,
// footers and notes, and returns how many there were. An occurrence may be split
// over several runs, as Word often does; it takes the formatting of the first.
// It does not cross the end of a paragraph.
func ReplaceText(data []byte, find, replace string) ([]byte, int, error) {
	pkg, err := openDocument(data)
	if err != nil {
		return nil, 0, fmt.Errorf("replace text: %w", err)
	}
	changed := map[string][]byte{}
	total := 0
	for _, part := range pkg.texts() {
		text, err := pkg.read(part)
		if err != nil {
			return nil, 0, fmt.Errorf("replace text: %w", err)
		}
		edited, n, err := replaceIn(text, find, replace)
		if err != nil {
			return nil, 0, fmt.Errorf("replace text: %s: %w", part, err)
		}
		if n > 0 {
			changed[part], total = edited, total+n
		}
	}
	if total == 0 {
		return data, 0, nil
	}
	out, err := pkg.with(changed)
	return out, total, err
}

// piece is an element that shows text: a w:t, or one that stands for a
// character, such as a tab or a break.
type piece struct {
	start, end int // of the whole element in the part
	prefix     string
	text       string
}

// change replaces text[start:end] with put.
type change struct {
	start, end int
	put        string
}

func replaceIn(text []byte, find, replace string) ([]byte, int, error) {
	w := &pieceWalker{text: text}
	w.xml, w.guard = newXML(bytes.NewReader(text))
	if err := w.walk(); err != nil {
		return nil, 0, corrupt(err)
	}
	var changes []change
	total := 0
	for _, p := range w.paragraphs {
		whole := p.text()
		spots := indexes(whole, find)
		if total += len(spots); grown(len(text), total, len(replace)) {
			return nil, 0, fmt.Errorf("%w: with every %.60q replaced it would have more than %d bytes", ErrTooLarge, find, maxDocumentXML)
		}
		changes = append(changes, substitute(p.pieces, spots, len(find), replace)...)
	}
	edited := apply(text, changes)
	if len(edited) > maxDocumentXML { // signs such as & take more in XML
		return nil, 0, fmt.Errorf("%w: with every %.60q replaced it would have more than %d bytes", ErrTooLarge, find, maxDocumentXML)
	}
	return edited, total, nil
}

// grown reports whether so many replacements make a part too large to be read again.
func grown(size, count, replacement int) bool {
	return replacement > 0 && count > (maxDocumentXML-min(size, maxDocumentXML))/replacement
}

// apply makes the changes, which do not overlap. A paragraph may be inside
// another (in a text box), so they are not in order.
func apply(text []byte, changes []change) []byte {
	slices.SortFunc(changes, func(a, b change) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, c := range changes {
		out.Write(text[at:c.start])
		out.WriteString(c.put)
		at = c.end
	}
	out.Write(text[at:])
	return out.Bytes()
}

// substitute returns the changes to a paragraph's pieces that replace the text at
// the given spots, each of the given length.
func substitute(pieces []piece, spots []int, length int, replace string) []change {
	if len(spots) == 0 {
		return nil
	}
	var out []change
	at := 0
	for _, one := range pieces {
		if text, touched := rewrite(one.text, at, spots, length, replace); touched {
			var b strings.Builder
			wordWriter{out: &b, prefix: one.prefix}.text(text)
			out = append(out, change{one.start, one.end, b.String()})
		}
		at += len(one.text)
	}
	return out
}

// rewrite returns the new text of a piece that starts at the given offset of its
// paragraph: an occurrence that starts in it is replaced, and one that only
// reaches into it is cut out.
func rewrite(text string, at int, spots []int, length int, replace string) (string, bool) {
	var b strings.Builder
	done, touched := 0, false // done counts bytes of text
	first, _ := slices.BinarySearch(spots, at-length+1)
	for _, spot := range spots[first:] {
		from, to := max(spot-at, 0), min(spot+length-at, len(text))
		if from >= len(text) {
			break
		}
		touched = true
		b.WriteString(text[done:from])
		if spot >= at {
			b.WriteString(replace)
		}
		done = to
	}
	b.WriteString(text[done:])
	return b.String(), touched
}

func indexes(text, find string) []int {
	var out []int
	for at := 0; find != ""; {
		i := strings.Index(text[at:], find)
		if i < 0 {
			break
		}
		out = append(out, at+i)
		at += i + len(find)
	}
	return out
}

// pieceWalker finds the pieces of every paragraph with their positions.
type pieceWalker struct {
	text       []byte
	xml        *xml.Decoder
	guard      *guardedXML
	paragraphs []*pieceList
	within     []*pieceList    // the open paragraphs, innermost last
	hidden     int             // how many open elements hold nothing a reader sees
	current    *piece          // the open element that shows text
	mark       bool            // it stands for a character
	shown      strings.Builder // the open element's text
}

type pieceList struct{ pieces []piece }

func (l *pieceList) text() string {
	var whole strings.Builder
	for _, one := range l.pieces {
		whole.WriteString(one.text)
	}
	return whole.String()
}

func (w *pieceWalker) walk() error {
	for {
		start := w.guard.offset()
		t, err := w.xml.Token()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			w.enter(t.Name, start)
		case xml.CharData:
			if w.current != nil && !w.mark {
				w.shown.Write(t)
			}
		case xml.EndElement:
			w.leave(t.Name)
		}
	}
}

func (w *pieceWalker) enter(name xml.Name, start int) {
	mark, isMark := marks(name)
	switch {
	case unread(name):
		w.hidden++
	case w.hidden > 0:
	case isWord(name, "p"):
		list := &pieceList{}
		w.paragraphs, w.within = append(w.paragraphs, list), append(w.within, list)
	case len(w.within) > 0 && (isWord(name, "t") || isMark && mark != ""):
		w.current = &piece{start: start, prefix: w.prefixAt(start)}
		w.mark = isMark
		w.shown.Reset()
		w.shown.WriteString(mark)
	}
}

func (w *pieceWalker) leave(name xml.Name) {
	_, isMark := marks(name)
	switch {
	case unread(name):
		w.hidden--
	case w.hidden > 0:
	case isWord(name, "p"):
		w.within = w.within[:len(w.within)-1]
	case w.current != nil && (isWord(name, "t") || isMark):
		w.current.end, w.current.text = w.guard.offset(), w.shown.String()
		list := w.within[len(w.within)-1]
		list.pieces = append(list.pieces, *w.current)
		w.current = nil
	}
}

// prefixAt is the prefix of the tag that starts there.
func (w *pieceWalker) prefixAt(start int) string {
	tag := w.text[start+1:]
	name := tag[:bytes.IndexAny(tag, " \t\r\n/>")]
	prefix, _, found := bytes.Cut(name, []byte(":"))
	if !found {
		return ""
	}
	return string(prefix)
}
