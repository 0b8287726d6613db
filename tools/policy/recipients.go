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

// mayGet says that an address may be sent mail whatever the mail is. One outside
// the office has to be named as one to write to, and not only as the author of a
// mail.
func (g *Gate) mayGet(address string) bool {
	local, domain, isAddress := cutAddress(address)
	if g.listedRecipient(address) {
		return true
	}
	if !isAddress || !sameDomain(domain, tools.Domain) {
		return g.said.writesTo(g.said.addressPlaces(address))
	}
	return fold(local) == fold(g.user) || g.said.names(local, g.start.people())
}

// writesTo says that the text wants something sent to one of some places.
func (s said) writesTo(places []span) bool {
	sending := s.clauses(join(sendVerbs, replyVerbs, answerVerbs, makes, set("cc bcc let ask thank confirm add put give attach")))
	return slices.ContainsFunc(places, func(at span) bool {
		if s.leftOut(at) || at.from == 0 {
			return false
		}
		before := s.words[at.from-1].text
		return set("to cc bcc")[before] || (!set("from by of")[before] && s.of(sending, []span{at}).meant)
	})
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
