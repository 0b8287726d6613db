package desk

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
)

// mostNames is how many files of an office are named to complete what is typed.
const mostNames = 5000

// ChatNames are what may be named in a conversation: people who have a mailbox or a
// calendar, files, and values that were said.
func (d *Desk) ChatNames(c *Chat) []string {
	var out []string
	for _, n := range c.Graph().Nodes() {
		if n.Status != tg.Inactive && len(n.Parents) > 0 && !strings.Contains(n.Slot, ".") {
			out = append(out, n.Value)
		}
	}
	if c.Opened.Home == "" {
		return out
	}
	root, err := os.OpenRoot(c.Opened.Home)
	if err != nil {
		return out
	}
	defer root.Close()
	seen := 0
	_ = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if seen++; err != nil || seen > mostNames {
			return fs.SkipAll
		}
		switch dir, base := path.Split(name); {
		case dir == "emails/" && e.IsDir():
			out = append(out, base)
		case dir == "calendar/" && strings.HasSuffix(base, ".ics"):
			out = append(out, strings.TrimSuffix(base, ".ics"))
		case strings.HasPrefix(name, "data/") && !e.IsDir():
			out = append(out, base)
		}
		return nil
	})
	slices.Sort(out)
	return slices.Compact(out)
}
