package policy

import (
	"slices"
	"strings"

	"legomem/tools"
)

// Words by which a text points to the people in a file or a calendar: "send it
// to all in team.xlsx", "email the members".
var (
	sendVerbs   = set("send sends sending sent mail mails mailing email emails emailing forward forwards forwarding write writes notify notifies inform informs tell tells invite invites distribute share remind reminds message circulate let thank")
	peopleWords = set("everyone everybody members participants attendees people persons contacts addresses recipients students employees colleagues customers clients guests suppliers volunteers applicants candidates subscribers invitees staff")
	onePerson   = set("member participant attendee person contact address recipient student employee colleague customer client guest supplier volunteer applicant candidate subscriber invitee")
	quantifiers = set("all each every")
	toPeople    = set("to mail email notify inform tell invite remind message among with send let for thank")
	whereFrom   = set("in from on listed")
)

// contact says that an address stands alone in a file or a calendar that the
// text names, as seen in this run, and that the text sends to those in it.
func (g *Gate) contact(address string) bool {
	if !g.said.asks(sendVerbs) || !g.said.addressesPeople() {
		return false
	}
	if g.contacts[spell(address)] || g.attends(address) {
		return true
	}
	local, domain, _ := cutAddress(address)
	return sameDomain(domain, tools.Domain) && g.contacts[strings.Join(plain(local), " ")]
}

// attends says that somebody is on the event that the text speaks of: by its
// title, or else because there is just one with people on it.
func (g *Gate) attends(address string) bool {
	var titled, some []eventSeen
	for _, e := range g.events {
		if len(e.attendees) == 0 {
			continue
		}
		some = append(some, e)
		if g.said.mentions(e.summary) {
			titled = append(titled, e)
		}
	}
	if len(titled) == 0 && len(some) == 1 && g.said.has(eventWords) {
		titled = some
	}
	return slices.ContainsFunc(titled, func(e eventSeen) bool {
		return slices.ContainsFunc(e.attendees, func(who string) bool { return spell(who) == spell(address) })
	})
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
