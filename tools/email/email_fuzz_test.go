package email_test

import (
	"strings"
	"testing"

	"legomem/tools"
	"legomem/tools/email"
)

// FuzzMail: a mail is read, or said to be none; what is read of it reads the
// same twice, and a reply to it is a mail with no more header than its own.
func FuzzMail(f *testing.F) {
	for _, m := range old {
		f.Add(m)
	}
	for _, m := range []string{
		nested(3), nested(25), "From: a@b.c\nContent-Type: text/html\n\n<table><tr><td>x", "From: =?utf-8?b?eA0KQmNjOiB5?= <a@b.c>\nSubject: =?utf-8?q?a=0D=0Ab?=\n\nx", "Subject: x\n\n",
		"From: a@b.c\nContent-Type: multipart/mixed; boundary=\"\"\n\n--\nx", "From: a@b.c\nContent-Type: multipart/mixed; boundary*0=q; boundary*1=r\n\n--qr\n\nx\n--qr--",
		"From: a@b.c\nContent-Transfer-Encoding: base64\nContent-Type: text/plain; charset=utf-16\n\n/v8A\n", "From: a@b.c\nContent-Transfer-Encoding: quoted-printable\n\n=\n=3", "a:b\r c\n\n",
		"From: a@b.c\nContent-Disposition: attachment; filename*=utf-8''..%2F..%2Fx\n\ny", "From: a@b.c\nDate: 99 Foo 9999\n\nSent at: 2024-99-99 99:99:99\n", "To: undisclosed-recipients:;\nFrom: ,,,\n\nx",
		"From: a@b.c\nReferences: <1>\r<2>\nMessage-Id: <3>\n\nx", "From: a@b.c\n\n--\n" + strings.Repeat("a:b\n", 50),
	} {
		f.Add(m)
	}
	reg := tools.NewRegistry(email.Tools())
	f.Fuzz(func(t *testing.T, raw string) {
		o := newOffice(t, map[string]string{"emails/Bob/m.eml": raw})
		o.Reg = reg
		for _, c := range [][2]string{{"email.list", `{}`}, {"email.read", `{"id":"m.eml"}`}, {"email.inspect", `{"user":"Bob"}`}, {"email.save_attachment", `{"id":"m.eml"}`}} {
			obs := o.Call(c[0], c[1])
			switch obs.Code {
			case "", tools.Corrupt, tools.NotFound, tools.Ambiguous:
			default:
				t.Fatalf("%s: %s: %s", c[0], obs.Code, obs.Text)
			}
			if again := o.Call(c[0], c[1]); c[0] != "email.save_attachment" && (again.Text != obs.Text || string(again.Data) != string(obs.Data)) {
				t.Errorf("%s says %q, then %q", c[0], obs.Text, again.Text)
			}
		}
		reply := o.Call("email.reply", `{"id":"m.eml","content":"thanks"}`)
		if reply.Code == tools.Internal {
			t.Fatalf("reply: %s", reply.Text)
		}
		if reply.Failed {
			return
		}
		for _, file := range reply.Value().(map[string]any)["files"].([]any) {
			checkReply(t, o, file.(string))
		}
	})
}

// checkReply: of the header of a mail that was written here, every field is
// one that mails written here have.
func checkReply(t *testing.T, o *office, name string) {
	t.Helper()
	header, _, _ := strings.Cut(strings.ReplaceAll(o.Read(name), "\r\n", "\n"), "\n\n")
	for line := range strings.SplitSeq(header, "\n") {
		key, _, _ := strings.Cut(line, ":")
		switch key {
		case "From", "To", "Cc", "Subject", "Date", "Message-Id", "In-Reply-To", "References", "Mime-Version", "MIME-Version", "Content-Type", "Content-Transfer-Encoding":
		default:
			if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
				t.Errorf("%s has the line %q", name, line)
			}
		}
	}
}

// FuzzSend: whatever the subject and text, the mail reads back as it was sent.
func FuzzSend(f *testing.F) {
	f.Add("Budget", "Hello\nthere")
	f.Add("a/b.eml", strings.Repeat("x", 1200)+"\n.\n--q")
	f.Add("Größe", "日本\r\n")
	f.Add("x\r\nBcc: eve@example.com", "\x00\xff")
	f.Add("=?utf-8?q?x?=", "Sent at: 2024-01-02 03:04:05\n-- \n")
	f.Add(strings.Repeat("long ", 200), "\u2028")
	reg := tools.NewRegistry(email.Tools())
	f.Fuzz(func(t *testing.T, subject, content string) {
		o := newOffice(t, nil)
		o.Reg = reg
		obs := o.Run("send", map[string]any{"to": "Bob", "subject": subject, "content": content})
		if obs.Failed {
			if obs.Code != tools.BadArguments {
				t.Fatalf("%q: %s: %s", subject, obs.Code, obs.Text)
			}
			return
		}
		sent := obs.Value().(map[string]any)
		got := o.Run("read", map[string]any{"id": sent["id"]})
		back, _ := got.Value().(map[string]any)
		if got.Failed || back["subject"] != sent["subject"] {
			t.Fatalf("sent %v, read %s", sent, got.Text)
		}
		if want := strings.Join(strings.Fields(strings.ToValidUTF8(content, "\ufffd")), " "); strings.Join(strings.Fields(back["content"].(string)), " ") != want {
			t.Fatalf("sent %q, read %q", want, back["content"])
		}
	})
}

// FuzzFolder: whatever a folder is called, a mail that is moved stays in its mailbox, and
// is found by its id.
func FuzzFolder(f *testing.F) {
	for _, name := range []string{"Archive", " Old ones ", "Größe", "../Ann", "a/b", ".x", "inbox", "sent", "con", "x.eml", "\u202ex", strings.Repeat("ä", 60), "a\x00b", "a  b"} {
		f.Add(name)
	}
	reg := tools.NewRegistry(email.Tools())
	f.Fuzz(func(t *testing.T, name string) {
		o := newOffice(t, map[string]string{"emails/Bob/m.eml": "From: a@b.c\nSubject: m\n\nx"})
		o.Reg = reg
		obs := o.Run("email.move", map[string]any{"id": "m.eml", "folder": name})
		if obs.Code == tools.Internal {
			t.Fatalf("%q: %s", name, obs.Text)
		}
		files := o.tree()
		if len(files) != 1 || !strings.HasPrefix(files[0], "emails/Bob/") || strings.Count(files[0], "/") > 3 {
			t.Fatalf("%q: the testbed holds %q", name, files)
		}
		if obs.Failed {
			return
		}
		if got := o.Run("email.read", map[string]any{"id": obs.Value().(map[string]any)["id"]}); got.Failed {
			t.Errorf("%q: %s", name, got.Text)
		}
	})
}
