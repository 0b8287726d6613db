package changes

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/tools/facts"
)

// The bounds of a list.
const (
	maxRead    = 64 << 20 // bytes of a file that is read to tell what it says
	largeFile  = 16 << 20 // bytes from which a file is marked as very large
	largeUnits = 5_000    // cells, paragraphs or lines from which a change is marked so
	maxChanges = 10_000   // that are listed one by one; the others are one change
)

// Asked is what a run was asked, and what it read: what provenance is told from.
type Asked struct {
	Task string // the sentence
	User string // the acting user's name
	// Domain is that of the office: local@Domain is the person local.
	Domain string
	// Own are the user's further addresses.
	Own []string
	// Known are addresses, persons and paths that the user has confirmed before.
	Known []string
	Seen  []Seen
	// Answers are what the run answered, or the runs of a chain.
	Answers []string
}

// Seen is a content that the run read.
type Seen struct {
	In   string // a mail, calendar or file, or the tool that returned it
	Text string
}

// Pair is a file in two states: local paths, "" where there is none.
type Pair struct {
	Path          string // in the testbed
	Before, After string
}

// Facts is what a Reader makes of a Pair: a Mail (of After, or else Before), a Calendar
// or a Content by the pair's path; or why it cannot be read.
type Facts struct {
	Mail     *facts.Mail
	Calendar *facts.Calendar
	Content  *facts.Content
	Err      string
}

// Reader reads files that strangers wrote, which is why it is not this package. It
// returns one Facts for each pair.
type Reader interface {
	Read(ctx context.Context, pairs []Pair) []Facts
}

// Testbed is a folder with its files' SHA-256 by slashed path, as far as they are known:
// those files are not hashed again.
type Testbed struct {
	Dir    string
	Hashes map[string][sha256.Size]byte
}

// Compare lists what differs between a testbed as it was and the finished one. What
// cannot be read is a change that says so; an error means that a folder cannot be listed
// at all.
func Compare(ctx context.Context, start, finished Testbed, asked Asked, reader Reader) (List, error) {
	before, after, err := openBoth(ctx, start, finished)
	if err != nil {
		return List{}, fmt.Errorf("list the changes: %w", err)
	}
	defer before.close()
	defer after.close()
	diffs, err := compareTrees(ctx, before, after, asked.Answers)
	if err != nil {
		return List{}, fmt.Errorf("list the changes: %w", err)
	}
	b := newBuilder(asked)
	b.gather(ctx, before, after, diffs, reader)
	b.folders(before, after)
	return b.list()
}

// builder collects changes.
type builder struct {
	origins *origins
	own     map[string]bool    // the user's name and addresses, normal
	events  map[string]*Change // by what equal events share
	mails   map[string]*Change // by the hash of their bytes
	all     []*Change
}

func newBuilder(a Asked) *builder {
	own := map[string]bool{}
	for _, who := range append([]string{a.User, a.User + "@" + a.Domain}, a.Own...) {
		own[normal(who)] = true
	}
	return &builder{origins: newOrigins(a, own), own: own, events: map[string]*Change{}, mails: map[string]*Change{}}
}

// gather makes changes of all differences: renamed files first, since they are two
// differences each.
func (b *builder) gather(ctx context.Context, before, after *tree, diffs []difference, reader Reader) {
	diffs = b.renames(diffs)
	if len(diffs) > maxChanges {
		b.leftOver(diffs[maxChanges:], "file")
		diffs = diffs[:maxChanges]
	}
	var readable []difference
	var pairs []Pair
	for _, d := range diffs {
		if why := d.unreadable(); why != "" {
			b.unreadOrMoved(d, why)
			continue
		}
		readable = append(readable, d)
		pairs = append(pairs, Pair{d.path, before.file(d.path), after.file(d.path)})
	}
	if len(pairs) == 0 {
		return
	}
	for i, f := range reader.Read(ctx, pairs) {
		b.told(readable[i], f)
	}
}

// renames takes out the files that were deleted and made again elsewhere with the same
// content, and returns the other differences. A mail that went to another folder is one,
// to be read.
func (b *builder) renames(diffs []difference) []difference {
	made := map[string][]int{} // by hash and kind of place
	for i, d := range diffs {
		if d.before == nil && d.after.hash != "" {
			made[sort(d.path)+d.after.hash] = append(made[sort(d.path)+d.after.hash], i)
		}
	}
	gone := map[int]bool{}
	for i, d := range diffs {
		if d.after != nil || d.before.hash == "" || d.before.size == 0 {
			continue
		}
		key := sort(d.path) + d.before.hash
		if to := made[key]; len(to) > 0 {
			made[key] = to[1:]
			gone[i] = true
			if _, isMail := mailbox(d.path); isMail && folderOf(d.path) != folderOf(diffs[to[0]].path) {
				diffs[to[0]].from = &d
				continue
			}
			gone[to[0]] = true
			b.renamed(d, diffs[to[0]])
		}
	}
	var rest []difference
	for i, d := range diffs {
		if !gone[i] {
			rest = append(rest, d)
		}
	}
	return rest
}

