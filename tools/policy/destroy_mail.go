package policy

import (
	"slices"
	"strings"
)

// loseMail decides on a mail that would go. An id is read before a subject, as
// the tools do.
func (g *Gate) loseMail(c *call, p place, id, subject string) error {
	name := strings.TrimSpace(id)
	if name == "" {
		name = strings.TrimSpace(subject)
	}
	verbs := goes
	if c.tool == "system.move" {
		verbs = join(goes, moving, set("save store file"))
	}
	asked := g.said.clauses(verbs)
	if len(asked) == 0 {
		return refusef("%s is refused: the task does not ask to delete anything; leave the mail %s as it is (for the user: say it in the task)", c.tool, name)
	}
	m, seen := g.mails[mailKey(id)]
	seen = seen && g.mine(p)
	f := g.mailIn(asked, p, id, subject)
	if seen {
		f = g.said.of(asked, g.titlePlaces(m.subject))
		by := g.said.of(asked, g.authorPlaces(m.from))
		f = fate{f.meant || by.meant, f.spared || by.spared}
	}
	switch {
	case f.meant && !f.spared:
		return nil
	case f.spared:
		return refusef("%s is refused: the task wants the mail %s to stay", c.tool, name)
	case !g.said.speaks(asked, mailWords):
		return refusef("%s is refused: the task does not ask for the mail %s to go; leave it as it is (for the user: name it in the task)", c.tool, name)
	case !g.mine(p) && !g.owned(asked, p.owner):
		return refusef("%s is refused: the mail %s is in the mailbox of %s, and the task does not ask for mails of theirs to go (for the user: name the mail, or say whose mailbox)", c.tool, name, g.start.spelled(p.owner))
	case g.mine(p) && !seen:
		return refusef("%s is refused: it is not known which mail %s is; list the mailbox first, and name the mail by its id", c.tool, name)
	case g.aboutOtherMails(asked, p):
		return refusef("%s is refused: the task speaks of other mails than %s; leave it as it is (for the user: name it in the task)", c.tool, name)
	}
	return nil
}

// mailIn says what clauses say of a mail that the run has not seen: by its file's
// name, or by a subject that the text has as a whole, since the tool finds mails
// by a part of it, too.
func (g *Gate) mailIn(asked []clause, p place, id, subject string) fate {
	if id = strings.TrimSpace(id); id != "" {
		return g.said.of(asked, g.titlePlaces(stem(id)))
	}
	if g.isPerson(subject) {
		return fate{}
	}
	return g.said.of(asked, slices.DeleteFunc(g.titlePlaces(subject), func(at span) bool { return !g.said.alone(at) }))
}

// isPerson says that a title is no more than the name of somebody here.
func (g *Gate) isPerson(title string) bool {
	return slices.ContainsFunc(g.start.people(), func(who string) bool { return slices.Equal(plain(who), plain(title)) })
}

// owned says that clauses speak of what somebody has: "Tom's mails", "the
// mailbox of Tom".
func (g *Gate) owned(asked []clause, who string) bool {
	own := slices.DeleteFunc(g.said.namePlaces(who, g.start.people()), func(at span) bool {
		has := g.said.words[at.to].text == "s" && joins(g.said.words[at.to].before)
		of := at.from > 0 && set("of in from for")[g.said.words[at.from-1].text]
		return !has && !of
	})
	return g.said.of(asked, own).meant
}

// aboutOtherMails says that clauses speak of certain mails or of what certain
// people wrote. Whoever's the mailbox is, is not meant by that.
func (g *Gate) aboutOtherMails(asked []clause, p place) bool {
	for _, who := range g.start.people() {
		if fold(who) != fold(g.user) && fold(who) != fold(p.owner) && g.said.of(asked, g.said.namePlaces(who, g.start.people())).meant {
			return true
		}
	}
	if g.said.of(asked, g.said.outsiders()).meant {
		return true
	}
	if !g.mine(p) {
		return false
	}
	for _, m := range g.mails {
		if g.said.of(asked, g.authorPlaces(m.from)).meant {
			return true
		}
	}
	return !g.said.speaks(asked, quantifiers) && slices.ContainsFunc(g.start.mails(g.user), func(id string) bool {
		return g.said.of(asked, g.titlePlaces(stem(id))).meant
	})
}
