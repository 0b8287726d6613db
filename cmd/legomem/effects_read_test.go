package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/emersion/go-message/mail"
	"github.com/xuri/excelize/v2"

	"legomem/must"
)

// mailEffects are the mails that came and went: equal copies are one mail, with the
// mailboxes that they lie in.
func mailEffects(t *testing.T, before, after folder) []string {
	t.Helper()
	came, went := map[string][]string{}, map[string][]string{}
	for _, name := range differing(before, after) {
		if !isIn(name, "emails", ".eml") {
			continue
		}
		owner := path.Base(path.Dir(name))
		if was := before[name]; was.mode != 0 {
			went[was.text] = append(went[was.text], owner)
		}
		if is := after[name]; is.mode != 0 {
			came[is.text] = append(came[is.text], owner)
		}
	}
	var out []string
	for text, owners := range came {
		out = append(out, fmt.Sprintf("mail %s in %s", mailWords(t, text, before), strings.Join(owners, ", ")))
	}
	for text, owners := range went {
		out = append(out, fmt.Sprintf("mail gone %s of %s", mailWords(t, text, before), strings.Join(owners, ", ")))
	}
	return out
}

// mailWords tells a mail. An attachment is named with the file of the office that it is.
func mailWords(t *testing.T, text string, office folder) string {
	t.Helper()
	r := must.Have(mail.CreateReader(strings.NewReader(text)))(t)
	subject := must.Have(r.Header.Subject())(t)
	var b strings.Builder
	for _, key := range []string{"From", "To", "Cc", "Bcc", "Reply-To"} {
		if all := must.Have(r.Header.AddressList(key))(t); len(all) > 0 {
			fmt.Fprintf(&b, "%s %s ", strings.ToLower(key), strings.Join(addressesOf(all), ", "))
		}
	}
	fmt.Fprintf(&b, "%q:", subject)
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		must.Do(t, err)
		b.WriteString(" " + partWords(t, part, office))
	}
}

func addressesOf(all []*mail.Address) []string {
	var out []string
	for _, a := range all {
		out = append(out, strings.ToLower(a.Address))
	}
	return out
}

func partWords(t *testing.T, p *mail.Part, office folder) string {
	t.Helper()
	body := string(must.Have(io.ReadAll(p.Body))(t))
	h, attached := p.Header.(*mail.AttachmentHeader)
	if !attached {
		return oneLine(body)
	}
	for _, name := range slices.Sorted(maps.Keys(office)) {
		if office[name].text == body {
			return fmt.Sprintf("[%s is %s]", must.Have(h.Filename())(t), name)
		}
	}
	return fmt.Sprintf("[%s]", must.Have(h.Filename())(t))
}

// eventEffects are the events that came into a calendar and went out of it. One that is
// changed does both.
func eventEffects(name, was, is string) []string {
	owner := strings.TrimSuffix(path.Base(name), ".ics")
	old, now := eventsIn(was), eventsIn(is)
	var out []string
	for _, e := range beyond(now, old) {
		out = append(out, fmt.Sprintf("event of %s: %s", owner, e))
	}
	for _, e := range beyond(old, now) {
		out = append(out, fmt.Sprintf("event gone of %s: %s", owner, e))
	}
	if len(out) == 0 {
		out = []string{"changed " + name}
	}
	return out
}

func eventsIn(text string) []string {
	if text == "" {
		return nil
	}
	calendar, err := ics.ParseCalendar(strings.NewReader(text))
	if err != nil {
		return []string{"no calendar"}
	}
	var out []string
	for _, e := range calendar.Events() {
		out = append(out, eventWords(e))
	}
	return out
}

func eventWords(e *ics.VEvent) string {
	words := fmt.Sprintf("%q %s to %s", property(e, ics.ComponentPropertySummary), property(e, ics.ComponentPropertyDtStart), property(e, ics.ComponentPropertyDtEnd))
	for _, key := range []ics.ComponentProperty{ics.ComponentPropertyLocation, ics.ComponentPropertyDescription, ics.ComponentPropertyRrule} {
		if v := property(e, key); v != "" {
			words += fmt.Sprintf(" %s %q", strings.ToLower(string(key)), v)
		}
	}
	for _, a := range e.Attendees() {
		words += " with " + strings.ToLower(strings.TrimPrefix(a.Value, "mailto:"))
	}
	if n := len(e.Alarms()); n > 0 {
		words += fmt.Sprintf(" and %d alarms", n)
	}
	return words
}

func property(e *ics.VEvent, key ics.ComponentProperty) string {
	if p := e.GetProperty(key); p != nil {
		return p.Value
	}
	return ""
}

// bookEffects are the cells of a workbook that differ; of a new one all, in one line.
func bookEffects(t *testing.T, name string, was, is item) []string {
	t.Helper()
	if is.mode == 0 {
		return []string{"gone " + name}
	}
	old, now := cellsOf(t, was.text), cellsOf(t, is.text)
	if was.mode == 0 {
		var all []string
		for _, cell := range slices.Sorted(maps.Keys(now)) {
			all = append(all, cell+"="+now[cell])
		}
		return []string{"made " + name + ": " + strings.Join(all, " ")}
	}
	all := maps.Clone(old)
	maps.Copy(all, now)
	var out []string
	for _, cell := range slices.Sorted(maps.Keys(all)) {
		if old[cell] != now[cell] {
			out = append(out, fmt.Sprintf("cell %s %s=%s", name, cell, now[cell]))
		}
	}
	if len(out) == 0 {
		out = []string{"changed " + name}
	}
	return out
}

// cellsOf are the cells of a workbook that hold something, by sheet and name. A sheet
// that nobody sees is told, too.
func cellsOf(t *testing.T, text string) map[string]string {
	t.Helper()
	out := map[string]string{}
	if text == "" {
		return out
	}
	book := must.Have(excelize.OpenReader(strings.NewReader(text)))(t)
	defer book.Close()
	for _, sheet := range book.GetSheetList() {
		if seen, err := book.GetSheetVisible(sheet); err != nil || !seen {
			out[sheet+"!"] = "hidden"
		}
		for y, row := range must.Have(book.GetRows(sheet, excelize.Options{RawCellValue: true}))(t) {
			for x := range row {
				cell := must.Have(excelize.CoordinatesToCellName(x+1, y+1))(t)
				keepCell(t, out, book, sheet, cell)
			}
		}
	}
	return out
}

func keepCell(t *testing.T, out map[string]string, book *excelize.File, sheet, cell string) {
	t.Helper()
	formula := must.Have(book.GetCellFormula(sheet, cell))(t)
	value := must.Have(book.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true}))(t)
	if formula != "" {
		value = "=" + formula
	}
	if value != "" {
		out[sheet+"!"+cell] = value
	}
}
