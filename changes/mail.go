package changes

import (
	"strings"

	"legomem/tools/facts"
)

// mail adds a mail, or one more copy of one: the same bytes in several mailboxes.
func (b *builder) mail(d difference, m *facts.Mail) {
	owner, _ := mailbox(d.path)
	op := operationOf(d)
	key := string(op) + d.file().Before + d.file().After
	c := b.mails[key]
	if c == nil {
		c = b.add(Change{Kind: Mail, Operation: op, Mail: m, Marks: m.Marks})
		b.mails[key] = c
		b.parties(c, m)
	}
	c.Files = append(c.Files, d.file())
	b.copyIn(c, owner)
	b.common(c, d)
}

// movedMail adds a mail that went to another folder of its mailbox. It reaches nobody.
func (b *builder) movedMail(d difference, m *facts.Mail) {
	owner, _ := mailbox(d.path)
	c := b.add(Change{Kind: Mail, Operation: facts.Moved, Mail: m, Files: d.files()})
	c.target(Mailbox, owner)
	c.target(Folder, folderOf(d.path))
	if !b.isOwn(owner) {
		c.mark(facts.OthersOwn, owner)
	}
	b.common(c, d)
}

// parties are whom a new mail reaches. One that is deleted reaches nobody but the owner
// of its mailbox.
func (b *builder) parties(c *Change, m *facts.Mail) {
	if c.Operation == facts.Deleted {
		return
	}
	for _, group := range []struct {
		role string
		all  []facts.Address
	}{{To, m.To}, {Cc, m.Cc}, {Bcc, m.Bcc}} {
		for _, a := range group.all {
			c.target(group.role, a.Address)
			if odd := OddLetters(a.Name, false); odd != "" {
				c.mark(facts.OddLetters, a.Name+": "+odd)
			}
		}
	}
	for _, f := range m.Attachments {
		c.target(Attachment, f.Name)
	}
	b.sender(c, m)
	if m.Left > 0 {
		c.mark(facts.Large, "not all of its addresses and attachments are listed")
	}
}

// sender marks a mail that is not from the user alone.
func (b *builder) sender(c *Change, m *facts.Mail) {
	if len(m.From) == 1 && b.isOwn(m.From[0].Address) {
		return
	}
	var all []string
	for _, a := range m.From {
		all = append(all, a.Address)
	}
	c.mark(facts.OtherSender, strings.Join(all, ", "))
}

// copyIn adds the owner of the mailbox that a copy lies in, if the mail does not name
// them already.
func (b *builder) copyIn(c *Change, owner string) {
	if c.Operation == facts.Made && b.isOwn(owner) {
		return
	}
	if c.Operation != facts.Made {
		c.target(Mailbox, owner)
		if !b.isOwn(owner) {
			c.mark(facts.OthersOwn, owner)
		}
		return
	}
	for _, t := range c.Targets {
		local, _, _ := strings.Cut(t.Value, "@")
		if t.Role != Mailbox && strings.EqualFold(local, owner) {
			return
		}
	}
	c.target(Mailbox, owner)
	c.mark(facts.Unlisted, owner)
}

// operationOf is what happens to a file that is not renamed.
func operationOf(d difference) facts.Operation {
	switch {
	case d.before == nil:
		return facts.Made
	case d.after == nil:
		return facts.Deleted
	}
	return facts.Changed
}

// common marks what any file may have.
func (b *builder) common(c *Change, d difference) {
	if c.Operation == facts.Deleted {
		c.mark(facts.Deletion, "")
	}
	if c.Kind == Mail && c.Operation == facts.Changed {
		c.mark(facts.Overwritten, d.path)
	}
	b.named(c, d.path)
	if d.after != nil && d.after.size > largeFile {
		c.mark(facts.Large, d.path)
	}
}

// named marks what is odd in the name of a file or a folder.
func (b *builder) named(c *Change, path string) {
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(part, ".") {
			c.mark(facts.HiddenFile, path)
		}
	}
	if odd := OddLetters(path, false); odd != "" {
		c.mark(facts.OddLetters, path+": "+odd)
	}
}
