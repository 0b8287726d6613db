package policy

import (
	"path"
	"slices"
	"strings"

	"legomem/tools"
)

// recipients lets mail go to the acting user, to people that the task's text
// names, to those that the configuration allows, and to those whom the text
// points to: who is answered, and who stands in a file or a calendar it names.
func (g *Gate) recipients(c *call) error {
	if g.task.Suite != "" {
		return nil // a suite's mails reach nobody, and its tasks name people in many ways
	}
	for _, e := range c.effects {
		if e.Class != tools.Send {
			continue
		}
		var err error
		switch who := strings.TrimPrefix(e.Target, "recipient:"); who {
		case tools.SenderOfMail, tools.EveryoneOnMail:
			err = g.answer(c, who == tools.EveryoneOnMail)
		default:
			if !g.mayGet(who) && !g.contact(who) {
				err = refusef("%s is refused: the task names nobody with the address %s; send it to those it names, or to nobody (for the user: %s)", c.tool, who, wayOutForRecipient(who))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func wayOutForRecipient(who string) string {
	if local, domain, _ := cutAddress(who); sameDomain(domain, tools.Domain) {
		return "name " + local + " in the task, or add the address to policy.recipients in the configuration"
	}
	return "write the whole address in the task, or add it to policy.recipients in the configuration; a name alone means a person of this office"
}

// mayGet says that an address may be sent mail whatever the mail is.
func (g *Gate) mayGet(address string) bool {
	local, domain, isAddress := cutAddress(address)
	if !isAddress || !sameDomain(domain, tools.Domain) {
		return g.said.addresses[spell(address)] || g.listedRecipient(address)
	}
	return fold(local) == fold(g.user) || g.said.addresses[spell(address)] || g.said.names(local, g.start.people()) || g.listedRecipient(address)
}

// listedRecipient says that a pattern of the configuration fits. A * stands for
// any letters on its side of the @; alone, for any address.
func (g *Gate) listedRecipient(address string) bool {
	local, domain, _ := cutAddress(spell(address))
	return slices.ContainsFunc(g.rules.Recipients, func(pattern string) bool {
		pattern = spell(pattern)
		if pattern == "*" {
			return true
		}
		l, d, whole := cutAddress(pattern)
		if !whole {
			d = tools.Domain // a bare name, as a task writes it
		}
		fits, err := path.Match(l, local)
		same, err2 := path.Match(d, domain)
		return fits && same && err == nil && err2 == nil
	})
}

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
	to := []string{m.from}
	if len(m.replyTo) > 0 {
		to = m.replyTo
	}
	for _, who := range to {
		if g.mayGet(who) || g.contact(who) {
			continue
		}
		if spell(who) != spell(m.from) {
			return refusef("%s is refused: the mail %s is from %s, but asks for answers to %s, whom the task does not name (for the user: %s)", c.tool, m.id, m.from, who, wayOutForRecipient(who))
		}
		if about := g.about(m); !g.asksForAnswer(about) {
			return refusef("%s is refused: the task does not ask to answer mails, and does not name %s (for the user: %s)", c.tool, who, wayOutForRecipient(who))
		} else if !about && g.aboutOthers() {
			return refusef("%s is refused: the task speaks of another mail than %s, from %s", c.tool, m.id, who)
		}
	}
	if !all || (g.said.has(allWords) && g.asksForAnswer(g.about(m))) {
		return nil
	}
	for _, who := range m.others {
		if !g.mayGet(who) {
			return refusef("%s is refused: a reply to all would reach %s, whom the task does not name; reply to the sender alone (for the user: say everyone in the task)", c.tool, who)
		}
	}
	return nil
}

// about says that the text speaks of a mail: of who wrote it, or of its subject.
// A name means a person of this office, where there is one of that name.
func (g *Gate) about(m mailSeen) bool { return g.writes(m.from) || g.titled(m.subject) }

// titled leaves out what answering puts before a subject.
func (g *Gate) titled(subject string) bool {
	for _, mark := range []string{"re:", "fwd:", "fw:", "aw:"} {
		subject = strings.TrimSpace(strings.TrimPrefix(fold(subject), mark))
	}
	return g.said.mentions(subject)
}

// writes says that the text names the author of a mail.
func (g *Gate) writes(author string) bool {
	local, domain, _ := cutAddress(author)
	if g.said.addresses[spell(author)] {
		return true
	}
	if fold(local) == fold(g.user) || !g.said.names(local, g.start.people()) {
		return false
	}
	if sameDomain(domain, tools.Domain) {
		return true
	}
	for _, m := range g.mails { // several addresses of one name: an outsider may have made one up
		if l, _, _ := cutAddress(m.from); fold(l) == fold(local) && spell(m.from) != spell(author) {
			return false
		}
	}
	for _, who := range g.start.people() {
		if fold(who) == fold(local) {
			return false
		}
	}
	return true
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

// Words by which a text points to the people in a file or a calendar: "send it
// to all in team.xlsx", "email the members".
var (
	sendVerbs   = set("send sends sending sent mail mails mailing email emails emailing forward forwards forwarding write writes notify notifies inform informs tell tells invite invites distribute share remind reminds message circulate")
	peopleWords = set("everyone everybody members participants attendees people persons contacts addresses recipients students employees colleagues customers clients guests suppliers volunteers applicants candidates subscribers invitees staff")
	onePerson   = set("member participant attendee person contact address recipient student employee colleague customer client guest supplier volunteer applicant candidate subscriber invitee")
	quantifiers = set("all each every")
	toPeople    = set("to mail email notify inform tell invite remind message among with")
	whereFrom   = set("in from on listed")
)

// contact says that an address stands alone in a file or a calendar that the
// text names, as seen in this run, and that the text sends to those in it.
func (g *Gate) contact(address string) bool {
	if !g.said.asks(sendVerbs) || !g.said.addressesPeople() {
		return false
	}
	if g.contacts[spell(address)] {
		return true
	}
	local, domain, _ := cutAddress(address)
	return sameDomain(domain, tools.Domain) && g.contacts[strings.Join(plain(local), " ")]
}

// addressesPeople says that the text sends to several people without naming
// them: "to all in ...", "email the members".
func (s said) addressesPeople() bool {
	for _, i := range append(s.at(peopleWords), s.at(quantifiers)...) {
		if quantifiers[s.words[i].text] {
			next := s.words[i+1]
			direct := i > 0 && s.words[i-1].text == "to"
			if !direct && !whereFrom[next.text] && !peopleWords[next.text] && !onePerson[next.text] {
				continue
			}
		}
		for j := i - 1; j >= max(0, i-3); j-- {
			if toPeople[s.words[j].text] {
				return true
			}
		}
	}
	return false
}

// asksInWords says whether a phrase stands in the text and is not negated.
func (s said) asksInWords(phrase ...string) bool {
	return slices.ContainsFunc(s.spans(phrase, sameVerb), func(at span) bool { return s.whole(at) && !s.negated(at.from) })
}

// sameVerb takes "writes" and "gets" for "write" and "get".
func sameVerb(a, b string) bool { return a == b || a == b+"s" }
