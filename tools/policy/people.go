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
		if e.Class != tools.Read && e.Class != tools.Write {
			continue
		}
		if err := g.mayReach(c.tool, placeOf(e.Target)); err != nil {
			return err
		}
	}
	return nil
}

const wayOutForPeople = "for the user: name them in the task, or set policy.people: all in the configuration"

// mayReach keeps the run from one place, if it holds what is others'.
func (g *Gate) mayReach(tool string, p place) error {
	switch {
	case p.box == "", g.mine(p):
		return nil
	case p.owner != anybody && !g.named(p.owner):
		return refusef("%s is refused: the %s of %s is theirs, and the task does not name them; do the work without it (%s)", tool, p.box, g.start.spelled(p.owner), wayOutForPeople)
	case p.owner == anybody && len(g.strangers()) > 0:
		return refusef("%s is refused: %s holds the mail and calendars of %s, whom the task does not name; name the folder that is needed: %s (%s)",
			tool, p.name, list(g.strangers()), g.corners(), wayOutForPeople)
	}
	return nil
}

// everyone says that all people's mailboxes and calendars are open to the run.
func (g *Gate) everyone() bool {
	switch g.rules.People {
	case All:
		return true
	case Named:
		return false
	}
	return g.task.Suite != ""
}

// mine says that a place is the acting user's.
func (g *Gate) mine(p place) bool {
	return p.box != "" && (p.owner == "" || (g.user != "" && fold(p.owner) == fold(g.user)))
}

// named says that the task's text names somebody. Of a testbed that could not be read,
// longer names may not be known; so nobody is named.
func (g *Gate) named(who string) bool {
	known, err := g.start.people()
	return err == nil && g.text.names(who, known)
}

// others are the people of the testbed without the acting user: those that the task's
// text names, or those that it does not.
func (g *Gate) others(named bool) []string {
	known, _ := g.start.people() // an error is told by strangers
	return slices.DeleteFunc(known, func(who string) bool { return fold(who) == fold(g.user) || g.named(who) != named })
}

// strangers are the people of the testbed that the run has to leave alone.
func (g *Gate) strangers() []string {
	if _, err := g.start.people(); err != nil {
		return []string{"people who cannot be told (the testbed cannot be read)"}
	}
	return g.others(false)
}

// corners are the folders that the run may go through.
func (g *Gate) corners() string {
	out := []string{"data", "emails/" + g.user}
	for _, who := range g.others(true) {
		out = append(out, "emails/"+who)
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
