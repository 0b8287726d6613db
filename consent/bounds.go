package consent

import (
	"path"
	"slices"
	"strings"

	"legomem/changes"
	"legomem/folders"
	"legomem/tools/facts"
)

// plainMarks are those that say what happens to something that was there, or whose it is.
// All others are about what a content hides, and are always asked about.
var plainMarks = []facts.MarkKind{facts.Deletion, facts.Overwritten, facts.OthersOwn}

// outside says why a change is outside the bounds, "" if it is within them.
func (b Bounds) outside(c changes.Change, a Acting) string {
	if odd := oddMarks(c); odd != "" {
		return odd
	}
	if a.Doubt != "" {
		return "the task may mean something else: " + a.Doubt
	}
	if a.Practised && a.Exact {
		return b.outsidePractice(c, a)
	}
	why := b.outsideUnknown(c, a)
	if why != "" && a.Practised {
		return why + "; the task is in other words than it has learned"
	}
	return why
}

// outsideUnknown is outside for work that is not known to be what was meant.
func (b Bounds) outsideUnknown(c changes.Change, a Acting) string {
	switch c.Kind {
	case changes.Mail:
		return b.outsideMail(c)
	case changes.Event:
		return b.outsideEvent(c, a)
	}
	return b.outsideFile(c, a)
}

func oddMarks(c changes.Change) string {
	odd := c
	odd.Targets, odd.Marks = nil, slices.DeleteFunc(slices.Clone(c.Marks), func(m facts.Mark) bool { return slices.Contains(plainMarks, m.Kind) })
	return odd.Reasons()
}

// outsidePractice is outside for practised work, which does what it was shown: it asks
// where a value that was only read in the run says whom or what the change reaches, or
// where whoever is reached is neither in the task nor the user. That the user agreed to
// them once is no reason not to ask: what the run read may have chosen them.
func (b Bounds) outsidePractice(c changes.Change, a Acting) string {
	var why []string
	for _, t := range c.Targets {
		if t.Provenance == changes.Named || b.isOwn(t.Value) || b.lists(c, t) || b.always(t) || makesNew(c, t, a) {
			continue
		}
		why = append(why, changes.Change{Targets: []changes.Target{t}}.Reasons())
		if t.Provenance == changes.Known {
			why[len(why)-1] = "the task does not have " + t.Value
		}
	}
	return strings.Join(why, "; ")
}

// always reports whether a target is a file that the procedure names itself: nothing that a
// run reads chooses it.
func (b Bounds) always(t changes.Target) bool {
	return !person(t.Role) && slices.ContainsFunc(b.Constants, func(text string) bool { return t.Is(text, b.Domain) })
}

// makesNew reports whether a target is a new file under a name that is the procedure's own.
// Once the run has read something, the name may be put together of that.
func makesNew(c changes.Change, t changes.Target, a Acting) bool {
	unsaid := t.Provenance == changes.New && !person(t.Role)
	return unsaid && c.Operation == facts.Made && a.Read == ""
}

// isOwn reports whether a name or an address is the acting user's.
func (b Bounds) isOwn(who string) bool {
	return slices.ContainsFunc(b.Own, func(own string) bool {
		return strings.EqualFold(own, who) || strings.EqualFold(own+"@"+b.Domain, who)
	})
}

// lists reports whether the configuration lists a target for what happens to it.
func (b Bounds) lists(c changes.Change, t changes.Target) bool {
	switch t.Role {
	case changes.To, changes.Cc, changes.Bcc, changes.Attendee:
		return b.fitsPerson(b.Recipients, t.Value)
	case changes.Calendar:
		return b.fitsPerson(b.Others, t.Value)
	case changes.Path, changes.NewPath, changes.Folder:
		return b.fitsFiles(b.allowance(c), c)
	}
	return false
}

// person reports whether a role is somebody's.
func person(role string) bool {
	return !slices.Contains([]string{changes.Path, changes.NewPath, changes.Folder, changes.Attachment}, role)
}

// outsideMail: mail asks, unless all whom it reaches are listed.
func (b Bounds) outsideMail(c changes.Change) string {
	if c.Operation != facts.Made {
		return b.outsideStanding(c, "a mail")
	}
	for _, t := range c.Targets {
		if person(t.Role) && !b.fitsPerson(b.Recipients, t.Value) {
			return because("it is a mail to "+t.Value+", whom commit.recipients does not list", c)
		}
	}
	return ""
}

