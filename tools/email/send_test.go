package email_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	docs "legomem/tools/office"
)

func TestSend(t *testing.T) {
	tests := []struct {
		name, args string
		to         []any
		files      []string
		raw        []string // in the first copy
	}{
		{"to a name", `{"to":"Ann","subject":"Budget","content":"Hello\nAnn"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/Budget.eml", "emails/Bob/Budget.eml"},
			[]string{"From: Bob@example.com\r\n", "To: Ann@example.com\r\n", "Subject: Budget\r\n", "Date: Tue, 10 Mar 2026 09:07:00 +0000\r\n",
				"Content-Type: text/plain; charset=utf-8\r\n", "\r\n\r\nHello\r\nAnn\r\n"}},
		{"to oneself, once", `{"to":["Bob"],"subject":"Note","content":"x"}`, []any{"Bob@example.com"}, []string{"emails/Bob/Note.eml"}, nil},
		{"several in one text, and one twice", `{"to":"Ann, tom@abc.com and Ann","cc":"Eve; ann@example.com","subject":"s","content":"x"}`,
			[]any{"Ann@example.com", "tom@abc.com"}, []string{"emails/Ann/s.eml", "emails/Bob/s.eml", "emails/Eve/s.eml", "emails/tom/s.eml"}, []string{"Cc: Eve@example.com"}},
		{"a display name with a comma", `{"to":"\"Doe, Jane\" <jane@abc.com>","subject":"s","content":"x"}`, []any{"jane@abc.com"},
			[]string{"emails/Bob/s.eml", "emails/jane/s.eml"}, []string{`To: "Doe, Jane" <jane@abc.com>`}},
		{"another sender", `{"to":"Ann","sender":"Jane","subject":"invitation","content":"x"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/invitation.eml", "emails/Jane/invitation.eml"}, []string{"From: Jane@example.com"}},
		{"a subject spelled as a file", `{"to":"Ann","subject":"revenues.eml","content":"x"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/revenues.eml", "emails/Bob/revenues.eml"}, []string{"Subject: revenues\r\n"}},
		{"a subject that no file can have", `{"to":"Ann","subject":"a/b: \"c\"? ..","content":"x"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/a_b_ _c__.eml", "emails/Bob/a_b_ _c__.eml"}, []string{`Subject: a/b: "c"? ..`}},
		{"a subject of dots", `{"to":"Ann","subject":"../../x","content":"x"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/_._.._x.eml", "emails/Bob/_._.._x.eml"}, nil},
		{"no header can be smuggled in", `{"to":"Ann","subject":"s\r\nBcc: eve@x.com","content":"x"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/s Bcc_ eve@x.com.eml", "emails/Bob/s Bcc_ eve@x.com.eml"}, []string{"Subject: s Bcc: eve@x.com\r\n"}},
		{"other alphabets", `{"to":"Ann","subject":"Größe 日本","content":"Grüße"}`, []any{"Ann@example.com"},
			[]string{"emails/Ann/Größe 日本.eml", "emails/Bob/Größe 日本.eml"}, []string{"=?utf-8?q?", "Transfer-Encoding: 8bit", "\r\nGrüße\r\n"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t, nil)
			got := o.Data("email.send", test.args)
			if diff := cmp.Diff(test.to, got["to"].([]any)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.files, o.tree()); diff != "" {
				t.Fatal(diff)
			}
			for _, f := range test.files {
				raw := o.Read(f)
				for _, want := range test.raw {
					if !strings.Contains(raw, want) {
						t.Errorf("%s: no %q in\n%s", f, want, raw)
					}
				}
			}
		})
	}
}

func TestSendRefused(t *testing.T) {
	o := newOffice(t, nil)
	o.Fails("email.send", `{"to":[],"subject":"s","content":"x"}`, tools.BadArguments, "to names nobody")
	o.Fails("email.send", `{"to":"Ann","subject":" ","content":"x"}`, tools.BadArguments, "subject")
	o.Fails("email.send", `{"to":"../Ann","subject":"s","content":"x"}`, tools.Refused, "slash")
	o.Fails("email.send", `{"to":"Ann\u0000","subject":"s","content":"x"}`, tools.Refused, "control")
	o.Fails("email.send", `{"to":"Ann","subject":"s","content":"x","attachments":["data/none.pdf"]}`, tools.NotFound, "none.pdf")
	o.Fails("email.send", `{"to":"Ann","subject":"s"}`, tools.BadArguments, "give content, or from_file")
	o.Fails("email.send", `{"to":"Ann","subject":"s","content":"x","from_file":"a.txt"}`, tools.BadArguments, "not both")
	o.Fails("email.send", `{"to":"Ann","subject":"s","from_file":"none.txt"}`, tools.NotFound, "none.txt")
	if got := o.tree(); got != nil {
		t.Errorf("refused mails left %v", got)
	}
}

func TestNothingIsLost(t *testing.T) {
	o := newOffice(t, map[string]string{"emails/Ann/budget.eml": "From: x@y.z\n\nold\n"})
	first := o.Data("email.send", `{"to":"Ann","subject":"Budget","content":"one"}`)
	second := o.Data("email.send", `{"to":"Ann","subject":"Budget","content":"two"}`)
	o.Data("email.send", `{"to":"Ann","subject":"Budget","content":"two"}`)
	want := []string{"emails/Ann/Budget (2).eml", "emails/Ann/Budget (3).eml", "emails/Ann/budget.eml", "emails/Bob/Budget (2).eml", "emails/Bob/Budget.eml"}
	if diff := cmp.Diff(want, o.tree()); diff != "" {
		t.Error(diff)
	}
	if first["id"] != "Budget.eml" || second["id"] != "Budget (2).eml" {
		t.Errorf("ids %v and %v", first["id"], second["id"])
	}
	if o.Read("emails/Ann/budget.eml") != "From: x@y.z\n\nold\n" {
		t.Error("an old mail was changed")
	}
	o.Fails("email.read", `{"subject":"budget"}`, tools.Ambiguous, "Budget.eml", "Budget (2).eml")
	if got := o.Data("email.read", `{"id":"budget (2)"}`)["content"]; got != "two" {
		t.Errorf("by id: %v", got)
	}
}

func TestAllOrNone(t *testing.T) {
	o := newOffice(t, map[string]string{"emails/Eve": "a file where a folder should be"})
	if obs := o.Call("email.send", `{"to":["Ann","Eve"],"subject":"s","content":"x"}`); !obs.Failed {
		t.Fatal("writing into a file succeeded")
	}
	if diff := cmp.Diff([]string{"emails/Eve"}, o.tree()); diff != "" {
		t.Error(diff)
	}
}

func TestAttachments(t *testing.T) {
	pdf := "%PDF-1.4\x00\xff binary"
	o := newOffice(t, map[string]string{"data/Report.pdf": pdf, "data/notes.txt": "línea\n"})
	sent := o.Data("email.send", `{"to":"Ann","subject":"Files","content":"see there","attachments":["report.pdf","data/notes.txt"]}`)
	if diff := cmp.Diff([]any{"Report.pdf", "notes.txt"}, sent["attachments"]); diff != "" {
		t.Error(diff)
	}
	if got := o.Data("email.read", `{"user":"Ann","subject":"Files"}`); got["content"] != "see there" || !cmp.Equal(got["attachments"], sent["attachments"]) {
		t.Errorf("read: %v", got)
	}
	o.Fails("email.save_attachment", `{"user":"Ann","subject":"Files"}`, tools.Ambiguous, "Report.pdf", "notes.txt")
	o.Fails("email.save_attachment", `{"user":"Ann","subject":"Files","name":"x.pdf"}`, tools.NotFound, "Report.pdf")
	o.Fails("email.save_attachment", `{"user":"Ann","subject":"Files","name":"Report.pdf"}`, tools.Exists, "data/Report.pdf")
	o.Data("email.save_attachment", `{"user":"Ann","subject":"Files","name":"report.pdf","target":"/testbed/data/copy.pdf"}`)
	if o.Read("data/copy.pdf") != pdf {
		t.Error("the attachment changed on its way")
	}
	o.Data("email.forward", `{"user":"Ann","subject":"Files","to":"Tom","content":"fyi"}`)
	got := o.Data("email.read", `{"user":"Tom","subject":"Fwd: Files"}`)
	if !cmp.Equal(got["attachments"], sent["attachments"]) || !strings.HasPrefix(got["content"].(string), "fyi\n\n") || !strings.Contains(got["content"].(string), "see there") {
		t.Errorf("forwarded: %v", got)
	}
	// An evaluator sees the text and minds no attachment.
	if got := o.Data("email.inspect", `{"user":"Tom"}`)["text"].(string); !strings.Contains(got, "see there") {
		t.Errorf("inspect: %s", got)
	}
}

func TestReply(t *testing.T) {
	o := newOffice(t, map[string]string{"emails/Bob/hi.eml": "From: Ann <ann@abc.com>\nTo: Bob@example.com, Tom@example.com\nCc: Eve@example.com\nSubject: Hi\nMessage-ID: <1@abc.com>\n\nhello\n"})
	got := o.Data("email.reply", `{"subject":"hi","content":"hello back"}`)
	if diff := cmp.Diff([]any{"ann@abc.com"}, got["to"]); diff != "" || got["subject"] != "Re: Hi" {
		t.Errorf("%v %s", got["subject"], diff)
	}
	raw := o.Read("emails/ann/Re_ Hi.eml")
	for _, want := range []string{"In-Reply-To: <1@abc.com>", "References: <1@abc.com>", "From: Bob@example.com"} {
		if !strings.Contains(raw, want) {
			t.Errorf("no %q in\n%s", want, raw)
		}
	}
	all := o.Data("email.reply", `{"subject":"hi","content":"hello all","all":true}`)
	if diff := cmp.Diff([]any{"Tom@example.com", "Eve@example.com"}, all["cc"]); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkSend(b *testing.B) {
	o := newOffice(b, nil)
	for b.Loop() {
		_, _ = o.WS.Remove("emails/Ann/Budget.eml"), o.WS.Remove("emails/Bob/Budget.eml")
		o.Data("send", `{"to":"Ann","subject":"Budget","content":"Hello Ann,\n\nthe numbers are in.\n"}`)
	}
}

// TestTextFromAFile: a mail whose text comes from a file is the mail with that text.
func TestTextFromAFile(t *testing.T) {
	const text = "Dear Ann,\n\nGrüße\nBob\n"
	doc := string(must.Have(docs.NewDocument("Title", []string{"One", "Two"}))(t))
	files := map[string]string{"data/long.txt": text, "data/a.docx": doc, "data/b.bin": "a\x00b", "emails/Bob/Hello.eml": "From: Ann@example.com\nTo: Bob@example.com\nSubject: Hello\nDate: Tue, 10 Mar 2026 09:00:00 +0000\n\nHi\n"}
	for _, call := range [][2]string{{"email.send", `"to":"Ann","subject":"s"`}, {"email.reply", `"id":"Hello"`}} {
		given, read := newOffice(t, files), newOffice(t, files)
		want := given.Data(call[0], `{`+call[1]+`,"content":`+string(must.Have(json.Marshal(text))(t))+`}`)
		got := read.Data(call[0], `{`+call[1]+`,"from_file":"long.txt"}`)
		must.NoDiff(t, cmp.Diff(want, got), call[0]+" (-given +read):\n%s")
		for _, file := range got["files"].([]any) {
			must.NoDiff(t, cmp.Diff(given.Read(file.(string)), read.Read(file.(string))), file.(string)+" (-given +read):\n%s")
		}
		if got := read.Data(call[0], `{`+call[1]+`,"content":"","from_file":"a.docx"}`)["content"]; got != "Title\nOne\nTwo" {
			t.Errorf("of a document: %q", got)
		}
		read.Fails(call[0], `{`+call[1]+`,"from_file":"b.bin"}`, tools.BadArguments, "neither")
	}
}
