package policy

import (
	"path"
	"slices"

	"legomem/tools"
)

// answerFile is where a run's answer goes; it may always be written.
const answerFile = "data/answer.txt"

// The verbs by which a text asks for something to be lost.
var (
	// deleting want a thing to go as a whole.
	deleting = set(`delete deletes deleted deleting deletion remove removes removed removing removal cancel cancels cancelled canceled cancelling canceling
		clear clears cleared clearing erase erases erased erasing drop drops dropped dropping discard discards discarded discarding
		clean cleans cleaned cleaning cleanup tidy rid empty empties emptied emptying wipe wiped purge trash cut strike withdraw dismiss scrap scrapped
		call calls take takes taken throw throws go`)
	// replacing want another thing in its place.
	replacing = set(`overwrite overwrites overwriting overwritten replace replaces replaced replacing replacement swap swaps swapped swapping
		redo regenerate refresh reset rewrite rewrites rewritten`)
	// changing want it to be something else.
	changing = set(`update updates updated updating change changes changed changing correct corrects corrected correcting set sets edit edits edited editing
		modify modifies modified fix fixes fixed revise revises revised amend amends amended adjust adjusts adjusted rename renames renamed renaming
		sort sorts sorted filter filters filtered deduplicate dedupe translate translates translated capitalize capitalise format reformat keep keeps`)
	// moving want it to be elsewhere, or at another time.
	moving = set(`move moves moved moving archive archives archived put puts push pushed bring brings make
		reschedule reschedules rescheduled rescheduling shift shifts shifted postpone postpones postponed delay delays delayed
		extend extends extended prolong shorten retitle`)

	goes   = join(deleting, replacing)
	losing = join(deleting, replacing, changing, moving)
)

// Words for the kinds of thing that can be lost.
var (
	eventWords  = set("event events meeting meetings appointment appointments calendar calendars diary agenda reminder reminders schedule schedules entry entries booking bookings call calls invitation invitations attendees")
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
// and speaks there of the thing or of its kind. What the run itself made is its
// own. A person's own run changes what was there only where the text speaks of
// it.
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

// change keeps a person's own run from changing a file that was there and that
// the text does not speak of, be it by one word of its name. A folder is all the
// files in it.
func (g *Gate) change(c *call, p place) error {
	if g.task.Suite != "" || p.box != "" || p.name == answerFile {
		return nil
	}
	if !g.start.hasFile(p.name) {
		source := slices.Contains(c.effects, tools.Effect{Class: tools.Read, Target: "file:" + p.name})
		if c.tool == "system.move" && source && !g.speaksOfFile(p.name, nil).meant {
			for _, f := range g.start.below(p.name) {
				if err := g.change(c, placeOf("file:"+f)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if g.speaksOfFile(p.name, nil).meant || g.said.hintsAt(stem(p.name)) {
		return nil
	}
	kind := g.said.has(kindsOfFile[fold(path.Ext(p.name))])
	if other := g.otherFile(p.name, kind); other != "" {
		return refusef("%s is refused: the task speaks of %s, and not of %s, which was there before; leave that as it is (for the user: name it in the task)", c.tool, other, p.name)
	}
	if kind || g.said.has(fileWords) {
		return nil
	}
	return refusef("%s is refused: %s was there before, and the task does not speak of it; leave it as it is (for the user: name it in the task)", c.tool, p.name)
}
