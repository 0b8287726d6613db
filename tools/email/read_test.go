package email_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

func TestRead(t *testing.T) {
	tests := []struct {
		name, mail, content string
		rows                []any
	}{
		{"UTF-8 under us-ascii", "From: a@b.c\nContent-Type: text/plain; charset=\"us-ascii\"\n\nprix: 5 €\n", "prix: 5 €", nil},
		{"Windows-1252 under no name", "From: a@b.c\n\nprix: 5 \x80\n", "prix: 5 €", nil},
		{"an unknown charset", "From: a@b.c\nContent-Type: text/plain; charset=klingon\n\nqapla'\n", "qapla'", nil},
		{"an unknown encoding", "From: a@b.c\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: x-uue\n\nx\n", "x", nil},
		{"a table that the plain text lacks", "From: a@b.c\nContent-Type: multipart/alternative; boundary=q\n\n--q\nContent-Type: text/plain; charset=utf-8\n\nSee the table.\n--q\nContent-Type: text/html; charset=utf-8\n\n" +
			"<style>p{}</style><p>See the table.</p>\n<table>\n <tr>\n  <th>Name</th><th>Score</th>\n </tr><tr><td>Ann</td>\n<td>9&nbsp;&lt; 10</td></tr></table>\n--q--\n",
			"See the table.\n\nSee the table.\n\nName\tScore\nAnn\t9\u00a0< 10", []any{[]any{"Name", "Score"}, []any{"Ann", "9 < 10"}}},
		{"the same in both", "From: a@b.c\nContent-Type: multipart/alternative; boundary=q\n\n--q\nContent-Type: text/plain; charset=utf-8\n\nOne  two\nthree\n--q\nContent-Type: text/html; charset=utf-8\n\n<p>One two three</p>\n--q--\n",
			"One  two\nthree", nil},
		{"HTML alone", "From: a@b.c\nContent-Type: text/html; charset=utf-8\n\n<div>One</div><ul><li>a</li><li>b</li></ul>two<br>three<script>x()</script>\n", "One\n\n- a\n- b\ntwo\nthree", nil},
		{"cut off within a part", "From: a@b.c\nContent-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: text/plain; charset=utf-8\n\nhello\n", "hello", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t, map[string]string{"emails/Bob/m.eml": test.mail})
			got := o.Data("email.read", `{"id":"m.eml"}`)
			if diff := cmp.Diff(test.content, got["content"]); diff != "" {
				t.Error(diff)
			}
			if test.rows != nil {
				if diff := cmp.Diff(test.rows, got["rows"]); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// TestADateIsToldOnce: a date that a mail has at its end is told as its date, and the mail's
// own text keeps it.
func TestADateIsToldOnce(t *testing.T) {
	const end = "\n\nSent at: 2024-09-23 03:00:00\n"
	for mail, want := range map[string]string{
		"From: a@b.c\nSubject: s\n\nPay." + end:                                        "To: none\nDate: 2024-09-23 03:00:00\n\nPay.",
		"From: a@b.c\nSubject: s\nDate: Tue, 10 Mar 2026 09:00:00 +0000\n\nPay." + end: "Pay." + strings.TrimRight(end, "\n"),
		"From: a@b.c\nSubject: s\n\nPay." + end + "Ann\n":                              "Sent at: 2024-09-23 03:00:00\nAnn",
	} {
		o := newOffice(t, map[string]string{"emails/Bob/m.eml": mail})
		for _, call := range [][2]string{{"email.read", `{"id":"m"}`}, {"email.search", `{}`}} {
			if got := o.Call(call[0], call[1]).Text; !strings.HasSuffix(strings.TrimSpace(got), want) {
				t.Errorf("%s says\n%s\nwant at its end\n%s", call[0], got, want)
			}
		}
		if got := o.Data("email.read", `{"id":"m"}`)["content"].(string); !strings.Contains(got, "Sent at") {
			t.Errorf("the mail's text is %q", got)
		}
	}
}

// TestMissingHeaders: what a mail lacks is told, neither left out nor made up.
func TestMissingHeaders(t *testing.T) {
	for header, want := range map[string]string{
		"Subject: x\n":                             "Subject: x\nFrom: none\nTo: none\nDate: none\n\nhello",
		"From: a@b.c\nTo: d@e.f\n":                 "Subject: none\nFrom: a@b.c\nTo: d@e.f\nDate: none\n\nhello",
		"From: a@b.c\nTo: d@e.f\nDate: some day\n": "Date: unreadable (\"some day\")\n",
	} {
		o := newOffice(t, map[string]string{"emails/Bob/m.eml": header + "\nhello\n"})
		for _, call := range [][2]string{{"email.read", `{"id":"m"}`}, {"email.search", `{}`}} {
			if text := o.Call(call[0], call[1]).Text; !strings.Contains(text, want) {
				t.Errorf("%s of %q says\n%s", call[0], header, text)
			}
		}
		if text := o.Call("email.list", `{}`).Text; !strings.Contains(text, "no date") {
			t.Errorf("email.list of %q says %s", header, text)
		}
		if got := o.Data("email.read", `{"id":"m"}`); got["date"] != "" {
			t.Errorf("%q: the date is %v", header, got["date"])
		}
		o.Data("email.forward", `{"id":"m","to":["Ann"]}`)
		if got := o.Data("email.search", `{"user":"Ann"}`)["contents"]; strings.Contains(fmt.Sprint(got), "none") {
			t.Errorf("%q: it is forwarded as %v", header, got)
		}
	}
}

// TestReadFile: a mail outside the mailboxes is read by its path.
func TestReadFile(t *testing.T) {
	o := newOffice(t, map[string]string{"data/x.eml": old["emails/Ann/rent.eml"], "data/notes.txt": "no mail", "emails/Bob/m.eml": old["emails/Ann/own.eml"]})
	for path, want := range map[string]string{"data/x.eml": "Rent due", "X.eml": "Rent due", "/testbed/data/x.eml": "Rent due", "emails/Bob/m.eml": "Mine"} {
		got := o.Data("email.read", `{"file_path":"`+path+`"}`)
		if got["subject"] != want || got["id"] != "" || got["file"] == "" {
			t.Errorf("%s: %v", path, got)
		}
	}
	if text := o.Call("email.read", `{"file_path":"x.eml"}`).Text; !strings.HasPrefix(text, "Mail data/x.eml\nSubject: Rent due\n") {
		t.Error(text)
	}
	o.Fails("email.read", `{"file_path":"data/notes.txt"}`, tools.Corrupt, "data/notes.txt cannot be read as a mail")
	o.Fails("email.read", `{"file_path":"data/y.eml"}`, tools.NotFound, "x.eml")
	o.Fails("email.read", `{"file_path":"data/x.eml","id":"m"}`, tools.BadArguments, "file_path alone")
	o.Fails("email.read", `{"id":"data/x.eml"}`, tools.BadArguments, "file_path")
}

// TestReadParts: a long mail is shown in parts, and its data is whole unless a part was
// asked for.
func TestReadParts(t *testing.T) {
	body := strings.Repeat("some words in a line\n", 1000)
	o := newOffice(t, map[string]string{"emails/Bob/m.eml": "From: a@b.c\nSubject: s\n\n" + body})
	whole := o.Data("email.read", `{"id":"m"}`)
	if whole["content"] != strings.TrimSpace(body) || whole["parts"] != 4.0 {
		t.Errorf("the whole has %v parts", whole["parts"])
	}
	joined := ""
	for part := 1; part <= 4; part++ {
		joined += fmt.Sprint(o.Data("email.read", fmt.Sprintf(`{"id":"m","part":%d}`, part))["content"])
	}
	if joined != whole["content"] {
		t.Error("the parts are not the whole")
	}
	for args, want := range map[string]string{`{"id":"m"}`: "(part 1 of 4; call with part 2 for the next)", `{"id":"m","part":3}`: "(part 3 of 4; call with part 4 for the next)", `{"id":"m","part":4}`: "(part 4 of 4, the last)"} {
		if text := o.Call("email.read", args).Text; !strings.HasSuffix(text, want) || len(text) > 8000 {
			t.Errorf("%s shows %d bytes that end in %q", args, len(text), text[len(text)-60:])
		}
	}
	o.Fails("email.read", `{"id":"m","part":5}`, tools.BadArguments, "1 to 4")
}

func TestUnreadable(t *testing.T) {
	for name, bad := range map[string]string{
		"binary":         "\x00\x01\xff\xfe",
		"empty":          "",
		"no header":      "just some text\nand more\n",
		"no parts":       "From: a@b.c\nContent-Type: multipart/mixed; boundary=q\n\nnothing\n",
		"no boundary":    "From: a@b.c\nContent-Type: multipart/mixed\n\nnothing\n",
		"nested forever": nested(30),
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, map[string]string{"emails/Bob/bad.eml": bad, "emails/Bob/good.eml": old["emails/Ann/rent.eml"]})
			got := o.Data("email.list", `{}`)
			if !cmp.Equal(got["subjects"], []any{"Rent due"}) || len(got["unreadable"].([]any)) != 1 || !strings.Contains(fmt.Sprint(got["unreadable"]), "bad.eml") {
				t.Errorf("list: %v", got)
			}
			o.Fails("email.read", `{"id":"bad.eml"}`, tools.Corrupt, "emails/Bob/bad.eml")
			o.Fails("email.delete", `{"subject":"bad"}`, tools.Corrupt, "emails/Bob/bad.eml")
			if o.Read("emails/Bob/bad.eml") != bad {
				t.Error("the bad mail was changed")
			}
		})
	}
}

