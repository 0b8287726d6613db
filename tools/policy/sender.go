package policy

import (
	"strings"

	"legomem/tools"
)

// senders are the tools that send, and the argument that says in whose name.
var senders = map[string]string{"email.send": "sender", "email.reply": "user", "email.forward": "user"}

// sweeps are the tools that go through all below a folder, and the argument that
// names it.
var sweeps = map[string]string{"system.find_file": "folder", "system.list_files": "folder"}

// amend puts right what the run may have in another form only.
func (g *Gate) amend(t tools.Tool, c *call) {
	if arg := senders[t.Name]; arg != "" {
		g.ownName(c, arg)
	}
	if arg := sweeps[t.Name]; arg != "" {
		g.ownCorner(t, c, arg)
	}
	if t.Name == "email.reply" || t.Name == "email.delete" {
		g.pin(c)
	}
}

// ownName has a mail sent by the acting user, whoever the agent would have send
// it.
func (g *Gate) ownName(c *call, arg string) {
	given, ok := c.action.Args[arg]
	if !ok {
		return
	}
	if name, isText := given.(string); isText && (name == "" || g.isUser(name)) {
		return
	}
	c.set(arg, g.task.User)
}

// isUser says that a name or address, as an argument has it, is exactly the
// acting user.
func (g *Gate) isUser(who string) bool {
	if fold(who) == tools.Self {
		return true
	}
	local, domain, isAddress := cutAddress(who)
	if isAddress && !sameDomain(domain, tools.Domain) {
		return false
	}
	return g.user != "" && fold(local) == fold(g.user)
}

// ownCorner narrows a look at everything to the documents, where other people's
// mailboxes and calendars are among everything: a mail's file is named after its
// subject.
func (g *Gate) ownCorner(t tools.Tool, c *call, arg string) {
	if g.everyone() || c.tell(t) != nil {
		return
	}
	for _, e := range c.effects {
		if p := placeOf(e.Target); p.kind == "folder" && p.name == "." && len(g.strangers()) > 0 {
			c.set(arg, "data")
			return
		}
	}
}

// pin has a mail named by its id, once it is known which one is meant, so that
// the tool cannot read the name in another way than the policy did.
func (g *Gate) pin(c *call) {
	if m, ok := g.meant(c); ok && g.task.Suite == "" {
		c.set("id", m.id)
		delete(c.action.Args, "subject")
	}
}

// meant is the mail of the acting user's mailbox that an action names, among
// those that the run has seen.
func (g *Gate) meant(c *call) (mailSeen, bool) {
	if who := c.text("user"); who != "" && !g.isUser(who) {
		return mailSeen{}, false
	}
	if id := c.text("id"); strings.TrimSpace(id) != "" {
		m, ok := g.mails[mailKey(id)]
		return m, ok
	}
	subject := fold(strings.TrimSpace(c.text("subject")))
	if subject == "" {
		return mailSeen{}, false
	}
	for _, fits := range []func(mailSeen) bool{
		func(m mailSeen) bool { return fold(m.subject) == subject },
		func(m mailSeen) bool { return mailKey(m.id) == mailKey(subject) },
		func(m mailSeen) bool { return strings.Contains(fold(m.subject), strings.TrimSuffix(subject, ".eml")) },
	} {
		var found []mailSeen
		for _, m := range g.mails {
			if fits(m) {
				found = append(found, m)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
		if len(found) > 1 {
			return mailSeen{}, false
		}
	}
	return mailSeen{}, false
}
