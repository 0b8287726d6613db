package policy

import (
	"maps"
	"path"
	"slices"
	"strings"

	"legomem/tools"
)

// answerFile is where a run's answer goes; it may always be written.
const answerFile = "data/answer.txt"

// losing are the verbs by which a text asks for something to go, or to be
// something else.
var losing = set(`delete deletes deleted deleting remove removes removed removing removal cancel cancels cancelled canceled cancelling canceling
	clear clears cleared clearing erase erases erased erasing drop drops dropped dropping discard discards discarded discarding
	clean cleans cleaning cleanup rid empty empties emptying wipe purge trash cut strike withdraw dismiss
	overwrite overwrites overwriting overwritten replace replaces replaced replacing replacement update updates updated updating
	change changes changed changing correct corrects corrected correcting set sets edit edits edited editing modify modifies modified
	fix fixes rewrite rewrites revise revises amend amends adjust adjusts rename renames renamed renaming move moves moved moving
	swap swaps swapped swapping reset refresh redo regenerate archive
	reschedule reschedules rescheduled rescheduling shift shifts shifted postpone postpones postponed delay delays delayed extend prolong shorten retitle`)

// Words for the kinds of thing that can be lost.
var (
	eventWords  = set("event events meeting meetings appointment appointments calendar calendars diary agenda reminder reminders schedule schedules entry entries booking bookings call calls invitation invitations")
	fileWords   = set("file files folder folders directory attachment attachments everything")
	sheetWords  = set("excel spreadsheet spreadsheets workbook workbooks sheet sheets table tables csv xlsx row rows line lines column columns cell cells entry entries record records list header headers")
	docWords    = set("word document documents doc docx paragraph paragraphs letter report text")
	pdfWords    = set("pdf pdfs document documents")
	imageWords  = set("image images picture pictures photo photos scan scans png jpg jpeg post poster")
	textWords   = set("text txt note notes line lines markdown md list")
	kindsOfFile = map[string]map[string]bool{
		".xlsx": sheetWords, ".xls": sheetWords, ".csv": sheetWords, ".docx": docWords, ".doc": docWords, ".pdf": pdfWords,
		".png": imageWords, ".jpg": imageWords, ".jpeg": imageWords, ".txt": textWords, ".md": textWords, ".ics": eventWords, ".eml": mailWords,
	}
)

