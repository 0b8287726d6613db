package policy

import "legomem/tools"

// senders are the tools that send, and the argument that says in whose name.
var senders = map[string]string{"email.send": "sender", "email.reply": "user", "email.forward": "user"}

// ownName has a mail sent by the acting user, whoever the agent would have send
// it.
func (g *Gate) ownName(c *call) {
	arg, sends := senders[c.tool]
	given, says := c.action.Args[arg]
	if !sends || !says {
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
	if isAddress && !sameDomain(domain, g.task.OfficeDomain()) {
		return false
	}
	return g.user != "" && fold(local) == fold(g.user)
}
