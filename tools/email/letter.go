package email

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // the charsets mails come in
	"golang.org/x/text/encoding/charmap"

	"legomem/words"
)

// letter is one parsed mail.
type letter struct {
	id   string // the file's name
	path string

	subject string
	from    []*mail.Address // one, as a rule
	replyTo []*mail.Address
	to, cc  []*mail.Address
	date    time.Time // zero where the mail has none
	// dateAsWritten is the header, shortened, that may be none that can be read.
	dateAsWritten string
	content       string
	tables        [][][]string // of its HTML body
	attachments   []attachment
	messageID     string
	references    string

	plain, html []string // the text parts
	parts       int
}

// attachment is a file that came with a mail; broken means that it could not be
// decoded.
type attachment struct {
	name   string
	kind   string // the media type
	data   []byte
	broken bool
}

// parse reads a mail. Times without a zone are in zone.
func parse(raw []byte, zone *time.Location) (*letter, error) {
	if err := checkParts(raw); err != nil {
		return nil, err
	}
	e, err := open(raw)
	if err != nil {
		return nil, err
	}
	l := &letter{subject: oneLine(headerText(e.Header, "Subject")), messageID: oneLine(e.Header.Get("Message-Id")), references: oneLine(e.Header.Get("References"))}
	l.from, l.replyTo = people(e.Header, "From"), people(e.Header, "Reply-To")
	l.to, l.cc = people(e.Header, "To"), people(e.Header, "Cc")
	if err := l.readPart(e, 0); err != nil {
		return nil, err
	}
	l.compose()
	l.date = dateOf(e.Header.Get("Date"), l.content, zone)
	l.dateAsWritten = words.Cut(oneLine(decode([]byte(e.Header.Get("Date")))), maxShown)
	return l, nil
}

// forget drops what a list does not need: a mailbox is read whole, and its
// attachments could fill the memory.
func (l *letter) forget() {
	l.plain, l.html, l.tables = nil, nil, nil
	for i := range l.attachments {
		l.attachments[i].data = nil
	}
}

// open reads a mail's header. Something that has none of a mail's fields is
// no mail.
func open(raw []byte) (*message.Entity, error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil && !readable(err) {
		return nil, err
	}
	if !slices.ContainsFunc([]string{"From", "To", "Subject", "Date", "Content-Type", "Message-Id"}, e.Header.Has) {
		return nil, errors.New("it has no mail header")
	}
	return e, nil
}

// readable reports whether an error is only about a charset or an encoding: the
// mail is there, undecoded.
func readable(err error) bool {
	return message.IsUnknownCharset(err) || message.IsUnknownEncoding(err)
}

// readPart reads one part, and those inside it.
func (l *letter) readPart(e *message.Entity, depth int) error {
	if l.parts++; l.parts > maxParts || depth > maxDepth {
		return fmt.Errorf("it has more than %d parts, or parts nested deeper than %d", maxParts, maxDepth)
	}
	if mr := e.MultipartReader(); mr != nil {
		return l.readParts(mr, depth)
	}
	data, err := io.ReadAll(e.Body)
	broken := err != nil && !errors.Is(err, io.ErrUnexpectedEOF)
	kind, _, _ := e.Header.ContentType()
	name, attached := attachedAs(e.Header)
	switch {
	case attached || !strings.HasPrefix(kind, "text/"):
		l.attachments = append(l.attachments, attachment{safeName(name, "attachment"), kind, data, broken})
	case kind == "text/html":
		l.html = append(l.html, decode(data))
	default:
		l.plain = append(l.plain, decode(data))
	}
	return nil
}

func (l *letter) readParts(mr message.MultipartReader, depth int) error {
	for n := 0; ; n++ {
		part, err := mr.NextPart()
		if err != nil && !readable(err) {
			if n > 0 { // the end, or a mail that was cut off after some parts
				return nil
			}
			return fmt.Errorf("none of its parts can be read: %w", err)
		}
		if err := l.readPart(part, depth+1); err != nil {
			return err
		}
	}
}

// attachedAs is a part's file name, and whether it is an attachment.
func attachedAs(h message.Header) (string, bool) {
	disposition, params, _ := h.ContentDisposition()
	_, typeParams, _ := h.ContentType()
	name := cmp.Or(params["filename"], typeParams["name"])
	return name, strings.EqualFold(disposition, "attachment") || name != ""
}

// compose joins the text parts into the content. An HTML body that adds nothing
// to the plain text is left out; one that does (often a table) follows it.
func (l *letter) compose() {
	parts := slices.Clone(l.plain)
	for _, h := range l.html {
		text, tables := readHTML(h)
		l.tables = append(l.tables, tables...)
		if !saysAll(strings.Join(l.plain, "\n"), text) {
			parts = append(parts, text)
		}
	}
	for i, p := range parts {
		parts[i] = strings.Trim(strings.ReplaceAll(p, "\r\n", "\n"), "\n")
	}
	l.content = strings.TrimSpace(strings.Join(parts, "\n\n"))
}

// saysAll reports whether whole contains every line of text; false if they are
// too long to compare.
func saysAll(whole, text string) bool {
	whole = strings.Join(strings.Fields(whole), " ")
	if strings.Count(text, "\n")+1 > maxCompared/(len(whole)+1) {
		return false
	}
	for line := range strings.Lines(text) {
		if !strings.Contains(whole, strings.Join(strings.Fields(line), " ")) {
			return false
		}
	}
	return true
}

// decode makes text of bytes whose charset the mail declared wrongly or not at
// all: UTF-8 if they are valid, else Windows-1252, as mail readers do.
func decode(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return string(text)
}

func headerText(h message.Header, key string) string {
	text, err := h.Text(key)
	if err != nil {
		text = h.Get(key)
	}
	return strings.TrimSpace(decode([]byte(text)))
}

// people reads an address field; a piece that is no address stays as it is.
func people(h message.Header, key string) []*mail.Address {
	all := addressList(h, key)
	for _, a := range all {
		a.Name, a.Address = oneLine(a.Name), oneLine(a.Address)
	}
	return all
}

func addressList(h message.Header, key string) []*mail.Address {
	field := headerText(h, key)
	if field == "" {
		return nil
	}
	if list, err := mail.ParseAddressList(h.Get(key)); err == nil {
		return list
	}
	if list, err := mail.ParseAddressList(field); err == nil {
		return list
	}
	var out []*mail.Address
	for one := range strings.SplitSeq(field, ",") {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, &mail.Address{Address: one})
		}
	}
	return out
}

var sentAt = regexp.MustCompile(`(?m)^Sent at:[ \t]*(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t]*$`)

func dateOf(header, content string, zone *time.Location) time.Time {
	if t, err := mail.ParseDate(header); err == nil {
		return t.In(zone)
	}
	if all := sentAt.FindAllStringSubmatch(content, -1); len(all) > 0 {
		if t, err := time.ParseInLocation(time.DateTime, all[len(all)-1][1], zone); err == nil {
			return t
		}
	}
	return time.Time{}
}