// destruction lets something be lost only where the task's text asks for that,
// and speaks of the thing or of its kind. What the run itself made is its own. A
// person's own run changes what was there only where the text speaks of it.
func (g *Gate) destruction(c *call) error {
	for _, e := range c.effects {
		if e.Class != tools.Write {
			continue
		}
		p := placeOf(e.Target)
		var err error
		switch {
		case p.kind == "calendar" && (e.Destroys || shiftsEvents[c.tool] && g.task.Suite == ""):
			err = g.loseEvent(c, p)
		case p.kind == "file" && !e.Destroys:
			err = g.change(c, p)
		case p.kind == "file":
			err = g.loseFile(c, p)
		case p.kind == "mailbox" && e.Destroys:
			err = g.loseMail(c, p, c.text("id"), c.text("subject"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shiftsEvents are the tools after which an event is no more what it was.
var shiftsEvents = map[string]bool{"calendar.move_event": true, "calendar.rename_event": true}

func (g *Gate) asksToLose() bool {
	return g.said.asks(losing) || slices.ContainsFunc(g.said.at(set("take takes taken throw throws")), func(i int) bool {
		later := g.said.words[i+1 : min(len(g.said.words), i+10)]
		return !g.said.negated(i) && slices.ContainsFunc(later, func(w word) bool { return w.text == "out" || w.text == "off" || w.text == "away" })
	})
}

// change keeps a person's own run from changing a file that was there and that
// the text does not speak of, be it by one word of its name.
func (g *Gate) change(c *call, p place) error {
	if g.task.Suite != "" || p.box != "" || p.name == answerFile || !g.start.hasFile(p.name) || g.speaksOfFile(p.name) {
		return nil
	}
	if other := g.otherFile(p.name, true); other != "" {
		return refusef("%s is refused: the task speaks of %s, and not of %s, which was there before; leave that as it is (for the user: name it in the task)", c.tool, other, p.name)
	}
	if g.said.hintsAt(stem(p.name)) || g.said.has(fileWords) || g.said.has(kindsOfFile[fold(path.Ext(p.name))]) {
		return nil
	}
	return refusef("%s is refused: %s was there before, and the task does not speak of it; leave it as it is (for the user: name it in the task)", c.tool, p.name)
}

func (g *Gate) loseFile(c *call, p place) error {
	if p.name == answerFile || !g.original(p.name) {
		return nil
	}
	if p.box == "mailbox" {
		return g.loseMail(c, p, path.Base(p.name), "")
	}
	if g.outputs(p.name) {
		return nil
	}
	if !g.asksToLose() {
		return refusef("%s is refused: %s was there before, and the task does not ask to delete or replace anything; use another name (for the user: say in the task that it is to be replaced or deleted)", c.tool, p.name)
	}
	if g.speaksOfFile(p.name) {
		return nil
	}
	own := kindsOfFile[fold(path.Ext(p.name))]
	ofKind := own != nil && g.said.has(own)
	if !ofKind && !g.said.has(fileWords) {
		return refusef("%s is refused: %s was there before, and the task does not speak of it; leave it as it is (for the user: name it in the task)", c.tool, p.name)
	}
	if other := g.otherFile(p.name, ofKind); other != "" {
		return refusef("%s is refused: the task speaks of %s, and not of %s; leave that as it is (for the user: name it in the task)", c.tool, other, p.name)
	}
	return nil
}

// speaksOfFile says that the text names a file, or a folder that it is in.
func (g *Gate) speaksOfFile(p string) bool {
	for dir := p; dir != "." && dir != "data"; dir = path.Dir(dir) {
		if g.said.mentionsFile(dir) {
			return true
		}
	}
	return false
}

// otherFile is a file of the start that the text speaks of, if there is one; of
// the same kind, where that is wanted. A text that makes an exception names what
// is to stay.
func (g *Gate) otherFile(p string, sameKind bool) string {
	if g.said.has(set("except excluding besides but other than")) {
		return ""
	}
	for _, f := range g.start.read().files {
		if sameKind && fold(path.Ext(f)) != fold(path.Ext(p)) {
			continue
		}
		if box, _ := boxOf(f); box == "" && fold(f) != fold(p) && g.said.mentionsFile(f) {
			return f
		}
	}
	return ""
}

// Words by which a text names a file as the one to be made.
var (
	asOutput = set("as named called into")
	makes    = set("save saves saved saving write writes writing export exports create creates make makes convert converts print prints turn turns generate generates extract extracts store stores")
	adds     = set("add adds adding append appends insert inserts enter record log attach include")
)

// outputs says that the text has this very file made: "save it as total.pdf",
// "write the sums to week.docx". Who says that knows that one of last week goes.
func (g *Gate) outputs(p string) bool {
	base := path.Base(p)
	if path.Ext(base) == "" {
		return false
	}
	for _, at := range g.said.spans(plain(base), same) {
		if at.from == 0 || !g.said.whole(at) {
			continue
		}
		before := g.said.words[at.from-1].text
		made := slices.ContainsFunc(g.said.at(makes), func(i int) bool { return i < at.from && i > at.from-8 && !g.said.negated(i) })
		if asOutput[before] || (before == "to" && made && !g.said.has(adds)) {
			return true
		}
	}
	return false
}

// loseMail decides on a mail that would go.
func (g *Gate) loseMail(c *call, p place, id, subject string) error {
	name := strings.TrimSpace(id + subject)
	if !g.asksToLose() {
		return refusef("%s is refused: the task does not ask to delete anything; leave the mail %s as it is (for the user: say it in the task)", c.tool, name)
	}
	m, seen := g.mails[mailKey(id)]
	seen = seen && g.mine(p)
	if seen {
		subject = m.subject
	}
	if subject == "" {
		subject = stem(id)
	}
	byAuthor := seen && g.writes(m.from)
	if byAuthor || g.titled(subject) {
		return nil
	}
	switch {
	case !g.said.has(mailWords):
		return refusef("%s is refused: the task does not speak of the mail %s; leave it as it is (for the user: name it in the task)", c.tool, name)
	case g.mine(p) && !seen:
		return refusef("%s is refused: it is not known which mail %s is; list the mailbox first, and name the mail by its id", c.tool, name)
	case g.aboutOtherMails(p):
		return refusef("%s is refused: the task speaks of other mails than %s; leave it as it is (for the user: name it in the task)", c.tool, name)
	}
	return nil
}

// aboutOtherMails says that the text speaks of certain mails or of what certain
// people wrote. Whoever's the mailbox is, is not meant by that.
func (g *Gate) aboutOtherMails(p place) bool {
	for _, who := range g.start.people() {
		if fold(who) != fold(g.user) && fold(who) != fold(p.owner) && g.said.names(who, g.start.people()) {
			return true
		}
	}
	if len(g.said.addresses) > 0 {
		return true
	}
	if !g.mine(p) {
		return false
	}
	for _, m := range g.mails {
		if g.writes(m.from) {
			return true
		}
	}
	return !g.said.has(quantifiers) && slices.ContainsFunc(g.start.mails(g.user), func(id string) bool { return g.titled(stem(id)) })
}

// loseEvent decides on an event that would go.
func (g *Gate) loseEvent(c *call, p place) error {
	who := p.owner
	if who == "" {
		who = g.user
	}
	name := c.text("summary")
	e, seen := g.events[fold(who)+"\x00"+c.text("id")]
	if seen {
		name = e.summary
	}
	if !g.asksToLose() {
		return refusef("%s is refused: the task does not ask to change or delete events; leave %s as it is (for the user: say it in the task)", c.tool, name)
	}
	if g.said.mentions(name) {
		return nil
	}
	switch {
	case !g.said.has(eventWords):
		return refusef("%s is refused: the task does not speak of the event %s; leave it as it is (for the user: name it in the task)", c.tool, name)
	case !g.listed[fold(who)]:
		return refusef("%s is refused: it is not known which events %s has; list them first", c.tool, who)
	}
	for _, key := range slices.Sorted(maps.Keys(g.events)) {
		if other := g.events[key]; strings.HasPrefix(key, fold(who)+"\x00") && g.said.mentions(other.summary) {
			return refusef("%s is refused: the task speaks of the event %s, and not of %s; leave it as it is", c.tool, other.summary, name)
		}
	}
	return nil
}
