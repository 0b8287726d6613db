package email_test

import (
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/toolstest"
)

// mixed writes a mail of parts, each with its own header.
func mixed(parts ...string) string {
	return "From: a@b.c\nSubject: x\nContent-Type: multipart/mixed; boundary=q\n\n--q\n" + strings.Join(parts, "\n--q\n") + "\n--q--\n"
}

// TestHostileMails: what can be read is, what cannot is told by name and
// reason; the other mails are there either way.
func TestHostileMails(t *testing.T) {
	html := func(body string) string { return "From: a@b.c\nContent-Type: text/html; charset=utf-8\n\n" + body }
	tables := strings.Repeat("<table><tr><td>", 200) + "deep" + strings.Repeat("</td></tr></table>", 200)
	for _, tt := range []struct {
		name, mail string
		reads      bool
		says       string
	}{
		{"multiparts in multiparts", nested(30), false, "deeper than 20"},
		{"a thousand parts", mixed(strings.Split(strings.Repeat("Content-Type: text/plain\n\nx|", 1_100), "|")...), false, "1000 parts"},
		{"a million headers", strings.Repeat("a: b\n", 300_000) + "\nx", false, "malformed"},
		{"a million headers in a part", mixed(strings.Repeat("a: b\n", 300_000) + "\nx"), false, "header of one of its parts"},
		{"a header without end", "From: a@b.c\nSubject: " + strings.Repeat("x", 2<<20) + "\n\nx", false, "exceeds maximum size"},
		{"a subject of encoded words", "From: a@b.c\nSubject: " + strings.Repeat("=?utf-8?q?=41?= ", 50_000) + "\n\nx", true, ""},
		{"addresses in comments in comments", "From: " + strings.Repeat("(", 100_000) + "a@b.c\n\nx", true, ""},
		{"twenty thousand recipients", "From: a@b.c\nTo: " + strings.Repeat("x@y.z,", 20_000) + "\n\nx", true, ""},
		{"a parameter in twenty thousand pieces", "From: a@b.c\nContent-Type: text/plain" + pieces(20_000) + "\n\nx", true, ""},
		{"tables in tables", html(tables), true, "deep"},
		{"elements in elements", html(strings.Repeat("<div>", 100_000) + "deep"), true, ""},
		{"links in links", html(strings.Repeat("<a>", 100_000) + "deep"), true, ""},
		{"a long HTML body", html("<p>" + strings.Repeat("x", 2_200_000)), true, "bytes of HTML were not read"},
		{"an HTML body of many lines beside a long text", mixed("Content-Type: text/plain; charset=utf-8\n\n"+strings.Repeat("word ", 10_000), "Content-Type: text/html; charset=utf-8\n\n"+strings.Repeat("<p>absent</p>", 10_000)), true, "absent"},
		{"an unknown charset", "From: a@b.c\nContent-Type: text/plain; charset=\"\x00../../x\"\n\nx", true, "x"},
		{"UTF-7", "From: a@b.c\nContent-Type: text/plain; charset=utf-7\n\n+ADw-script+AD4-", true, "script"},
		{"bytes of no charset", "From: a@b.c\nContent-Type: text/plain; charset=utf-8\n\n\xff\xfe\x00x", true, "x"},
		{"base64 that is none", "From: a@b.c\nContent-Transfer-Encoding: base64\n\n!!!!", true, ""},
		{"uuencode is text", "From: a@b.c\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 ../../etc/passwd\n#86)C\n`\nend\n", true, "begin 644"},
		{"a mail in a mail is not opened", mixed("Content-Type: message/rfc822\n\n" + nested(30)), true, ""},
		{"an archive is not opened", mixed("Content-Type: application/zip; name=a.zip\n\nPK\x03\x04"), true, "a.zip"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, map[string]string{"emails/Bob/m.eml": tt.mail, "emails/Bob/good.eml": "From: a@b.c\nSubject: good\n\nfine\n"})
			if list := o.Data("email.list", `{}`); !strings.Contains(fmt.Sprint(list), "good") {
				t.Errorf("the good mail is gone: %v", list)
			}
			if !tt.reads {
				o.Fails("email.read", `{"id":"m"}`, tools.Corrupt, "emails/Bob/m.eml", tt.says)
				return
			}
			obs := o.Call("email.read", `{"id":"m"}`)
			if obs.Failed || !strings.Contains(obs.Text+string(obs.Data), tt.says) {
				t.Errorf("%s: %.300s, want %q", obs.Code, obs.Text, tt.says)
			}
			if len(obs.Data) > 16<<20 {
				t.Errorf("%d bytes of data", len(obs.Data))
			}
			o.Data("email.inspect", `{"user":"Bob"}`)
		})
	}
}

