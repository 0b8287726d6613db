package policy

import "legomem/tools"

// shell is off unless it is allowed, and never there beside people that the run
// has to leave alone: a command can read everything.
func (g *Gate) shell(c *call) error {
	for _, e := range c.effects {
		switch {
		case e.Class != tools.Shell:
		case !g.rules.Shell:
			return refusef("%s is refused: the shell is off; it is for the docker sandbox, with sandbox.shell: true in the configuration", c.tool)
		case !g.everyone():
			return refusef("%s is refused: a shell reads everybody's files, and this task may use only those of the people it names; use the other tools (for the user: policy.people: all in the configuration allows it)", c.tool)
		}
	}
	return nil
}