// outsideEvent: a new event without attendees in the user's own calendar does not ask;
// more where the configuration lists it.
func (b Bounds) outsideEvent(c changes.Change, a Acting) string {
	for _, t := range c.Targets {
		if t.Role == changes.Attendee && !b.fitsPerson(b.Recipients, t.Value) {
			return because("it is an event with "+t.Value+", whom commit.recipients does not list", c)
		}
	}
	for _, m := range c.Marks {
		if m.Kind == facts.OthersOwn && !b.fitsPerson(b.Others, m.Detail) {
			return because("it is in the calendar of "+m.Detail+", whom commit.others does not list", c)
		}
	}
	if c.Operation != facts.Made {
		return b.outsideStanding(c, "an event")
	}
	return b.led(c, a, "commit.change does not list the calendar")
}

// data is the folder of the office's plain files.
const data = "data/"

// outsideFile: a new file or folder in data/ does not ask; more where the configuration
// lists it.
func (b Bounds) outsideFile(c changes.Change, a Acting) string {
	if c.Operation != facts.Made {
		return b.outsideStanding(c, "a "+string(c.Kind))
	}
	if path := c.Files[0].Path; !strings.HasPrefix(path, data) && !b.fitsFiles(b.Change, c) {
		return because("it is a new "+string(c.Kind)+" outside "+data+", and commit.change does not list it", c)
	}
	return b.led(c, a, "commit.change does not list the "+string(c.Kind))
}

// led asks about whatever a model makes once it has read something that is not the user's
// word: it may do what stands there. What it makes of the task alone needs no question.
func (b Bounds) led(c changes.Change, a Acting, unlisted string) string {
	if a.Read == "" || b.fitsFiles(b.Change, c) {
		return ""
	}
	return because("the run had read "+a.Read+", and "+unlisted, c)
}

// outsideStanding: what was there is changed or removed only where the configuration says
// so.
func (b Bounds) outsideStanding(c changes.Change, what string) string {
	if b.fitsFiles(b.allowance(c), c) {
		return ""
	}
	return because("it "+doesTo(c.Operation)+" "+what+" that was there, and commit."+b.allowanceKey(c)+" does not list it", c)
}

// doesTo is what a change does to what was there.
func doesTo(op facts.Operation) string {
	switch op {
	case facts.Deleted:
		return "deletes"
	case facts.Moved:
		return "moves"
	case facts.Renamed:
		return "renames"
	}
	return "changes"
}

// allowance are the patterns for what happens to what was there.
func (b Bounds) allowance(c changes.Change) []string {
	if b.allowanceKey(c) == "delete" {
		return b.Delete
	}
	return b.Change
}

func (b Bounds) allowanceKey(c changes.Change) string {
	loses := slices.ContainsFunc(c.Marks, func(m facts.Mark) bool { return m.Kind == facts.Deletion || m.Kind == facts.Overwritten })
	elsewhere := c.Operation == facts.Renamed || c.Operation == facts.Moved
	if loses || elsewhere && c.Kind != changes.Event {
		return "delete"
	}
	return "change"
}

// because adds what is marked to a reason.
func because(reason string, c changes.Change) string {
	if marked := c.Reasons(); marked != "" {
		return reason + "; " + marked
	}
	return reason
}

// fitsFiles reports whether patterns fit all files of a change, and its folders by their
// names.
func (b Bounds) fitsFiles(patterns []string, c changes.Change) bool {
	return len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(f changes.File) bool { return f.Path == "" || !fits(patterns, folders.Name(f.Path)) })
}

// fitsPerson reports whether a pattern fits an address, or the name of somebody of the
// office. A * stands for anything but @ and /; alone it stands for everybody.
func (b Bounds) fitsPerson(patterns []string, who string) bool {
	who = strings.ToLower(who)
	local, domain, isAddress := strings.Cut(who, "@")
	names := []string{who}
	switch {
	case !isAddress:
		names = append(names, who+"@"+strings.ToLower(b.Domain))
	case domain == strings.ToLower(b.Domain):
		names = append(names, local)
	}
	return slices.ContainsFunc(patterns, func(p string) bool {
		p = strings.ToLower(strings.TrimSpace(p))
		return p == "*" || slices.ContainsFunc(names, func(n string) bool { return match(p, n) })
	})
}

// match is path.Match with @ as a further separator.
func match(pattern, name string) bool {
	local, domain, isAddress := strings.Cut(pattern, "@")
	nameLocal, nameDomain, nameIs := strings.Cut(name, "@")
	if isAddress != nameIs {
		return false
	}
	one, err := path.Match(local, nameLocal)
	two, err2 := path.Match(domain, nameDomain)
	return err == nil && err2 == nil && one && two
}

// fits reports whether a pattern fits a file's path; one that ends in /** fits all that
// lies below it.
func fits(patterns []string, file string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if dir, all := strings.CutSuffix(p, "/**"); all {
			return strings.HasPrefix(file, dir+"/")
		}
		same, err := path.Match(p, file)
		return err == nil && same
	})
}