func nested(n int) string {
	var b strings.Builder
	b.WriteString("From: a@b.c\n")
	for i := range n {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=q%d\n\n--q%d\n", i, i)
	}
	return b.String() + "\nx\n"
}

func TestInspect(t *testing.T) {
	html := "From: a@b.c\nTo: d@e.f\nSubject: T\nContent-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: multipart/alternative; boundary=r\n\n--r\nContent-Type: text/plain; charset=utf-8\n\nhidden below\n--r--\n--q\nContent-Type: text/html; charset=utf-8\n\n<b>shown</b>\n--q--\n"
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"as printed", map[string]string{"emails/Ann/a.eml": "To: d@e.f\nSubject: T\nContent-Type: text/plain; charset=utf-8\n\nhello\n"},
			"Email ID: a.eml\nFrom: None\nTo: d@e.f\nSubject: T\nContent: hello\n\n--------------------------------------------------\n"},
		{"the first level's text alone", map[string]string{"emails/Ann/a.eml": html},
			"Email ID: a.eml\nFrom: a@b.c\nTo: d@e.f\nSubject: T\nContent: <b>shown</b>\n--------------------------------------------------\n"},
		{"empty", map[string]string{"emails/Ann/.keep": ""}, "No emails found."},
		{"one without a charset", map[string]string{"emails/Ann/a.eml": "From: a@b.c\n\nhello\n", "emails/Ann/b.eml": html}, "Error: Failed to list emails."},
		{"one with an unknown charset", map[string]string{"emails/Ann/a.eml": "From: a@b.c\nContent-Type: text/plain; charset=klingon\n\nhello\n"}, "Error: Failed to list emails."},
		{"bytes beyond us-ascii", map[string]string{"emails/Ann/a.eml": "From: a@b.c\nTo: d@e.f\nSubject: T\nContent-Type: text/plain; charset=us-ascii\n\n5 €"},
			"Email ID: a.eml\nFrom: a@b.c\nTo: d@e.f\nSubject: T\nContent: 5 \ufffd\ufffd\ufffd\n--------------------------------------------------\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t, test.files)
			if diff := cmp.Diff(test.want, o.Data("email.inspect", `{"user":"Ann"}`)["text"]); diff != "" {
				t.Error(diff)
			}
			o.Fails("email.inspect", `{"user":"ann"}`, tools.NotFound, "ann")
			o.Fails("email.inspect", `{"user":"Tom"}`, tools.NotFound, "Tom")
			o.Data("email.inspect", `{"user":"ann","any_case":true}`)
		})
	}
}

// TestSuiteMails reads every mail of the shared suite and of its states.
func TestSuiteMails(t *testing.T) {
	files := toolstest.SharedFiles(t, "", ".eml")
	for _, p := range files {
		raw := must.Have(os.ReadFile(p))(t)
		if len(strings.TrimSpace(string(raw))) == 0 {
			continue // one state holds a file that is no mail on purpose
		}
		o := newOffice(t, map[string]string{"emails/Bob/m.eml": string(raw)})
		got := o.Data("email.read", `{"id":"m"}`)
		if got["subject"] == "" || got["from"] == "" || got["content"] == "" {
			t.Errorf("%s: %v", p, got)
		}
		if strings.Contains(string(raw), "Sent at: ") && got["date"] == "" {
			t.Errorf("%s: no date", p)
		}
	}
	if len(files) < 300 {
		t.Errorf("only %d mails read", len(files))
	}
}
