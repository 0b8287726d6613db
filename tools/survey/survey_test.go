package survey_test

import (
	"archive/zip"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/excel"
	"legomem/tools/pdf"
	"legomem/tools/survey"
	"legomem/tools/toolstest"
	"legomem/tools/word"
)

func newDesk(t *testing.T, files map[string]string) *toolstest.Desk {
	t.Helper()
	return toolstest.New(t, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), slices.Concat(survey.Tools(), word.Tools(), pdf.Tools(), excel.Tools()), files)
}

const twoEvents = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" +
	"BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260302T090000Z\r\nSUMMARY:a\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20260303T090000Z\r\nSUMMARY:b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

// TestSurvey: each kind of file is told by what it holds, and each person's mails and events
// are counted.
func TestSurvey(t *testing.T) {
	d := newDesk(t, map[string]string{
		"data/a.txt": "one\ntwo\n", "data/list.csv": "Cost,Sum\nrent,700\nheat,90\n", "data/deep/b.bin": "12345", "data/broken.xlsx": "no workbook",
		"emails/Bob/1.eml": "Subject: a\n\nb", "emails/Bob/old/2.eml": "Subject: a\n\nb", "emails/Ann/1.eml": "Subject: a\n\nb",
		"calendar/Ann.ics": twoEvents, "calendar/Bob.ics": "broken",
	})
	d.Data("word.create", `{"file_path":"a.docx","content":"House notes\nThe rent is 700."}`)
	d.Data("word.add_table", `{"file_path":"a.docx","rows":[["heat","90"]]}`)
	d.Data("pdf.create", `{"file_path":"a.pdf","content":"House notes"}`)
	d.Data("excel.create", `{"file_path":"a.xlsx","rows":[["Cost","Sum"],["heat",90]]}`)
	want := `data/a.docx: 2 paragraphs, 1 table
data/a.pdf: 1 page
data/a.txt: 2 lines
data/a.xlsx: sheet Sheet1, 1 row: Cost, Sum
data/broken.xlsx: 11 bytes, cannot be read
data/deep/b.bin: 5 bytes
data/list.csv: sheet csv, 2 rows: Cost, Sum
emails/: Ann 1 mail, Bob 2 mails
calendar/: Ann 2 events`
	must.NoDiff(t, cmp.Diff(want, d.Call("system.survey", `{"everybody":true}`).Text), "everybody's (-want +got)\n%s")
	if own := d.Call("system.survey", `{}`).Text; !strings.HasSuffix(own, "emails/: Bob 2 mails\ncalendar/: none") {
		t.Errorf("of Bob alone it tells:\n%s", own)
	}
}

// TestSurveyIsCapped: a large or hostile workplace costs no more than a few lines.
func TestSurveyIsCapped(t *testing.T) {
	wide := strings.Repeat("a very long header of a column,", 40) + "end\n"
	files := map[string]string{"data/0.csv": wide, "data/1\u202e.txt": "x", "data/2.docx": string(toolstest.Zip(t, zip.Deflate, "x", "y"))}
	for i := range 60 {
		files[fmt.Sprintf("data/f%02d.txt", i)] = "x"
		files[fmt.Sprintf("emails/P%02d/1.eml", i)] = "x"
	}
	d := newDesk(t, files)
	lines := strings.Split(d.Call("system.survey", `{"everybody":true}`).Text, "\n")
	if len(lines) != 33 || lines[30] != "and 33 files more in data/" || !strings.HasSuffix(lines[31], "and 30 others") {
		t.Errorf("%d lines, at the end:\n%s", len(lines), strings.Join(lines[max(0, len(lines)-3):], "\n"))
	}
	if n := len([]rune(lines[0])); n > 250 {
		t.Errorf("a line has %d characters", n)
	}
	if !strings.Contains(lines[1], "U+202E") {
		t.Errorf("a name is shown as it is: %q", lines[1])
	}
}

func TestSurveyOfNothing(t *testing.T) {
	must.NoDiff(t, cmp.Diff("data/: no files\nemails/: none\ncalendar/: none", newDesk(t, nil).Call("system.survey", `{}`).Text), "(-want +got)\n%s")
}

// TestWhatItReads: who asks for everybody's reads all of the testbed, which a policy may
// refuse; who does not reads data/ and the user's own.
func TestWhatItReads(t *testing.T) {
	reads := func(args map[string]any) (out []string) {
		for _, e := range must.Have(survey.Tools()[0].Effects(args))(t) {
			out = append(out, string(e.Class)+" "+e.Target)
		}
		return out
	}
	must.NoDiff(t, cmp.Diff([]string{"read file:."}, reads(map[string]any{"everybody": true})), "(-want +got)\n%s")
	must.NoDiff(t, cmp.Diff([]string{"read file:data", "read file:data/data", "read mailbox:self", "read calendar:self"}, reads(map[string]any{})), "(-want +got)\n%s")
}
