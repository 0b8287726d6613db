package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"github.com/go-pdf/fpdf"
	"github.com/xuri/excelize/v2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"legomem/tools"
	"legomem/tools/office"
)

// testbed is the files that a task starts from, by path. It keeps the first error of
// making one.
type testbed struct {
	files map[string][]byte
	err   error
}

func newTestbed() *testbed { return &testbed{files: map[string][]byte{}} }

func (b *testbed) add(name string, data []byte, err error) {
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("make %s: %w", name, err)
	}
	b.files[name] = data
}

// row is a row of a sheet.
type row = []any

func (b *testbed) workbook(name string, rows []row) {
	data, err := workbook(rows)
	b.add("data/"+name, data, err)
}

func (b *testbed) document(name, title string, lines ...string) {
	data, err := office.NewDocument(title, lines)
	b.add("data/"+name, data, err)
}

func (b *testbed) pdf(name, title string, lines ...string) {
	data, err := pdfOf(title, lines)
	b.add("data/"+name, data, err)
}

func (b *testbed) scan(name string, seed uint64, lines ...string) {
	data, err := scan(seed, lines)
	b.add("data/"+name, data, err)
}

// mail puts a mail into a user's mailbox and returns its id there.
func (b *testbed) mail(user, from, subject, date, body string) (id string) {
	data, err := letter(user, from, subject, date, body)
	return b.deliver(user, subject, data, err)
}

// mailWith puts a mail with a pdf of that name attached into a user's mailbox.
func (b *testbed) mailWith(user, from, subject, date, body, name, title string) (id string) {
	attachment, err := pdfOf(title, nil)
	if err != nil {
		return b.deliver(user, subject, nil, err)
	}
	data, err := parcel(user, from, subject, date, body, name, attachment)
	return b.deliver(user, subject, data, err)
}

// deliver names a mail for its subject, as the email tools do.
func (b *testbed) deliver(user, subject string, data []byte, err error) (id string) {
	id = subject + ".eml"
	for n := 2; b.files["emails/"+user+"/"+id] != nil; n++ {
		id = fmt.Sprintf("%s (%d).eml", subject, n)
	}
	b.add("emails/"+user+"/"+id, data, err)
	return id
}

// event is an appointment; its times are "2026-05-14 10:00".
type event struct{ summary, start, end, place string }

func (b *testbed) calendar(user string, events ...event) {
	data, err := calendar(user, events)
	b.add("calendar/"+user+".ics", data, err)
}

func parseDay(s string) (time.Time, error) { return time.Parse(time.DateOnly, s) }

// momentForm is how this package writes a date and time.
const momentForm = "2006-01-02 15:04"

// moment reads a date and time of this package's own source; an invalid one is a bug
// there.
func moment(s string) time.Time {
	t, err := time.Parse(momentForm, s)
	if err != nil {
		panic(err)
	}
	return t
}

// later is a moment some minutes on.
func later(at string, minutes int) string {
	return moment(at).Add(time.Duration(minutes) * time.Minute).Format(momentForm)
}

// stamp is a time as calendars write it: 20260514T100000.
func stamp(at string) string { return moment(at).Format("20060102T150405") }

func workbook(rows []row) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	for i, r := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &r); err != nil {
			return nil, err
		}
	}
	out, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// made is the creation time of all files, so that they are the same each time.
var made = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

func pdfOf(title string, lines []string) ([]byte, error) {
	doc := fpdf.New("P", "mm", "A4", "")
	doc.SetCreationDate(made)
	doc.SetModificationDate(made)
	doc.SetCatalogSort(true)
	doc.AddPage()
	doc.SetFont("Helvetica", "B", 16)
	spelled := doc.UnicodeTranslatorFromDescriptor("") // the font has letters of western Europe
	doc.Cell(0, 10, spelled(title))
	doc.Ln(14)
	doc.SetFont("Helvetica", "", 12)
	for _, line := range lines {
		doc.Cell(0, 8, spelled(line))
		doc.Ln(8)
	}
	var out bytes.Buffer
	err := doc.Output(&out)
	return out.Bytes(), err
}

// The measures of a scan, in pixels.
const (
	scanWidth  = 900
	scanMargin = 60
	scanLine   = 56
	scanText   = 30
	scanSpecks = 90
)

// scan draws lines of text as a scanner would see them: grey paper, specks of
// dust, and lines that are not quite level.
func scan(seed uint64, lines []string) ([]byte, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: scanText, DPI: 72})
	if err != nil {
		return nil, err
	}
	defer face.Close()
	random := rand.New(rand.NewPCG(seed, 1))
	greys := color.Palette{color.Gray{235}, color.Gray{180}, color.Gray{100}, color.Gray{30}}
	img := image.NewPaletted(image.Rect(0, 0, scanWidth, 2*scanMargin+scanLine*len(lines)), greys)
	for i, line := range lines {
		d := font.Drawer{Dst: img, Src: image.NewUniform(greys[3]), Face: face,
			Dot: fixed.P(scanMargin+random.IntN(6), scanMargin+scanLine*i+scanText+random.IntN(4))}
		d.DrawString(line)
	}
	for range scanSpecks {
		img.SetColorIndex(random.IntN(scanWidth), random.IntN(img.Rect.Dy()), 1)
	}
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, img)
	return out.Bytes(), err
}

// address is a user's mail address in the office.
func address(user string) string { return strings.ToLower(user) + "@" + tools.Domain }

// head is a mail's header.
func head(to, from, subject, date string) mail.Header {
	var h mail.Header
	h.SetDate(moment(date))
	h.SetAddressList("From", []*mail.Address{{Address: address(from)}})
	h.SetAddressList("To", []*mail.Address{{Address: address(to)}})
	h.SetSubject(subject)
	h.SetMessageID(stamp(date) + "." + address(from))
	return h
}

func letter(to, from, subject, date, body string) ([]byte, error) {
	h := head(to, from, subject, date)
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	var out bytes.Buffer
	w, err := mail.CreateSingleInlineWriter(&out, h)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, body); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// parcel is a letter with a file.
func parcel(to, from, subject, date, body, name string, attachment []byte) ([]byte, error) {
	h := head(to, from, subject, date)
	h.SetContentType("multipart/mixed", map[string]string{"boundary": "part-" + stamp(date)})
	var out bytes.Buffer
	w, err := message.CreateWriter(&out, h.Header)
	if err != nil {
		return nil, err
	}
	var text, file message.Header
	text.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	file.SetContentType("application/pdf", nil)
	file.SetContentDisposition("attachment", map[string]string{"filename": name})
	file.Set("Content-Transfer-Encoding", "base64")
	for _, part := range []struct {
		head message.Header
		data []byte
	}{{text, []byte(body)}, {file, attachment}} {
		p, err := w.CreatePart(part.head)
		if err != nil {
			return nil, err
		}
		if _, err := p.Write(part.data); err != nil {
			return nil, err
		}
		if err := p.Close(); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

func calendar(user string, events []event) ([]byte, error) {
	c := ics.NewCalendarFor("legomem suite")
	for i, e := range events {
		v := c.AddEvent(fmt.Sprintf("%s-%d@example.com", user, i+1))
		v.SetDtStampTime(made)
		v.SetProperty(ics.ComponentPropertyDtStart, stamp(e.start))
		v.SetProperty(ics.ComponentPropertyDtEnd, stamp(e.end))
		v.SetSummary(e.summary)
		if e.place != "" {
			v.SetLocation(e.place)
		}
	}
	var out bytes.Buffer
	err := c.SerializeTo(&out)
	return out.Bytes(), err
}
