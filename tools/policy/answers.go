package policy

import (
	"slices"
	"strings"

	"legomem/tools"
)

// answerVerbs are how a text asks for answering a mail. "Answer" alone may be
// about a question, so it takes a mail to be spoken of.
var (
	replyVerbs  = set("reply replies replied replying respond responds responded responding")
	answerVerbs = set("answer answers answered answering")
	mailWords   = set("mail mails email emails message messages inbox mailbox letter letters newsletter newsletters spam invitation invitations")
	allWords    = set("all everyone everybody")
)

// asksForAnswer says that the text asks for a mail to be answered. About is
// whether it speaks of this mail.
func (g *Gate) asksForAnswer(about bool) bool {
	return g.said.asks(replyVerbs) || g.said.asksInWords("write", "back") || g.said.asksInWords("get", "back", "to") ||
		(g.said.asks(answerVerbs) && (about || g.said.has(mailWords)))
}

// answer decides on a reply. Who gets it is who wrote the mail, as the run has
// seen it.
func (g *Gate) answer(c *call, all bool) error {
	m, ok := g.meant(c)
	if !ok {
		return refusef("%s is refused: who would get the reply is not known; list or read your own mailbox first, and name the mail by its id", c.tool)
	}
	for _, who := range m.answersTo() {
		if g.mayGet(who) || g.contact(who) {
			continue
		}
		if spell(who) != spell(m.from) {
			return refusef("%s is refused: the mail %s is from %s, but asks for answers to %s, whom the task does not name (for the user: %s)", c.tool, m.id, m.from, who, wayOutForRecipient(who))
		}
		if err := g.answerTo(c, m); err != nil {
			return err
		}
	}
	if all && !g.said.repliesToAll() {
		for _, who := range m.others {
			if !g.mayGet(who) {
				return refusef("%s is refused: a reply to all would reach %s, whom the task does not name; reply to the sender alone (for the user: say in the task to reply to all)", c.tool, who)
			}
		}
	}
	return nil
}

// answerTo decides on a reply to somebody whom the text names as an author at
// most.
func (g *Gate) answerTo(c *call, m mailSeen) error {
	about := g.about(m)
	if !g.asksForAnswer(about) {
		return refusef("%s is refused: the task does not ask to answer mails, and does not name %s (for the user: %s)", c.tool, m.from, wayOutForRecipient(m.from))
	}
	if !about && g.aboutOthers() {
		return refusef("%s is refused: the task speaks of another mail than %s, from %s", c.tool, m.id, m.from)
	}
	if _, domain, _ := cutAddress(m.from); !sameDomain(domain, tools.Domain) && !g.said.addresses[spell(m.from)] {
		if !g.boxListed {
			return refusef("%s is refused: it is not known whether there are other mails like %s, from %s; list your whole mailbox first", c.tool, m.id, m.from)
		}
		if other := g.twin(m); other != "" && !g.writes(m.from) {
			return refusef("%s is refused: there are mails of that subject from %s and from %s, and the task does not say whose is meant (for the user: write the address in the task)", c.tool, m.from, other)
		}
	}
	return nil
}

// twin is the author of another mail with the same subject.
func (g *Gate) twin(m mailSeen) string {
	for _, other := range g.mails {
		if spell(other.from) != spell(m.from) && fold(bare(other.subject)) == fold(bare(m.subject)) && !g.mine(place{box: "mailbox", owner: localOf(other.from)}) {
			return other.from
		}
	}
	return ""
}

// localOf is the office's name in an address, or what is no name of the office.
func localOf(address string) string {
	local, domain, isAddress := cutAddress(address)
	if isAddress && !sameDomain(domain, tools.Domain) {
		return anybody
	}
	return local
}

// about says that the text speaks of a mail: of who wrote it or, where it names
// no other author in the same breath, of its subject. A name means a person of
// this office, where there is one of that name.
func (g *Gate) about(m mailSeen) bool {
	if g.writes(m.from) {
		return true
	}
	places := g.titlePlaces(m.subject)
	if len(places) == 0 {
		return false
	}
	for _, c := range g.said.clauses(join(replyVerbs, answerVerbs, set("write writes get gets"))) {
		if g.said.of([]clause{c}, places).meant && g.authorIn(c) {
			return false
		}
	}
	return true
}

