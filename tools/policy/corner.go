package policy

import "legomem/tools"

// sweep is a tool that goes through all below a folder.
type sweep struct {
	arg    string // which names what it goes through
	folder string // whose effect says that it is everything
	own    func(*Gate) any
}

// sweeps are the tools that may look at everything, and what the run may look at in its place.
var sweeps = map[string]sweep{
	"system.find_file":  {"folder", ".", documents},
	"system.list_files": {"folder", ".", documents},
	"email.list":        {"mailboxes", "emails", (*Gate).openBoxes},
}

func documents(*Gate) any { return "data" }

// openBoxes are the people whose mailboxes are open to the run.
func (g *Gate) openBoxes() any {
	out := []any{tools.Self}
	for _, who := range g.others(true) {
		out = append(out, who)
	}
	return out
}

// ownCorner narrows a look at everything to what is open to the run, where other people's
// mailboxes and calendars are among everything: a mail's file is named after its subject.
func (g *Gate) ownCorner(t tools.Tool, c *call) {
	s, all := sweeps[c.tool]
	if !all || g.everyone() || c.tell(t) != nil {
		return
	}
	for _, e := range c.effects {
		if p := placeOf(e.Target); p.kind == "folder" && p.name == s.folder && len(g.strangers()) > 0 {
			c.set(s.arg, s.own(g))
			return
		}
	}
}
