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
	names, files := officeNames(c.Opened.Home)
	out = slices.Concat(out, names, files)
	slices.Sort(out)
	return slices.Compact(out)
}

// peopleOf are those who have a mailbox or a calendar in an office.
func peopleOf(home string) []string {
	names, _ := officeNames(home)
	return names
}

// officeNames are the people and the files of an office.
func officeNames(home string) (people, files []string) {
	if home == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(home)
	if err != nil {
		return nil, nil
	}
	defer root.Close()
	seen := 0
	_ = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if seen++; err != nil || seen > mostNames {
			return fs.SkipAll
		}
		switch dir, base := path.Split(name); {
		case dir == "emails/" && e.IsDir():
			people = append(people, base)
		case dir == "calendar/" && strings.HasSuffix(base, ".ics"):
			people = append(people, strings.TrimSuffix(base, ".ics"))
		case strings.HasPrefix(name, "data/") && !e.IsDir():
			files = append(files, base)
		}
		return nil
	})
	slices.Sort(people)
	return slices.Compact(people), files
}
