package apps_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/calendar"
	"legomem/tools/contacts"
	"legomem/tools/email"
	"legomem/tools/excel"
	"legomem/tools/lookup"
	"legomem/tools/notes"
	"legomem/tools/ocr"
	"legomem/tools/pdf"
	"legomem/tools/shell"
	"legomem/tools/survey"
	"legomem/tools/system"
	"legomem/tools/value"
	"legomem/tools/word"
)

// ofApps are all tools by name, the hidden ones too.
var ofApps = sync.OnceValue(func() map[string]tools.Tool {
	all := map[string]tools.Tool{}
	for _, group := range [][]tools.Tool{calendar.Tools(), email.Tools(), excel.Tools(), word.Tools(), pdf.Tools(), ocr.Tools(), system.Tools(), notes.Tools(), contacts.Tools(), lookup.Tools(), survey.Tools(), shell.Tools()} {
		for _, tool := range group {
			all[tool.Name] = tool
		}
	}
	return all
})

func everyTool(t testing.TB) map[string]tools.Tool {
	t.Helper()
	all := ofApps()
	for _, tool := range apps.Registry().All() {
		if _, ok := all[tool.Name]; !ok {
			t.Fatalf("%s is of an app that this test does not know", tool.Name)
		}
	}
	return all
}

// sample is a call on the testbed of newOffice, where Bob is the acting user,
// and its effects: "read file:a, write mailbox:Bob", "destroy" for a write that
// destroys.
type sample struct {
	tool, args, effects string
	// slow calls start LibreOffice.
	slow bool
}

