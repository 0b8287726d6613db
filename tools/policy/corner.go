package policy

import "legomem/tools"

// sweeps are the tools that go through all below a folder, and the argument that
// names it.
var sweeps = map[string]string{"system.find_file": "folder", "system.list_files": "folder"}

// ownCorner narrows a look at everything to the documents, where other people's
// mailboxes and calendars are among everything: a mail's file is named after its
// subject.
func (g *Gate) ownCorner(t tools.Tool, c *call) {
	arg, all := sweeps[c.tool]
	if !all || g.everyone() || c.tell(t) != nil {
		return
	}
	for _, e := range c.effects {
		if p := placeOf(e.Target); p.kind == "folder" && p.name == "." && len(g.strangers()) > 0 {
			c.set(arg, "data")
			return
		}
	}
}
