package policy

import (
	"slices"
	"strings"

	"legomem/tools"
)

// people keeps the mailboxes and calendars of others from the run, however they
// are reached, unless the task's own text names them.
func (g *Gate) people(c *call) error {
	if g.everyone() {
		return nil
	}
	for _, e := range c.effects {
		p := placeOf(e.Target)
		if p.box == "" || (e.Class != tools.Read && e.Class != tools.Write) {
			continue
		}
		if p.owner == anybody {
			if strangers := g.strangers(); len(strangers) > 0 {
				return refusef("%s is refused: %s holds the mail and calendars of %s, whom the task does not name; name the folder that is needed: %s (%s)",
					c.tool, p.name, list(strangers), g.corners(), wayOutForPeople)
			}
			continue
		}
		if !g.mine(p) && !g.said.names(p.owner, g.start.people()) {
			return refusef("%s is refused: the %s of %s is theirs, and the task does not name them; do the work without it (%s)", c.tool, p.box, g.start.spelled(p.owner), wayOutForPeople)
		}
	}
	return nil
}

const wayOutForPeople = "for the user: name them in the task, or set policy.people: all in the configuration"

// mine says that a place is the acting user's.
func (g *Gate) mine(p place) bool {
	return p.box != "" && (p.owner == "" || (g.user != "" && fold(p.owner) == fold(g.user)))
}

// strangers are the people of the testbed that the task's text does not name,
// without the acting user.
func (g *Gate) strangers() []string {
	known := g.start.people()
	if g.start.err != nil {
		return []string{"people who cannot be told (the testbed cannot be read)"}
	}
	return slices.DeleteFunc(known, func(who string) bool {
		return fold(who) == fold(g.user) || g.said.names(who, known)
	})
}

// corners are the folders that the run may go through.
func (g *Gate) corners() string {
	out := []string{"data", "emails/" + g.user}
	for _, who := range g.start.people() {
		if fold(who) != fold(g.user) && g.said.names(who, g.start.people()) {
			out = append(out, "emails/"+who)
		}
	}
	return strings.Join(out, ", ")
}

// list names a few of many.
func list(names []string) string {
	const most = 5
	if n := len(names) - most; n > 0 {
		return strings.Join(names[:most], ", ") + " and others"
	}
	return strings.Join(names, ", ")
}

// forgery keeps mails and events from being written in other ways than by the
// email and calendar tools: a file put into a mailbox can bear anybody's name.
// Mails may be deleted and moved out.
func (g *Gate) forgery(c *call) error {
	if c.tool == "system.delete" {
		return nil
	}
	for _, e := range c.effects {
		p := placeOf(e.Target)
		if e.Class != tools.Write || p.kind != "file" || p.box == "" {
			continue
		}
		if c.tool == "system.move" && slices.Contains(c.effects, tools.Effect{Class: tools.Read, Target: e.Target}) {
			continue // the source of a move: a target is not read
		}
		if p.box == "calendar" {
			return refusef("%s is refused: %s is in the calendars, which the calendar tools alone write to", c.tool, p.name)
		}
		return refusef("%s is refused: %s is in a mailbox, where mails come by being sent alone; use the email tools", c.tool, p.name)
	}
	return nil
}