var samples = []sample{
	{tool: "calendar.create_event", args: `{"summary":"Review","start":"2026-03-13 10:00"}`, effects: "write calendar:self"},
	{tool: "calendar.create_event", args: `{"user":"Bob","users":["Carol"],"attendees":["Dana <dana@example.com>","Dana","x@city.gov"],"summary":"Review","start":"2026-03-13 10:00"}`,
		effects: "write calendar:Bob, write calendar:Carol, write calendar:Dana"},
	{tool: "calendar.list_events", args: `{"user":"Erin"}`, effects: "read calendar:Erin"},
	{tool: "calendar.delete_event", args: `{"summary":"Stand-up"}`, effects: "read calendar:self, destroy calendar:self"},
	{tool: "calendar.delete_event", args: `{"user":"Carol","users":["Bob"],"summary":"Stand-up"}`,
		effects: "read calendar:Carol, read calendar:Bob, destroy calendar:Carol, destroy calendar:Bob"},
	{tool: "calendar.move_event", args: `{"summary":"Stand-up","start":"2026-03-20"}`, effects: "read calendar:self, write calendar:self"},
	{tool: "calendar.delete_event", args: `{"summary":"Stand-up","occurrence":"2026-03-16"}`, effects: "read calendar:self, destroy calendar:self"},
	{tool: "calendar.delete_events", args: `{"date":"2026-03-16","contains":"stand"}`, effects: "read calendar:self, destroy calendar:self"},
	{tool: "calendar.delete_events", args: `{"user":"Carol","from":"2026-03-16","to":"2026-03-17"}`, effects: "read calendar:Carol, destroy calendar:Carol"},
	{tool: "calendar.move_event", args: `{"user":"Carol","summary":"Stand-up","by_minutes":-30}`, effects: "read calendar:Carol, write calendar:Carol"},
	{tool: "calendar.update_event", args: `{"summary":"Stand-up","location":"Room 5","alarm_minutes":10}`, effects: "read calendar:self, write calendar:self"},
	{tool: "calendar.update_event", args: `{"user":"Bob","users":["Carol"],"summary":"Stand-up","add_attendees":["Dana","x@city.gov"]}`,
		effects: "read calendar:Bob, read calendar:Carol, write calendar:Bob, write calendar:Carol, write calendar:Dana"},
	{tool: "calendar.update_event", args: `{"summary":"Planning","remove_attendees":["Erin","y@city.gov"]}`,
		effects: "read calendar:self, write calendar:self, read calendar:Erin, destroy calendar:Erin"},
	{tool: "calendar.is_free", args: `{"users":"Bob and Carol","start":"2026-03-16 10:30"}`, effects: "read calendar:Bob, read calendar:Carol"},
	{tool: "calendar.find_free_time", args: `{"user":"Carol","from_date":"2026-03-16","to_date":"2026-03-18"}`, effects: "read calendar:Carol"},
	{tool: "calendar.list_events", args: `{"with":"Erin","limit":1}`, effects: "read calendar:self"},
	{tool: "calendar.rename_event", args: `{"summary":"Stand-up","new_summary":"Sit-down"}`, effects: "read calendar:self, write calendar:self"},
	{tool: "calendar.find_free_time", args: `{"users":"Bob and Carol","date":"2026-03-16"}`, effects: "read calendar:Bob, read calendar:Carol"},
	{tool: "calendar.common_events", args: `{"users":["Bob","Carol"]}`, effects: "read calendar:Bob, read calendar:Carol"},
	{tool: "calendar.conflicts", args: `{}`, effects: "read calendar:self"},
	{tool: "calendar.review", args: `{"before":"calendar/Carol.ics","after":"calendar/Bob.ics"}`, effects: "read file:calendar/Carol.ics, read file:calendar/Bob.ics"},
	{tool: "calendar.inspect", args: `{"file_path":"calendar/Carol.ics"}`, effects: "read file:calendar/Carol.ics"},
	{tool: "calendar.leave_out", args: `{"before":"calendar/Carol.ics","uids":[]}`, effects: "read file:calendar/Carol.ics"},
	{tool: "calendar.merge", args: `{"base":"calendar/Carol.ics","mine":"calendar/Carol.ics","theirs":"calendar/Bob.ics"}`, effects: "read file:calendar/Carol.ics, read file:calendar/Bob.ics"},

	{tool: "email.send", args: `{"to":"Carol, x@abc.com","cc":["bob@example.com"],"subject":"s","content":"c","attachments":["note.txt"]}`,
		effects: "write mailbox:self, send recipient:Carol@example.com, send recipient:x@abc.com, send recipient:bob@example.com, read file:note.txt, read file:data/note.txt"},
	{tool: "email.send", args: `{"to":"Bob","sender":"Carol","subject":"s","content":"c"}`, effects: "write mailbox:Carol, send recipient:Bob@example.com"},
	{tool: "email.send", args: `{"to":"Bob","subject":"s","from_file":"data/note.txt"}`, effects: "write mailbox:self, send recipient:Bob@example.com, read file:data/note.txt"},
	{tool: "email.list", args: `{}`, effects: "read mailbox:self"},
	{tool: "email.list", args: `{"mailboxes":"all"}`, effects: "read folder:emails"},
	{tool: "email.list", args: `{"user":"Carol","mailboxes":["Bob","Dana"]}`, effects: "read mailbox:Bob, read mailbox:Dana, read mailbox:Carol"},
	{tool: "email.read", args: `{"file_path":"planted.eml"}`, effects: "read file:planted.eml, read file:data/planted.eml"},
	{tool: "email.read", args: `{"user":"Bob","subject":"Plans"}`, effects: "read mailbox:Bob"},
	{tool: "email.search", args: `{"from":"Carol","to":"Bob"}`, effects: "read mailbox:self"},
	{tool: "email.reply", args: `{"subject":"Plans","content":"c","attachments":"data/note.txt"}`,
		effects: "read mailbox:self, write mailbox:self, send recipient:sender of the mail, read file:data/note.txt"},
	{tool: "email.reply", args: `{"subject":"Plans","from_file":"data/note.txt"}`,
		effects: "read mailbox:self, write mailbox:self, send recipient:sender of the mail, read file:data/note.txt"},
	{tool: "email.reply", args: `{"subject":"Plans","content":"c","all":true}`,
		effects: "read mailbox:self, write mailbox:self, send recipient:sender of the mail, send recipient:everyone on the mail"},
	{tool: "email.forward", args: `{"subject":"Plans","to":["Dana"]}`, effects: "read mailbox:self, write mailbox:self, send recipient:Dana@example.com"},
	{tool: "email.delete", args: `{"subject":"Plans"}`, effects: "read mailbox:self, destroy mailbox:self"},
	{tool: "email.delete", args: `{"from":"Carol","since":"2026-01-01"}`, effects: "read mailbox:self, destroy mailbox:self"},
	{tool: "email.move", args: `{"subject":"Plans","folder":"Archive"}`, effects: "read mailbox:self, write mailbox:self"},
	{tool: "email.move", args: `{"user":"Bob","id":"Plans","folder":"Old"}`, effects: "read mailbox:Bob, write mailbox:Bob"},
	{tool: "email.save_attachment", args: `{"subject":"Plans"}`, effects: "read mailbox:self, write file:data/*"},
	{tool: "email.save_attachment", args: `{"subject":"Plans","name":"plans.csv"}`, effects: "read mailbox:self, write file:data/plans.csv"},
	{tool: "email.save_attachment", args: `{"subject":"Plans","target":"out/x.txt"}`, effects: "read mailbox:self, write file:out/x.txt, write file:out/x.txt/*"},
	{tool: "email.review", args: `{"file_path":"emails/Bob/Plans.eml"}`, effects: "read file:emails/Bob/Plans.eml"},
	{tool: "email.inspect", args: `{"user":"Carol"}`, effects: "read mailbox:Carol"},

	{tool: "excel.read", args: `{"file_path":"a.xlsx"}`, effects: "read file:a.xlsx, read file:data/a.xlsx"},
	{tool: "excel.lookup", args: `{"file_path":"data/a.xlsx","column":"Name","value":"Ann"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.review", args: `{"after":"data/a.xlsx"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.inspect", args: `{"file_path":"data/a.xlsx"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.filter", args: `{"file_path":"data/a.xlsx","column":"Name","value":"Ann"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.filter", args: `{"file_path":"data/a.xlsx","column":"Name","value":"Ann","target":"b.xlsx"}`, effects: "read file:data/a.xlsx, destroy file:data/b.xlsx"},
	{tool: "excel.find_row", args: `{"file_path":"data/a.xlsx","text":"Ann"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.copy_rows", args: `{"file_path":"data/a.xlsx","column":"Name","value":"Ann","target":"b.xlsx"}`,
		effects: "read file:data/a.xlsx, read file:b.xlsx, read file:data/b.xlsx, write file:b.xlsx, write file:data/b.xlsx"},
	{tool: "excel.copy_rows", args: `{"file_path":"data/a.xlsx","target":"out/new.xlsx"}`, effects: "read file:data/a.xlsx, read file:out/new.xlsx, write file:out/new.xlsx"},
	{tool: "excel.count", args: `{"file_path":"data/list.csv"}`, effects: "read file:data/list.csv"},
	{tool: "excel.format_rows", args: `{"file_path":"data/a.xlsx","template":"{Name}"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.aggregate", args: `{"file_path":"data/a.xlsx","column":"Score","op":"sum"}`, effects: "read file:data/a.xlsx"},
	{tool: "excel.create", args: `{"file_path":"b.xlsx","rows":[[1]]}`, effects: "destroy file:data/b.xlsx"},
	{tool: "excel.merge", args: `{"sources":["data/a.xlsx","data/b.xlsx"],"target":"data/b.xlsx"}`, effects: "read file:data/a.xlsx, read file:data/b.xlsx, destroy file:data/b.xlsx"},
	{tool: "excel.set_cell", args: `{"file_path":"a.xlsx","cell":"B2","value":7}`,
		effects: "read file:a.xlsx, read file:data/a.xlsx, write file:a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.set_cell", args: `{"file_path":"data/a.xlsx","cell":"B2","value":""}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.set_range", args: `{"file_path":"data/a.xlsx","start_cell":"B2","rows":[[1,2]]}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.set_range", args: `{"file_path":"data/a.xlsx","start_cell":"B2","rows":[[1,null]]}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.delete_cell", args: `{"file_path":"data/a.xlsx","cell":"B2"}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.delete_range", args: `{"file_path":"data/a.xlsx","range":"A2:B2"}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.append_row", args: `{"file_path":"data/a.xlsx","values":["Eve",3]}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.append_rows", args: `{"file_path":"data/a.xlsx","rows":[["Eve",3]]}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.update", args: `{"file_path":"data/a.xlsx","where_column":"Name","where_value":"Ann","column":"Score","value":9}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.update", args: `{"file_path":"data/a.xlsx","where_column":"Name","where_value":"Ann","column":"Score","value":""}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.update", args: `{"file_path":"data/a.xlsx","where_column":"Name","where_value":"Ann","column":"Score","expression":"{Score} + 1"}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.delete_rows", args: `{"file_path":"data/a.xlsx","rows":[2]}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.sort", args: `{"file_path":"data/a.xlsx","column":"Score","order":"desc"}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.swap", args: `{"file_path":"data/a.xlsx","rows":[2,3]}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.add_column", args: `{"file_path":"data/a.xlsx","header":"New","value":1}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.delete_column", args: `{"file_path":"data/a.xlsx","column":"Score"}`, effects: "read file:data/a.xlsx, destroy file:data/a.xlsx"},
	{tool: "excel.change_numbers", args: `{"file_path":"data/a.xlsx","column":"Score","by":"5%"}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.add_sheet", args: `{"file_path":"data/a.xlsx","sheet":"New"}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.rename_sheet", args: `{"file_path":"data/a.xlsx","name":"New"}`, effects: "read file:data/a.xlsx, write file:data/a.xlsx"},
	{tool: "excel.to_pdf", args: `{"file_path":"a.xlsx"}`, effects: "read file:a.xlsx, read file:data/a.xlsx, destroy file:data/a.pdf", slow: true},
	{tool: "excel.to_pdf", args: `{"file_path":"data/a.xlsx","target":"out/a.pdf"}`, effects: "read file:data/a.xlsx, destroy file:out/a.pdf", slow: true},

	{tool: "word.create", args: `{"file_path":"new","content":"x"}`, effects: "write file:data/new.docx"},
	{tool: "word.create", args: `{"file_path":"fresh","from_file":"data/note.txt"}`, effects: "read file:data/note.txt, write file:data/fresh.docx"},
	{tool: "word.create", args: `{"file_path":"a.docx","content":"x","overwrite":true}`, effects: "destroy file:data/a.docx"},
	{tool: "word.read", args: `{"file_path":"data/a.docx"}`, effects: "read file:data/a.docx"},
	{tool: "word.review", args: `{"before":"data/a.docx"}`, effects: "read file:data/a.docx"},
	{tool: "word.inspect", args: `{"file_path":"data/a.docx"}`, effects: "read file:data/a.docx"},
	{tool: "word.write", args: `{"file_path":"data/a.docx","from_file":"data/note.txt"}`, effects: "read file:data/note.txt, read file:data/a.docx, write file:data/a.docx"},
	{tool: "word.write", args: `{"file_path":"a.docx","content":"x"}`, effects: "read file:a.docx, read file:data/a.docx, write file:a.docx, write file:data/a.docx"},
	{tool: "word.add_table", args: `{"file_path":"data/a.docx","rows":[[1]]}`, effects: "read file:data/a.docx, write file:data/a.docx"},
	{tool: "word.replace_text", args: `{"file_path":"data/a.docx","find":"words","replace":"letters"}`, effects: "read file:data/a.docx, write file:data/a.docx"},
	{tool: "word.replace_text", args: `{"file_path":"data/a.docx","find":"words","replace":""}`, effects: "read file:data/a.docx, destroy file:data/a.docx"},
	{tool: "word.to_pdf", args: `{"file_path":"data/a.docx"}`, effects: "read file:data/a.docx, destroy file:data/a.pdf", slow: true},

	{tool: "pdf.read", args: `{"file_path":"data/a.pdf"}`, effects: "read file:data/a.pdf"},
	{tool: "pdf.review", args: `{"before":"data/a.pdf","after":"data/a.pdf"}`, effects: "read file:data/a.pdf"},
	{tool: "pdf.inspect", args: `{"file_path":"a.pdf"}`, effects: "read file:a.pdf, read file:data/a.pdf"},
	{tool: "pdf.create", args: `{"file_path":"new","content":"x"}`, effects: "write file:data/new.pdf"},
	{tool: "pdf.create", args: `{"file_path":"a.pdf","content":"x","overwrite":true}`, effects: "destroy file:data/a.pdf"},
	{tool: "pdf.split", args: `{"file_path":"data/a.pdf"}`, effects: "read file:data/a.pdf, write file:data/*"},
	{tool: "pdf.split", args: `{"file_path":"a.pdf","folder":"out","overwrite":true}`, effects: "read file:a.pdf, read file:data/a.pdf, destroy file:out/*"},
	{tool: "pdf.extract", args: `{"file_path":"data/a.pdf","pages":"1","target":"b.pdf"}`, effects: "read file:data/a.pdf, destroy file:data/b.pdf"},
	{tool: "pdf.merge", args: `{"files":["data/a.pdf","data/a.pdf"],"target":"b.pdf"}`, effects: "read file:data/a.pdf, destroy file:data/b.pdf"},
	{tool: "pdf.from_images", args: `{"images":"data/a.png","target":"data/b.pdf"}`, effects: "read file:data/a.png, destroy file:data/b.pdf"},
	{tool: "pdf.to_word", args: `{"file_path":"data/a.pdf"}`, effects: "read file:data/a.pdf, destroy file:data/a.docx"},
	{tool: "pdf.to_word", args: `{"file_path":"data/a.pdf","target":"new"}`, effects: "read file:data/a.pdf, destroy file:data/new.docx"},
	{tool: "pdf.to_image", args: `{"file_path":"data/a.pdf"}`, effects: "read file:data/a.pdf, destroy file:data/a.png"},
	{tool: "pdf.to_image", args: `{"file_path":"data/a.pdf","target":"out/a.jpg"}`, effects: "read file:data/a.pdf, destroy file:out/a.jpg"},
	{tool: "pdf.text_to_image", args: `{"content":"x","target":"a.png"}`, effects: "destroy file:data/a.png"},

	{tool: "ocr.recognise", args: `{"file_path":"data/a.png"}`, effects: "read file:data/a.png"},
	{tool: "ocr.inspect", args: `{"file_path":"a.png"}`, effects: "read file:a.png, read file:data/a.png"},

	{tool: "system.list_files", args: `{}`, effects: "read folder:."},
	{tool: "system.list_files", args: `{"folder":"data"}`, effects: "read folder:data, read folder:data/data"},
	{tool: "system.find_file", args: `{"name":"the list csv"}`, effects: "read folder:."},
	{tool: "system.find_file", args: `{"name":"note","folder":"data/sub"}`, effects: "read folder:data/sub"},
	{tool: "system.copy", args: `{"source":"data/note.txt","target":"copy.txt"}`,
		effects: "read file:data/note.txt, write file:copy.txt, write file:data/copy.txt"},
	{tool: "system.copy", args: `{"source":["data/note.txt","data/sub/note.txt"],"target":"out","overwrite":true}`,
		effects: "read file:data/note.txt, read file:data/sub/note.txt, destroy file:out, destroy file:data/out"},
	{tool: "system.copy", args: `{"source":"data/sub","target":"."}`, effects: "read file:data/sub, write file:sub"},
	{tool: "system.move", args: `{"source":"data/note.txt","target":"data/moved.txt"}`, effects: "read file:data/note.txt, write file:data/note.txt, write file:data/moved.txt"},
	{tool: "system.move", args: `{"source":"emails/Bob/Plans.eml","target":"data/list.csv","overwrite":true}`,
		effects: "read file:emails/Bob/Plans.eml, destroy file:emails/Bob/Plans.eml, destroy file:data/list.csv"},
	{tool: "system.move", args: `{"source":"emails/Bob/Plans.eml","target":"renamed.eml"}`,
		effects: "read file:emails/Bob/Plans.eml, destroy file:emails/Bob/Plans.eml, write file:renamed.eml, write file:data/renamed.eml, write file:emails/Bob/renamed.eml"},
	{tool: "system.delete", args: `{"file_path":["note.txt","data/sub"]}`, effects: "destroy file:note.txt, destroy file:data/note.txt, destroy file:data/sub"},
	{tool: "system.make_folder", args: `{"folder":"new"}`, effects: "write file:data/new"},
	{tool: "system.review", args: `{"before":"data/note.txt","after":"data/list.csv"}`, effects: "read file:data/note.txt, read file:data/list.csv"},
	{tool: "system.inspect", args: `{"file_path":"data/note.txt","text":true}`, effects: "read file:data/note.txt, read folder:data/note.txt"},
	{tool: "system.read_text", args: `{"file_path":"data/note.txt"}`, effects: "read file:data/note.txt"},
	{tool: "system.write_text", args: `{"file_path":"note.txt","content":"x"}`, effects: "destroy file:data/note.txt"},
	{tool: "system.write_text", args: `{"file_path":"./top.txt","content":"x"}`, effects: "destroy file:top.txt"},
	{tool: "system.write_text", args: `{"file_path":"note.txt","content":"x","append":true}`,
		effects: "read file:note.txt, read file:data/note.txt, write file:note.txt, write file:data/note.txt"},
	{tool: "system.replace_text", args: `{"file_path":"data/note.txt","find":"words","replace":"letters"}`, effects: "read file:data/note.txt, write file:data/note.txt"},
	{tool: "system.replace_text", args: `{"file_path":"data/note.txt","find":"words","replace":""}`, effects: "read file:data/note.txt, destroy file:data/note.txt"},
	{tool: "system.look_up", args: `{"file_path":"note.txt","about":"words"}`, effects: "read file:note.txt, read file:data/note.txt"},
	{tool: "system.look_up", args: `{"content":"some words","about":"words"}`},
	{tool: "system.survey", args: `{"everybody":true}`, effects: "read file:."},
	{tool: "system.survey", args: `{}`, effects: "read file:data, read file:data/data, read mailbox:self, read calendar:self"},
	{tool: "system.file_info", args: `{"file_path":["data/note.txt","list.csv"]}`, effects: "read file:data/note.txt, read file:list.csv, read file:data/list.csv"},
	{tool: "system.dates", args: `{"date":"2026-03-12","add":"3 days"}`},
	{tool: "system.aggregate", args: `{"values":[1,2],"op":"sum"}`},
	{tool: "system.calculate", args: `{"expression":"1+1"}`},
	{tool: "system.compare", args: `{"left":1,"op":"eq","right":1}`},
	{tool: "system.count", args: `{"values":[1,2]}`},
	{tool: "system.format", args: `{"template":"{a}","values":{"a":1}}`},
	{tool: "system.filter", args: `{"rows":[[1],[2]]}`},
	{tool: "system.sort", args: `{"values":[2,1]}`},
	{tool: "system.lookup", args: `{"rows":[{"a":1}],"column":"a","value":1}`},
	{tool: "system.parse_table", args: `{"content":"a,b\n1,2"}`},
	{tool: "system.extract", args: `{"content":"total: 5","after":"total"}`},

	{tool: "list.make", args: `{"list":"packing","entries":["tent"]}`, effects: "read folder:data/lists, read file:data/lists/packing.txt, write file:data/lists/packing.txt"},
	{tool: "list.add", args: `{"list":"Shopping","entries":["eggs"]}`, effects: "read folder:data/lists, read file:data/lists/Shopping.txt, write file:data/lists/Shopping.txt"},
	{tool: "list.remove", args: `{"list":"shopping","entries":"milk"}`, effects: "read folder:data/lists, read file:data/lists/shopping.txt, destroy file:data/lists/shopping.txt"},
	{tool: "list.show", args: `{"list":"shopping"}`, effects: "read folder:data/lists, read file:data/lists/shopping.txt"},
	{tool: "list.names", args: `{}`, effects: "read folder:data/lists"},

	{tool: "contacts.find", args: `{"name":"Ann"}`, effects: "read file:data/contacts.csv, read file:data/contacts.xlsx"},
	{tool: "contacts.list", args: `{}`, effects: "read file:data/contacts.csv, read file:data/contacts.xlsx"},
	{tool: "contacts.add", args: `{"name":"Ann Lee","phone":"555 1234"}`,
		effects: "read file:data/contacts.csv, read file:data/contacts.xlsx, write file:data/contacts.csv, write file:data/contacts.xlsx"},
	{tool: "contacts.delete", args: `{"name":"Ann"}`,
		effects: "read file:data/contacts.csv, read file:data/contacts.xlsx, destroy file:data/contacts.csv, destroy file:data/contacts.xlsx"},

	{tool: "shell.run", args: `{"command":"ls, pwd"}`, effects: "shell command:ls, pwd"},
}

func TestEffects(t *testing.T) {
	all := everyTool(t)
	sampled := map[string]bool{}
	for _, s := range samples {
		sampled[s.tool] = true
		got, err := all[s.tool].Effects(decoded(t, s.args))
		if diff := cmp.Diff(s.effects, spelled(got)); err != nil || diff != "" {
			t.Errorf("%s %s: %v (-want +got)\n%s", s.tool, s.args, err, diff)
		}
	}
	for name := range all {
		if !sampled[name] {
			t.Errorf("%s: its effects are in no sample", name)
		}
	}
}

// TestOddArguments spells arguments in ways that could be taken for others.
func TestOddArguments(t *testing.T) {
	o := newOffice(t)
	for _, s := range []sample{
		{tool: "excel.read", args: `{"file_path":"/testbed/./emails//Dana/plan.xlsx"}`, effects: "read file:emails/Dana/plan.xlsx"},
		{tool: "excel.read", args: `{"file_path":" /testbed\\emails\\Dana\\..\\Dana\\plan.xlsx "}`, effects: "read file:emails/Dana/plan.xlsx"},
		{tool: "excel.read", args: `{"file_path":"data/../EMAILS/Dana/plan.xlsx"}`, effects: "read file:emails/Dana/plan.xlsx"},
		{tool: "excel.read", args: `{"file_path":"/ /calendar/Dana.ics"}`, effects: "read file:calendar/Dana.ics"},
		{tool: "excel.read", args: `{"file_path":2026}`, effects: "read file:2026, read file:data/2026"},
		{tool: "excel.read", args: `{"file_path":"../emails/Dana/plan.xlsx"}`, effects: "refused"},
		{tool: "excel.read", args: `{"file_path":"data/\u0000a.xlsx"}`, effects: "refused"},
		{tool: "excel.merge", args: `{"sources":"[\"a.csv\",\"emails/Dana/x.csv\"]","target":"./m.csv"}`,
			effects: "read file:a.csv, read file:data/a.csv, read file:emails/Dana/x.csv, destroy file:data/m.csv"},
		{tool: "word.to_pdf", args: `{"file_path":"emails/Dana/plan.docx/"}`, effects: "read file:emails/Dana/plan.docx, destroy file:emails/Dana/plan.pdf"},
		{tool: "pdf.create", args: `{"file_path":"Calendar\\x","content":"x"}`, effects: "write file:calendar/x.pdf"},
		{tool: "system.list_files", args: `{"folder":"Emails/"}`, effects: "read folder:emails, read folder:data/Emails"},
		{tool: "system.find_file", args: `{"name":"x","folder":" "}`, effects: "read folder:."},
		{tool: "system.delete", args: `{"file_path":"EMAILS"}`, effects: "destroy file:emails, destroy file:data/EMAILS"},
		{tool: "system.copy", args: `{"source":"","target":"x"}`, effects: "read file:., write file:x, write file:data/x"},
		{tool: "system.copy", args: `{"source":"data/Emails/","target":"/testbed/"}`, effects: "read file:data/Emails, write file:emails"},
		{tool: "system.copy", args: `{"source":"emails/Dana/x.eml","target":"y.eml"}`,
			effects: "read file:emails/Dana/x.eml, write file:y.eml, write file:data/y.eml, write file:emails/Dana/y.eml"},
		{tool: "system.copy", args: `{"source":"emails/Dana/x.eml","target":"new/"}`, effects: "read file:emails/Dana/x.eml, write file:new, write file:data/new"},
		{tool: "system.copy", args: `{"source":"../x","target":"y"}`, effects: "refused"},
		{tool: "system.move", args: `{"source":"data/x","target":"../y"}`, effects: "refused"},
		{tool: "system.move", args: `{"source":"EMAILS","target":"data/e"}`, effects: "read file:emails, read file:data/EMAILS, destroy file:emails, write file:data/EMAILS, write file:data/e"},
		{tool: "system.write_text", args: `{"file_path":"/testbed/calendar/Dana.ics","content":"x"}`, effects: "destroy file:calendar/Dana.ics"},
		{tool: "email.save_attachment", args: `{"subject":"x","target":"emails/Dana","name":"../a.eml"}`, effects: "read mailbox:self, write file:emails/Dana, write file:emails/Dana/_._a.eml"},
		{tool: "email.save_attachment", args: `{"subject":"x","target":"/testbed"}`, effects: "read mailbox:self, write file:data/*"},

		{tool: "email.list", args: `{"user":" dana@evil.com "}`, effects: "read mailbox:dana"},
		{tool: "email.list", args: `{"user":"Bob <Dana@example.com>"}`, effects: "read mailbox:Dana"},
		{tool: "email.list", args: `{"user":"SELF@example.com"}`, effects: "read mailbox:self"},
		{tool: "email.list", args: `{"user":7}`, effects: "read mailbox:7"},
		{tool: "email.list", args: `{"user":"../Dana"}`, effects: "refused"},
		{tool: "email.list", args: `{"user":"\"Bob@x\"@example.com"}`, effects: "refused"},
		{tool: "email.send", args: `{"to":"Bob <eve@evil.com>, Ann; tom@x.org and Ann","subject":"s","content":"c"}`,
			effects: "write mailbox:self, send recipient:eve@evil.com, send recipient:Ann@example.com, send recipient:tom@x.org"},
		{tool: "email.send", args: `{"to":["Bob <eve@evil.com>","Ann; tom@x.org and ann"],"subject":"s","content":"c"}`,
			effects: "write mailbox:self, send recipient:eve@evil.com, send recipient:Ann@example.com, send recipient:tom@x.org"},
		{tool: "email.send", args: `{"to":"all: a@x.org, b@x.org;","subject":"s","content":"c"}`, effects: "write mailbox:self, send recipient:a@x.org, send recipient:b@x.org"},
		{tool: "calendar.list_events", args: `{"user":"Dana, Bob"}`, effects: "read calendar:Dana"},
		{tool: "calendar.list_events", args: `{"user":" "}`, effects: "read calendar:self"},
		{tool: "calendar.create_event", args: `{"user":" ","attendees":["Dana","dana@Example.COM","dana@evil.com"],"summary":"s","start":"1/1/2026"}`,
			effects: "write calendar:self, write calendar:Dana, write calendar:dana"},
		{tool: "calendar.create_event", args: `{"user":"\"Bob a\\nd Dana\"@example.com","summary":"s","start":"1/1/2026"}`, effects: "write calendar:Bob and Dana"},
		{tool: "calendar.delete_event", args: `{"users":"[\"Dana\"]","summary":"s"}`, effects: "read calendar:Dana, destroy calendar:Dana"},
	} {
		tool := everyTool(t)[s.tool]
		got, err := tool.Effects(decoded(t, s.args))
		said := spelled(got)
		if err != nil {
			said = "refused"
		}
		must.NoDiff(t, cmp.Diff(s.effects, said), "%s %s: %v (-want +got)\n%s", s.tool, s.args, err)
		if err != nil {
			if obs := tool.Run(t.Context(), o.ws, decoded(t, s.args)); !obs.Failed || obs.Code != tools.CodeOf(err) {
				t.Errorf("%s %s is refused (%v), and yet is done: %+v", s.tool, s.args, err, obs)
			}
		}
	}
}

// filters are arguments that name people whose mails or events are looked for in a
// mailbox or calendar that another one names, or who are one of the user's contacts.
var filters = map[string]bool{"email.search from": true, "email.search to": true, "email.delete from": true, "calendar.list_events with": true,
	"contacts.find name": true, "contacts.delete name": true, "contacts.add name": true, "contacts.add email": true}

// TestNoArgumentForgotten sets each argument that names a file or a person to
// something that stands out, which must then stand in an effect.
func TestNoArgumentForgotten(t *testing.T) {
	all := everyTool(t)
	for _, s := range samples {
		tool := all[s.tool]
		for arg, kind := range tool.Kinds {
			if (kind != value.File && kind != value.Person && kind != value.Email) || filters[s.tool+" "+arg] {
				continue
			}
			args := decoded(t, s.args)
			args[arg] = "marker"
			if kind == value.File {
				args[arg] = "folder/marker.xyz"
			}
			if tool.Schema.Properties[arg].Type == "array" {
				args[arg] = []any{args[arg]}
			}
			effects, err := tool.Effects(args)
			if err != nil || !strings.Contains(spelled(effects), "marker") {
				t.Errorf("%s %v: argument %s is in no effect: %s, %v", s.tool, args, arg, spelled(effects), err)
			}
		}
	}
}

// TestNoEffectsNoWorkspace runs tools that say that they have no effect without
// a workspace to have one on.
func TestNoEffectsNoWorkspace(t *testing.T) {
	for _, s := range samples {
		if s.effects == "" {
			if obs := everyTool(t)[s.tool].Run(t.Context(), nil, decoded(t, s.args)); obs.Failed {
				t.Errorf("%s: %s", s.tool, obs.Text)
			}
		}
	}
}

func FuzzEffects(f *testing.F) {
	all := everyTool(f)
	names := slices.Sorted(maps.Keys(all))
	for i, name := range names {
		for _, s := range samples {
			if s.tool == name {
				f.Add(i, s.args)
			}
		}
	}
	f.Fuzz(func(t *testing.T, i int, args string) {
		var given map[string]any
		if i < 0 || i >= len(names) || json.Unmarshal([]byte(args), &given) != nil {
			return
		}
		effects, err := all[names[i]].Effects(given)
		if err != nil {
			return
		}
		for _, e := range effects {
			kind, name, _ := strings.Cut(e.Target, ":")
			switch kind {
			case "file", "folder":
				if p, err := tools.CleanPath(name); err != nil || p != name {
					t.Errorf("%s %s: %q can be read as %q, %v", names[i], args, e.Target, p, err)
				}
			case "mailbox", "calendar":
				if u, err := tools.UserName(name); err != nil || u != name {
					t.Errorf("%s %s: %q can be read as %q, %v", names[i], args, e.Target, u, err)
				}
			case "recipient", "command":
			default:
				t.Errorf("%s: a target of an unknown kind: %q", names[i], e.Target)
			}
		}
	})
}

func decoded(t testing.TB, args string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(args), &out); err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return out
}

func spelled(effects []tools.Effect) string {
	var all []string
	for _, e := range effects {
		word := string(e.Class)
		if e.Destroys {
			if e.Class != tools.Write {
				return fmt.Sprintf("%+v: only a write destroys", e)
			}
			word = "destroy"
		}
		all = append(all, word+" "+e.Target)
	}
	return strings.Join(all, ", ")
}