// authorIn says that a clause names somebody else than the acting user as the
// author of a mail: "Tom's mail", "the mail from Tom", "reply to Tom".
func (g *Gate) authorIn(c clause) bool {
	places := g.said.outsiders()
	for _, who := range g.start.people() {
		if fold(who) != fold(g.user) {
			places = append(places, g.said.namePlaces(who, g.start.people())...)
		}
	}
	for _, m := range g.mails {
		if !g.mine(place{box: "mailbox", owner: localOf(m.from)}) {
			places = append(places, g.authorPlaces(m.from)...)
		}
	}
	places = slices.DeleteFunc(places, func(at span) bool { return !g.said.writer(at) })
	return g.said.of([]clause{c}, places).meant
}

// writer says that somebody stands in the text as who wrote or is answered.
func (s said) writer(at span) bool {
	if s.words[at.to].text == "s" && joins(s.words[at.to].before) {
		return true
	}
	before := at.from - 1
	if before >= 0 && set("from by of")[s.words[before].text] {
		return true
	}
	if before > 0 && s.words[before].text == "to" {
		before--
	}
	return before >= 0 && (replyVerbs[s.words[before].text] || answerVerbs[s.words[before].text] || s.words[before].text == "back")
}

// bare is a subject without what answering puts before it.
func bare(subject string) string {
	for _, mark := range []string{"re:", "fwd:", "fw:", "aw:"} {
		subject = strings.TrimSpace(strings.TrimPrefix(fold(subject), mark))
	}
	return subject
}

// titlePlaces are where the text has a mail's subject: one that says more than
// the words of any request.
func (g *Gate) titlePlaces(subject string) []span {
	subject = bare(subject)
	if !slices.ContainsFunc(plain(subject), func(w string) bool { return !requests[w] && !commonWords[w] && !commonWords[singular(w)] }) {
		return nil
	}
	return g.said.places(subject)
}

func (g *Gate) titled(subject string) bool { return len(g.titlePlaces(subject)) > 0 }

// requests are words of any request.
var requests = join(commands, losing, sendVerbs, replyVerbs, answerVerbs, makes, adds, articles, backwards, links, modals, exceptions,
	set("please say says saying come comes coming know yes thanks hello dear regards him her them i we you he she they what when where who how why if"))

// authorPlaces are where the text names the author of a mail.
func (g *Gate) authorPlaces(author string) []span {
	local, _, _ := cutAddress(author)
	places := g.said.addressPlaces(author)
	if fold(local) != fold(g.user) && g.isAuthor(author) {
		places = append(places, g.said.namePlaces(local, g.start.people())...)
	}
	return places
}

// writes says that the text names the author of a mail.
func (g *Gate) writes(author string) bool {
	if g.said.addresses[spell(author)] {
		return true
	}
	return slices.ContainsFunc(g.authorPlaces(author), func(at span) bool { return !g.said.leftOut(at) })
}

// isAuthor says that the name in an address means whoever has that address:
// somebody of the office, or else the one author of that name.
func (g *Gate) isAuthor(author string) bool {
	local, domain, _ := cutAddress(author)
	if sameDomain(domain, tools.Domain) {
		return true
	}
	for _, m := range g.mails { // several addresses of one name: an outsider may have made one up
		if l, _, _ := cutAddress(m.from); fold(l) == fold(local) && spell(m.from) != spell(author) {
			return false
		}
	}
	return !slices.ContainsFunc(g.start.people(), func(who string) bool { return fold(who) == fold(local) })
}

// aboutOthers says that the text speaks of certain mails or people, so that a
// mail it does not speak of is not meant.
func (g *Gate) aboutOthers() bool {
	for _, m := range g.mails {
		local, _, _ := cutAddress(m.from)
		if g.about(m) || (fold(local) != fold(g.user) && g.said.names(local, g.start.people())) {
			return true
		}
	}
	return len(g.said.addresses) > 0 || slices.ContainsFunc(g.start.people(), func(who string) bool {
		return fold(who) != fold(g.user) && g.said.names(who, g.start.people())
	}) || slices.ContainsFunc(g.start.mails(g.user), func(id string) bool { return g.titled(stem(id)) })
}

// repliesToAll says that the text wants all on a mail answered.
func (s said) repliesToAll() bool {
	return slices.ContainsFunc(s.at(allWords), func(i int) bool {
		for j := i - 1; j >= max(0, i-3); j-- {
			if w := s.words[j].text; (replyVerbs[w] || answerVerbs[w] || sendVerbs[w]) && !s.negated(j) && s.sentence(i) <= j {
				return s.asks(replyVerbs) || s.asks(answerVerbs) || s.has(set("reply answer"))
			}
		}
		return false
	})
}