// pieces spells a parameter in continuations (RFC 2231).
func pieces(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "; a*%d=x", i)
	}
	return b.String()
}

// TestHeadersAreOneLine: what an encoded word brings in makes no further
// header, neither of what is shown nor of a reply.
func TestHeadersAreOneLine(t *testing.T) {
	word := func(s string) string { return "=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(s)) + "?=" }
	bad := "x\r\nBcc: eve@example.com\nFrom: boss@example.com\x00"
	mail := "From: " + word(bad) + " <ann@example.com>\nTo: Bob <bob@example.com>\nSubject: " + word(bad) + "\nMessage-Id: <1@\rBcc: eve@example.com>\nReferences: <0@x>\rBcc: eve@example.com\n" +
		"Content-Type: text/plain; charset=utf-8\n\nhello\n"
	o := newOffice(t, map[string]string{"emails/Bob/m.eml": mail})
	obs := o.Call("email.read", `{"id":"m"}`)
	head, _, _ := strings.Cut(obs.Text, "\n\n")
	for line := range strings.Lines(head) {
		if strings.HasPrefix(line, "Bcc:") || strings.HasPrefix(line, "From: boss") || strings.ContainsRune(line, 0) {
			t.Errorf("shown: %q", head)
		}
	}
	o.Data("email.reply", `{"id":"m","content":"thanks"}`)
	entries := must.Have(o.WS.List("emails/Bob"))(t)
	for _, e := range entries {
		raw := o.Read("emails/Bob/" + e.Name())
		header, _, _ := strings.Cut(strings.ReplaceAll(raw, "\r\n", "\n"), "\n\n")
		if e.Name() != "m.eml" && (strings.Contains(header, "\nBcc:") || strings.ContainsAny(header, "\x00\r")) {
			t.Errorf("the reply's header is %q", header)
		}
	}
}

// TestAttachmentsStayInside: whatever an attachment is called, it is saved
// under the testbed, under a plain name.
func TestAttachmentsStayInside(t *testing.T) {
	for _, name := range []string{
		"../../../etc/passwd", `..\..\x`, "/etc/passwd", `C:\autoexec.bat`, "a/b/c.txt", "x\x00.txt", ".bashrc", "CON", "..", ".", "a\nb", "=?utf-8?q?../../x?=", strings.Repeat("x", 1000) + ".txt", "😀.txt", " ", "emails/Bob/fake.eml", ".legomem-x",
	} {
		for _, how := range []string{`Content-Disposition: attachment; filename="%s"`, `Content-Type: application/octet-stream; name="%s"`} {
			spelled := strings.NewReplacer("\n", " ", "\x00", " ", `\`, `\\`).Replace(name)
			o := newOffice(t, map[string]string{"emails/Bob/m.eml": mixed("Content-Type: text/plain\n\nx", fmt.Sprintf(how, spelled)+"\n\nbody")})
			before := o.tree()
			obs := o.Call("email.save_attachment", `{"id":"m"}`)
			if obs.Failed {
				if obs.Code != tools.BadArguments && obs.Code != tools.Refused && obs.Code != tools.NotFound && obs.Code != tools.Internal {
					t.Errorf("%q: %s: %s", name, obs.Code, obs.Text)
				}
				if obs.Code == tools.Internal && len(name) < 200 {
					t.Errorf("%q: %s", name, obs.Text)
				}
			}
			for _, file := range o.tree() {
				if !slices.Contains(before, file) && (path.Dir(file) != "data" || strings.ContainsAny(file, `\:*?"<>|`) || strings.HasPrefix(path.Base(file), ".")) {
					t.Errorf("%q was saved as %q", name, file)
				}
			}
		}
	}
}

// TestNobodyIsAsked: a mail that points outside, at pictures, styles or scripts,
// reaches nobody.
func TestNobodyIsAsked(t *testing.T) {
	url := "http://" + toolstest.Bait(t)
	body := `<html><head><link rel=stylesheet href="` + url + `/a.css"><base href="` + url + `"></head><body background="` + url + `/b"><img src="` + url + `/c.png"><script src="` + url + `/d.js"></script><iframe src="` + url + `/e"></iframe>shown</body></html>`
	o := newOffice(t, map[string]string{"emails/Bob/m.eml": "From: a@b.c\nDisposition-Notification-To: a@b.c\nList-Unsubscribe: <" + url + ">\nContent-Type: text/html; charset=utf-8\n\n" + body +
		"", "emails/Bob/n.eml": mixed("Content-Type: message/external-body; access-type=URL; URL=\"" + url + "\"\n\nx")})
	if got := o.Data("email.read", `{"id":"m"}`)["content"]; got != "shown" {
		t.Errorf("the content is %q", got)
	}
	o.Data("email.list", `{}`)
	o.Call("email.read", `{"id":"n"}`)
}
