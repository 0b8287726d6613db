package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/emersion/go-message/mail"

	"legomem/tools/office"
	pdftext "legomem/tools/pdf"
	"legomem/tools/value"
)

// changedLines says what differs between two testbeds, by path: "+ " and "- "
// before each line that came and went. A line is a cell, an event, a paragraph,
// a part of a mail; of a new folder, that it is one. What a file says twice
// counts twice.
func changedLines(t *testing.T, start, finished string) changes {
	t.Helper()
	before, after := spelledOut(t, start), spelledOut(t, finished)
	out := changes{}
	for _, name := range slices.Sorted(maps.Keys(merged(before, after))) {
		gone, come := without(before[name], after[name]), without(after[name], before[name])
		for _, line := range gone {
			out[name] = append(out[name], "- "+line)
		}
		for _, line := range come {
			out[name] = append(out[name], "+ "+line)
		}
	}
	return out
}

func merged(a, b map[string][]string) map[string][]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// without is the lines of a that b has no more of.
func without(a, b []string) []string {
	left, out := slices.Clone(b), []string{}
	for _, line := range a {
		if i := slices.Index(left, line); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			out = append(out, line)
		}
	}
	return out
}

// spelledOut is what every file of a testbed says, and which folders there are.
func spelledOut(t *testing.T, dir string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if rel = filepath.ToSlash(rel); e.IsDir() {
			if strings.Count(rel, "/") > 1 || strings.HasPrefix(rel, "data/") {
				all[rel+"/"] = []string{"a folder"}
			}
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if all[rel], err = linesOf(t, rel, data); err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return all
}

// linesOf reads a file by its type.
func linesOf(t *testing.T, name string, data []byte) ([]string, error) {
	switch strings.ToLower(path.Ext(name)) {
	case ".xlsx":
		return cellLines(data)
	case ".docx":
		d, err := office.ReadDocument(data)
		if err != nil {
			return nil, err
		}
		return strings.Split(d.Text(), "\n"), nil
	case ".pdf":
		pages, err := pdftext.ReadText(t.Context(), data)
		return strings.Split(strings.TrimSpace(strings.Join(pages, "\n")), "\n"), err
	case ".ics":
		return eventLines(data)
	case ".eml":
		return mailLines(data)
	case ".png":
		return []string{fmt.Sprintf("an image of %d bytes", len(data))}, nil
	}
	return strings.Split(string(data), "\n"), nil
}

// cellLines are a workbook's cells: "B3: 25", and "B3: text 25" for a text that
// reads like a number.
func cellLines(data []byte) ([]string, error) {
	w, err := office.ReadWorkbook(data)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, sheet := range w.Sheets {
		for r, c := range sheet.Places() {
			cell := sheet.Cell(r, c)
			text := cell.Text
			if _, err := strconv.ParseFloat(text, 64); err == nil && cell.Kind == office.TextCell {
				text = "text " + text
			}
			if cell.Kind != office.EmptyCell {
				out = append(out, value.CellName(r, c)+": "+text)
			}
		}
	}
	return out, nil
}

// eventLines are a calendar's events with everything that tells something:
// "supplier call, 20260514T100000 to 20260514T111500".
func eventLines(data []byte) ([]string, error) {
	cal, err := ics.ParseCalendar(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range cal.Events() {
		texts := map[string]string{}
		for _, p := range e.Properties {
			switch name := p.IANAToken; name {
			case "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE":
			case "SUMMARY", "DTSTART", "DTEND":
				texts[name] = p.Value
			default:
				texts["more"] += ", " + strings.ToLower(name) + " " + p.Value
			}
		}
		if texts["DTEND"] != "" {
			texts["DTEND"] = " to " + texts["DTEND"]
		}
		out = append(out, texts["SUMMARY"]+", "+texts["DTSTART"]+texts["DTEND"]+texts["more"])
	}
	return out, nil
}

// mailLines are a mail's people, subject, text and files.
func mailLines(data []byte) ([]string, error) {
	r, err := mail.CreateReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, name := range []string{"From", "To", "Cc", "Bcc", "Subject"} {
		if text, err := r.Header.Text(name); err == nil && text != "" {
			out = append(out, name+": "+text)
		}
	}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if h, ok := part.Header.(*mail.AttachmentHeader); ok {
			name, _ := h.Filename()
			out = append(out, "Attached: "+name)
			continue
		}
		text, err := io.ReadAll(part.Body)
		if err != nil {
			return nil, err
		}
		out = append(out, strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")), "\n")...)
	}
}
