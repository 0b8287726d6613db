package policy

import (
	"slices"
	"strings"

	"legomem/tools"
)

// mailSeen is a mail of the acting user's mailbox, as the email tools show it.
type mailSeen struct{ id, subject string }

// Saw takes note of what an action returned: the mails of the acting user's mailbox.
func (g *Gate) Saw(i tools.Intent, o tools.Observation) {
	t, known := g.reg.Get(i.Action.Tool)
	data, isObject := o.Value().(map[string]any)
	if o.Failed || !known || !isObject || !strings.HasPrefix(t.Name, "email.") || !g.readsOwnMails(i.Effects) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, one := range append(objects(data["mails"]), data) {
		g.sawMail(one, t.Name == "email.delete")
	}
	if was, _ := data["was"].(string); t.Name == "email.move" {
		delete(g.mails, mailKey(was))
	}
}

// sawMail takes note of a mail that is there, or that has gone.
func (g *Gate) sawMail(data map[string]any, gone bool) {
	id, _ := data["id"].(string)
	subject, _ := data["subject"].(string)
	file, _ := data["file"].(string)
	switch {
	case id == "" || file == "": // not a mail of a mailbox
	case gone:
		delete(g.mails, mailKey(id))
	default:
		g.mails[mailKey(id)] = mailSeen{id, subject}
	}
}

// SawBefore takes note of an action that was let through before the run was resumed,
// and of what it returned. The effects are told anew, not taken from a file.
func (g *Gate) SawBefore(a tools.Action, o tools.Observation) {
	if i, err := g.reg.Intend(a); err == nil {
		g.Saw(i, o)
	}
}

func (g *Gate) readsOwnMails(effects []tools.Effect) bool {
	return slices.ContainsFunc(effects, func(e tools.Effect) bool {
		p := placeOf(e.Target)
		return e.Class == tools.Read && p.box == "mailbox" && g.mine(p)
	})
}

func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, one := range list {
		if o, ok := one.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

// pinned are the tools that answer a mail, delete it or put it elsewhere.
var pinned = map[string]bool{"email.reply": true, "email.delete": true, "email.move": true}

// pin has a mail named by its id, once the run has seen which one is meant: a subject that
// fits one of the mails it has seen may fit others, too. A suite's runs are left as they
// are.
func (g *Gate) pin(c *call) {
	if !pinned[c.tool] || g.task.Suite != "" {
		return
	}
	if m, ok := g.meant(c); ok {
		c.set("id", m.id)
		delete(c.action.Args, "subject")
	}
}

// meant is the mail of the acting user's mailbox that an action names, among
// those that the run has seen.
func (g *Gate) meant(c *call) (mailSeen, bool) {
	if who := c.argument("user"); who != "" && !g.isUser(who) {
		return mailSeen{}, false
	}
	if id := c.argument("id"); strings.TrimSpace(id) != "" {
		m, ok := g.mails[mailKey(id)]
		return m, ok
	}
	return g.bySubject(fold(strings.TrimSpace(c.argument("subject"))))
}

// bySubject is the one mail that a subject fits best, as the tools read it: as a whole, as
// an id, or by a part.
func (g *Gate) bySubject(subject string) (mailSeen, bool) {
	if subject == "" {
		return mailSeen{}, false
	}
	for _, fits := range []func(mailSeen) bool{
		func(m mailSeen) bool { return fold(m.subject) == subject },
		func(m mailSeen) bool { return mailKey(m.id) == mailKey(subject) },
		func(m mailSeen) bool { return strings.Contains(fold(m.subject), strings.TrimSuffix(subject, ".eml")) },
	} {
		if found := g.seen(fits); len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return mailSeen{}, false
}

func (g *Gate) seen(fits func(mailSeen) bool) []mailSeen {
	var out []mailSeen
	for _, m := range g.mails {
		if fits(m) {
			out = append(out, m)
		}
	}
	return out
}

// mailKey is a mail's id however it is spelled.
func mailKey(id string) string { return strings.TrimSuffix(fold(strings.TrimSpace(id)), ".eml") }