// sort tells files apart that are not renamed into each other: a mail moves within its
// mailbox only, and a calendar never.
func sort(path string) string {
	if owner, ok := mailbox(path); ok {
		return "mail " + owner + "\n"
	}
	if owner, ok := calendar(path); ok {
		return "calendar " + owner + "\n"
	}
	return "file\n"
}

// told makes changes of what a file says.
func (b *builder) told(d difference, f Facts) {
	switch {
	case f.Err != "":
		b.unreadOrMoved(d, f.Err)
	case f.Mail != nil && d.from != nil:
		b.movedMail(d, f.Mail)
	case f.Mail != nil:
		b.mail(d, f.Mail)
	case f.Calendar != nil:
		b.calendar(d, f.Calendar)
	case f.Content != nil:
		b.content(d, f.Content)
	default:
		b.unreadOrMoved(d, "nothing was read of it")
	}
}

// unreadOrMoved adds a file of which nobody can tell more than where it is, and was.
func (b *builder) unreadOrMoved(d difference, why string) {
	if d.from != nil {
		b.renamed(*d.from, d)
		return
	}
	b.unread(d, why)
}

// add keeps a change.
func (b *builder) add(c Change) *Change {
	b.all = append(b.all, &c)
	return b.all[len(b.all)-1]
}

// list finishes the changes: provenance, marks of names, sentences, ids, order, hash.
func (b *builder) list() (List, error) {
	l := List{Changes: []Change{}}
	for _, c := range b.all {
		b.finish(c)
		l.Changes = append(l.Changes, *c)
	}
	if err := identify(l.Changes); err != nil {
		return List{}, fmt.Errorf("name the changes: %w", err)
	}
	hash, err := hashOf(l.Changes)
	if err != nil {
		return List{}, fmt.Errorf("hash the changes: %w", err)
	}
	l.Hash = hash
	return l, nil
}

// finish fills in what follows from a change's targets, which are all known now.
func (b *builder) finish(c *Change) {
	slices.SortStableFunc(c.Files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	for i := range c.Targets {
		t := &c.Targets[i]
		t.Provenance, t.FoundIn = b.origins.of(*t)
		if odd := t.Odd(); odd != "" {
			c.mark(facts.OddLetters, t.Value+": "+odd)
		}
		others := (t.Role == Calendar || t.Role == Attendee) && !b.isOwn(t.Value)
		c.Invitation = c.Invitation || (c.Kind == Event && c.Operation == facts.Made && others && t.Provenance == Named)
	}
	c.Sentence = sentence(*c)
}

// isOwn reports whether a name or address is the acting user's.
func (b *builder) isOwn(who string) bool { return b.own[normal(who)] }

// mark adds a mark once.
func (c *Change) mark(kind facts.MarkKind, detail string) {
	m := facts.Mark{Kind: kind, Detail: facts.Cut(detail)}
	if len(c.Marks) < facts.MostMarks && !slices.Contains(c.Marks, m) {
		c.Marks = append(c.Marks, m)
	}
}

// target adds a target once.
func (c *Change) target(role, value string) {
	same := func(t Target) bool { return t.Role == role && t.Value == value }
	if value != "" && !slices.ContainsFunc(c.Targets, same) {
		c.Targets = append(c.Targets, Target{Role: role, Value: value})
	}
}

// identify gives the changes their ids and their order. Two that are the same are
// numbered.
func identify(all []Change) error {
	var failed error
	for i := range all {
		c := &all[i]
		id, err := hashOf(c.content())
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		c.ID = id[:16]
	}
	slices.SortStableFunc(all, func(a, b Change) int {
		if c := strings.Compare(firstPath(a), firstPath(b)); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	times := map[string]int{}
	for i := range all {
		if times[all[i].ID]++; times[all[i].ID] > 1 {
			all[i].ID += fmt.Sprintf("-%d", times[all[i].ID])
		}
	}
	return failed
}

// content is what makes a change that change: its files, or an event with the calendars
// that it stands in, whatever else changed in them.
func (c Change) content() []any {
	if c.Event == nil {
		return []any{c.Kind, c.Operation, c.Files}
	}
	return []any{c.Kind, c.Operation, c.Event, c.values(Calendar)}
}

func firstPath(c Change) string {
	if len(c.Files) == 0 {
		return ""
	}
	return c.Files[0].Path
}
