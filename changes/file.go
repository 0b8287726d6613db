package changes

import (
	"fmt"

	"legomem/tools/facts"
)

// file adds a file of any kind; more tells what else is to be said of it, if given.
func (b *builder) file(d difference, more func(*Change)) *Change {
	c := b.add(Change{Kind: Plain, Operation: operationOf(d), Files: []File{d.file()}})
	c.target(Path, d.path)
	if owner, ok := calendar(d.path); ok && !b.isOwn(owner) {
		c.mark(facts.OthersOwn, owner)
	}
	if owner, ok := mailbox(d.path); ok && !b.isOwn(owner) {
		c.mark(facts.OthersOwn, owner)
	}
	b.common(c, d)
	if more != nil {
		more(c)
	}
	return c
}

// content adds a file with what differs in it.
func (b *builder) content(d difference, f *facts.Content) {
	b.file(d, func(c *Change) {
		c.Content = f
		for _, m := range f.Marks {
			c.mark(m.Kind, m.Detail)
		}
		if c.Operation == facts.Changed && f.Kept == 0 && f.Removed+f.Changed+boolInt(f.Unit == "") > 0 {
			c.mark(facts.Overwritten, "")
		}
		if f.Total() > largeUnits {
			c.mark(facts.Large, fmt.Sprintf("%d %ss", f.Total(), f.Unit))
		}
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unread adds a file whose content cannot be told, and says why.
func (b *builder) unread(d difference, why string) {
	b.file(d, func(c *Change) {
		c.mark(facts.Unreadable, why)
		if c.Operation == facts.Changed {
			c.mark(facts.Overwritten, "")
		}
		if d.after != nil && d.after.size > largeFile {
			c.mark(facts.Large, d.path)
		}
	})
}

// renamed adds a file that is the same under another path.
func (b *builder) renamed(from, to difference) {
	c := b.file(to, nil)
	c.Operation = facts.Renamed
	c.Files = append(c.Files, from.file())
	c.Targets = nil
	c.target(Path, from.path)
	c.target(NewPath, to.path)
}

// leftOver adds one change for all of a kind that a list has no room for.
func (b *builder) leftOver(rest []difference, kind string) {
	var files []File
	for _, d := range rest {
		files = append(files, d.files()...)
	}
	hash, err := hashOf(files)
	if err != nil {
		hash = err.Error()
	}
	c := b.add(Change{Kind: Plain, Operation: facts.Changed, Files: []File{{After: hash}}})
	c.target(Path, rest[0].path)
	c.mark(facts.Large, fmt.Sprintf("%d more %ss, from %s to %s, are not listed", len(rest), kind, rest[0].path, rest[len(rest)-1].path))
}
