package policy

import (
	"path"
	"slices"
)

// loseFile decides on a file that would be deleted, replaced or lose a part.
func (g *Gate) loseFile(c *call, p place) error {
	if p.name == answerFile || !g.original(p.name) {
		return nil
	}
	switch {
	case p.box == "mailbox" && fold(path.Ext(p.name)) == ".eml":
		return g.loseMail(c, p, path.Base(p.name), "")
	case p.box != "":
		return refusef("%s is refused: %s is a mailbox or a calendar, which no task loses as a whole; delete single mails or events with the email and calendar tools", c.tool, p.name)
	}
	verbs := losing
	if c.tool == "system.delete" {
		verbs = deleting
	} else if g.outputs(p.name) {
		return nil
	}
	asked := g.said.clauses(verbs)
	if len(asked) == 0 {
		return refusef("%s is refused: %s was there before, and the task does not ask to delete or replace anything; use another name (for the user: say in the task that it is to be replaced or deleted)", c.tool, p.name)
	}
	switch f := g.speaksOfFile(p.name, asked); {
	case f.meant:
		return nil
	case f.spared:
		return refusef("%s is refused: the task wants %s to stay", c.tool, p.name)
	}
	own := kindsOfFile[fold(path.Ext(p.name))]
	ofKind := own != nil && g.said.speaks(asked, own)
	if !ofKind && !g.said.speaks(asked, fileWords) {
		return refusef("%s is refused: %s was there before, and the task does not ask for that to go or to be replaced; leave it as it is (for the user: name it in the task)", c.tool, p.name)
	}
	if other := g.otherFile(p.name, ofKind); other != "" {
		return refusef("%s is refused: the task speaks of %s, and not of %s; leave that as it is (for the user: name it in the task)", c.tool, other, p.name)
	}
	return nil
}

// speaksOfFile says whether some clauses, or the whole text for nil, name a file
// or a folder that it is in.
func (g *Gate) speaksOfFile(p string, asked []clause) fate {
	var f fate
	for dir := p; dir != "." && dir != "data"; dir = path.Dir(dir) {
		places := g.said.filePlaces(dir)
		if asked == nil && len(places) > 0 {
			return fate{meant: true}
		}
		in := g.said.of(asked, places)
		f = fate{f.meant || in.meant, f.spared || in.spared}
	}
	return f
}

// otherFile is a file of the start that the text speaks of, if there is one; of
// the same kind, where that is wanted. One that the text leaves out is not meant.
func (g *Gate) otherFile(p string, sameKind bool) string {
	asked := g.said.clauses(losing)
	for _, f := range g.start.read().files {
		if sameKind && fold(path.Ext(f)) != fold(path.Ext(p)) {
			continue
		}
		if box, _ := boxOf(f); box != "" || pathKey(f) == pathKey(p) || !g.said.mentionsFile(f) {
			continue
		}
		if in := g.said.of(asked, g.said.filePlaces(f)); !in.spared || in.meant {
			return f
		}
	}
	return ""
}

// Words by which a text names a file as the one to be made.
var (
	asOutput = set("as named called into to")
	makes    = set("save saves saved saving write writes writing export exports create creates make makes convert converts print prints turn turns generate generates extract extracts store stores")
	adds     = set("add adds adding append appends insert inserts enter record log attach include")
)

// outputs says that the text has this very file made: "save it as total.pdf",
// "write the sums to week.docx". Who says that knows that one of last week goes.
func (g *Gate) outputs(p string) bool {
	for _, at := range g.said.spelled(path.Base(p)) {
		if at.from == 0 {
			continue
		}
		before := g.said.words[at.from-1].text
		made := slices.ContainsFunc(g.said.at(makes), func(i int) bool { return i < at.from && i > at.from-8 && !g.said.negated(i) })
		if before == "as" || (asOutput[before] && made && (before != "to" || !g.said.has(adds))) {
			return true
		}
	}
	return false
}
