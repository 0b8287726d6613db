package skills

import (
	"io/fs"
	"os"
	"sync"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools/apps"
	"legomem/tools/toolstest"
)

// tuesday is when the skills are played: 24 November 2026, nine o'clock.
var tuesday = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)

// The mails of Bob's mailbox, beside those that the tools make.
var mails = map[string]string{
	"emails/Bob/Lunch.eml": mail("Dana", "Bob@example.com, Priya@example.com", "Lunch", "Mon, 23 Nov 2026 10:00:00 +0000", "Shall we have lunch?"),
	"emails/Bob/Roof.eml":  mail("Priya", "Bob@example.com", "Roof", "Tue, 24 Nov 2026 08:00:00 +0000", "The roof leaks."),
	"emails/Bob/Keys.eml":  mail("Dana", "Bob@example.com", "Keys", "Fri, 20 Nov 2026 12:00:00 +0000", "The keys are here."),
}

func mail(from, to, subject, date, text string) string {
	return "From: " + from + "@example.com\nTo: " + to + "\nSubject: " + subject + "\nDate: " + date + "\n\n" + text + "\n"
}

// made are the calls that make the rest of the office.
var made = [][2]string{
	{"calendar.create_event", `{"summary":"stand-up","start":"2026-11-24 10:00","duration_minutes":30,"attendees":["Dana"],"location":"Room 4"}`},
	{"calendar.create_event", `{"summary":"dentist","start":"2026-11-25 14:00","end":"15:00"}`},
	{"calendar.create_event", `{"summary":"budget review","start":"2026-11-25 14:30","end":"15:30","attendees":["Priya"]}`},
	{"calendar.create_event", `{"summary":"fair","start":"2026-11-27","end":"2026-11-28","all_day":true}`},
	{"calendar.create_event", `{"summary":"choir","start":"2026-12-02 19:00","end":"20:00","repeat":"week","count":3}`},
	{"excel.create", `{"file_path":"plan.xlsx","rows":[["Name","Team","Cost"],["Ann","Red",30],["Ben","Blue",20],["Cy","Red",10]]}`},
	{"excel.create", `{"file_path":"more.xlsx","rows":[["Name","Team","Cost"],["Di","Blue",5]]}`},
	{"excel.create", `{"file_path":"wood.xlsx","rows":[["Item","Stock","Minimum"],["Oak",4,10.25],["Pine",12,10],["Elm",9,"=C3-1"]]}`},
	{"word.create", `{"file_path":"letter.docx","content":"Dear Ann,\nplease come."}`},
	{"pdf.create", `{"file_path":"one.pdf","content":"one"}`},
	{"pdf.create", `{"file_path":"two.pdf","content":"two"}`},
	{"pdf.merge", `{"files":["one.pdf","two.pdf"],"target":"both.pdf"}`},
	{"pdf.text_to_image", `{"content":"HELLO","target":"sign.png"}`},
	{"system.write_text", `{"file_path":"notes.txt","content":"call the plumber\n"}`},
	{"system.write_text", `{"file_path":"data/taxes/2025.txt","content":"paid"}`},
	{"system.write_text", `{"file_path":"data/lists/shopping.txt","content":"milk\nbread\n"}`},
	{"system.write_text", `{"file_path":"data/contacts.csv","content":"Name,Email,Phone\nDana Lee,dana@example.com,555 0101\n"}`},
	{"email.send", `{"sender":"Priya","to":["Bob"],"subject":"Offer","content":"See the file.","attachments":["notes.txt"]}`},
}

// built makes the office once; officeFiles are its files.
var (
	built       sync.Once
	officeFiles map[string]string
)

// newOffice is Bob's office, with all tools at hand.
func newOffice(t *testing.T) *toolstest.Desk {
	t.Helper()
	built.Do(func() {
		d := toolstest.New(t, tuesday, apps.Registry().All(), mails)
		for _, call := range made {
			d.Data(call[0], call[1])
		}
		officeFiles = must.Have(filesOf(d.Dir))(t)
	})
	return toolstest.New(t, tuesday, apps.Registry().All(), officeFiles)
}

// filesOf reads all files of a folder.
func filesOf(dir string) (map[string]string, error) {
	out := map[string]string{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, path)
		out[path] = string(data)
		return err
	})
	return out, err
}
