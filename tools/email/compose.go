package email

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/mail"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"

	"legomem/tools"
)

// draft is a mail to be written.
type draft struct {
	from       *mail.Address
	to, cc     []*mail.Address
	subject    string
	content    string
	date       time.Time
	domain     string // the office's
	inReplyTo  string
	references string
	files      []attachment
}

// bytes writes the mail. The same draft gives the same bytes: its Message-ID
// and boundary follow from the content.
func (d draft) bytes() ([]byte, error) {
	var b bytes.Buffer
	if err := d.writeTo(&b); err != nil {
		return nil, fmt.Errorf("write the mail %q: %w", d.subject, err)
	}
	return b.Bytes(), nil
}

func (d draft) writeTo(out io.Writer) error {
	h := d.header()
	body, encoding := bodyText(d.content)
	if len(d.files) == 0 {
		setText(&h, encoding)
	} else {
		h.SetContentType("multipart/mixed", map[string]string{"boundary": "legomem-" + d.digest()})
	}
	w, err := message.CreateWriter(out, h)
	if err != nil {
		return err
	}
	if len(d.files) == 0 {
		if _, err := io.WriteString(w, body); err != nil {
			return err
		}
		return w.Close()
	}
	var text message.Header
	setText(&text, encoding)
	if err := addPart(w, text, []byte(body)); err != nil {
		return err
	}
	for _, f := range d.files {
		if err := addPart(w, fileHeader(f), f.data); err != nil {
			return err
		}
	}
	return w.Close()
}

// header sets the fields last first: the library puts each before the others.
func (d draft) header() message.Header {
	var h message.Header
	set := func(key, value string) {
		if value != "" {
			h.Set(key, value)
		}
	}
	h.Set("MIME-Version", "1.0")
	set("References", d.references)
	set("In-Reply-To", d.inReplyTo)
	set("Message-Id", "<"+d.digest()+"@"+d.domain+">")
	set("Date", d.date.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	if strings.Contains(d.subject, "=?") {
		h.Set("Subject", encodedWords(d.subject)) // as it is, it would be read as an encoded word
	} else {
		h.SetText("Subject", d.subject)
	}
	set("Cc", writeAll(d.cc))
	set("To", writeAll(d.to))
	set("From", write(d.from))
	return h
}

// maxWord is how many bytes of text fit into an encoded word, in base64 and
// with its markers (RFC 2047, 2).
const maxWord = 42

// encodedWords spells any text as encoded words, which a mail reader decodes.
func encodedWords(text string) string {
	var words []string
	for text != "" {
		n := min(maxWord, len(text))
		for n > 1 && n < len(text) && !utf8.RuneStart(text[n]) {
			n--
		}
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(text[:n]))+"?=")
		text = text[n:]
	}
	return strings.Join(words, " ")
}

// digest identifies the mail by its content.
func (d draft) digest() string {
	sum := sha256.New()
	for _, s := range []string{write(d.from), writeAll(d.to), writeAll(d.cc), d.subject, d.content, d.date.UTC().Format(time.RFC3339), d.references} {
		io.WriteString(sum, s+"\x00")
	}
	for _, f := range d.files {
		io.WriteString(sum, f.name+"\x00")
		sum.Write(f.data)
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// maxLine is the longest line a mail may have, in bytes (RFC 5322 2.1.1).
const maxLine = 998

// bodyText is the content with a mail's line ends, and its transfer encoding:
// plain, so that the file is readable text, unless a line is too long for that.
func bodyText(content string) (body, encoding string) {
	content = strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\r", "\n")
	body = strings.ReplaceAll(strings.TrimRight(content, "\n"), "\n", "\r\n") + "\r\n"
	encoding = "7bit"
	for line := range strings.Lines(content) {
		if len(line) > maxLine {
			return body, "quoted-printable"
		}
	}
	if strings.ContainsFunc(body, func(r rune) bool { return r > 0x7e }) {
		encoding = "8bit"
	}
	return body, encoding
}

func setText(h *message.Header, encoding string) {
	h.Set("Content-Transfer-Encoding", encoding)
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
}

func fileHeader(f attachment) message.Header {
	var h message.Header
	h.Set("Content-Transfer-Encoding", "base64")
	h.SetContentDisposition("attachment", map[string]string{"filename": f.name})
	params := map[string]string{"name": f.name}
	if strings.HasPrefix(f.kind, "text/") {
		params["charset"] = "utf-8"
	}
	h.SetContentType(f.kind, params)
	return h
}

func addPart(w *message.Writer, h message.Header, data []byte) error {
	p, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := p.Write(data); err != nil {
		return err
	}
	return p.Close()
}

// attach reads the files to go with a mail.
func attach(ws *tools.Workspace, files []string) ([]attachment, error) {
	var out []attachment
	for _, name := range files {
		found, data, err := ws.ReadFound(name)
		if err != nil {
			return nil, err
		}
		out = append(out, attachment{name: path.Base(found), kind: mediaType(found, data), data: data})
	}
	return out, nil
}

// mediaType depends on the suffix, and is the same on every machine. Text that
// is not UTF-8 is sent as bytes.
func mediaType(name string, data []byte) string {
	t, ok := mediaTypes[strings.ToLower(path.Ext(name))]
	if ok && (!strings.HasPrefix(t, "text/") || utf8.Valid(data)) {
		return t
	}
	return "application/octet-stream"
}

var mediaTypes = map[string]string{
	".pdf":  "application/pdf",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".ics":  "text/calendar",
	".txt":  "text/plain",
	".csv":  "text/csv",
	".html": "text/html",
	".json": "application/json",
	".png":  "image/png",
	".jpg":  "image/jpeg",
	".jpeg": "image/jpeg",
	".gif":  "image/gif",
	".zip":  "application/zip",
}
