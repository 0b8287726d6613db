package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/must"
	"legomem/sweep"
)

// habit is the same work on three days: what the first two sessions say, the third leaves
// out. Its writer knew what the program can do, and nothing of how it does it.
type habit struct {
	Name       string    `yaml:"name"`
	Sessions   []session `yaml:"sessions"`
	Correction []session `yaml:"correction"` // one value is corrected, and then left out again
}

type session struct {
	Now   string `yaml:"now"`
	Turns []turn `yaml:"turns"`
}

// recalled counts values that a session left out, and what came of them.
type recalled struct{ leftOut, proposed, turns, right, unseen int }

// sampleOfHabits are always played, with how many values must be proposed; of all, in percent,
// leastProposed.
var sampleOfHabits = map[string]int{"case-talk-thursday": 11, "forwards-to-lee": 2, "rota-pdf": 3}

const leastProposed = 80

// TestHabits: three sessions of a user on different days, of which the last leaves out what
// the first two said.
func TestHabits(t *testing.T) {
	sweep.OneGoroutine(t)
	var all recalled
	for _, set := range []string{"agency", "clinic", "workshop"} {
		if only := os.Getenv("LEGOMEM_TEST_CHATS"); only != "" && !strings.Contains(only, set) {
			continue
		}
		var file struct {
			User    string
			Triples []habit
		}
		must.Do(t, yaml.Unmarshal(must.Have(os.ReadFile(filepath.Join("testdata", "habits", set+".yaml")))(t), &file))
		for _, h := range file.Triples {
			least, always := sampleOfHabits[h.Name]
			if only := os.Getenv("LEGOMEM_TEST_CHAT"); only != "" && only != h.Name || only == "" && !sweep.All() && !always {
				continue
			}
			t.Run(set+"/"+h.Name, func(t *testing.T) {
				r := playHabit(t, filepath.Join("testdata", "chats", set), file.User, h)
				t.Logf("%s: %+v", h.Name, r)
				if r.proposed < least {
					t.Errorf("%d values are proposed, want %d at least", r.proposed, least)
				}
				if r.unseen > 0 {
					t.Errorf("%d turns committed something wrong that nobody had seen", r.unseen)
				}
				all.leftOut, all.proposed, all.turns, all.right, all.unseen = all.leftOut+r.leftOut, all.proposed+r.proposed, all.turns+r.turns, all.right+r.right, all.unseen+r.unseen
			})
		}
	}
	t.Logf("all: %+v", all)
	if sweep.All() && os.Getenv("LEGOMEM_TEST_CHATS") == "" && os.Getenv("LEGOMEM_TEST_CHAT") == "" && 100*all.proposed < leastProposed*all.leftOut {
		t.Errorf("%d of %d values that were left out are proposed, want %d%%", all.proposed, all.leftOut, leastProposed)
	}
}

func playHabit(t *testing.T, dir, user string, h habit) recalled {
	d := newTestDesk(t, nil)
	c := &talking{t: t, user: user, d: d, data: os.Getenv("XDG_DATA_HOME"), home: filepath.Join(t.TempDir(), "office")}
	must.Do(t, os.CopyFS(c.home, os.DirFS(filepath.Join(dir, "office"))))
	var r recalled
	for _, s := range append(h.Sessions, h.Correction...) {
		c.now = must.Have(time.Parse("2006-01-02 15:04", s.Now))(t)
		d.Now = func() time.Time { return c.now }
		c.session = "s" + c.now.Format("0102-1504")
		c.open()
		for i, turn := range s.Turns {
			heard := c.say(turn.Say, turn.Facts, func(told string) string { return c.problem(turn, told) }, 0)
			asked := strings.ToLower(strings.Join(heard.trail, "\n") + heard.told)
			for _, left := range turn.LeftOut {
				r.leftOut++
				if saysAll(asked, []any{left.Value}) == "" {
					r.proposed++
				} else {
					t.Logf("  %s %d. not proposed: %s %v\n      %s", s.Now, i+1, left.What, left.Value, strings.Join(heard.trail, "\n      "))
				}
			}
			r.turns++
			if heard.problem == "" {
				r.right++
				continue
			}
			if heard.changes > 0 && !heard.shown && heard.questions == 0 {
				r.unseen++
			}
			t.Logf("  %s %d. %s\n      %s\n      told %q done %d\n        %s\n      %s", s.Now, i+1, turn.Say, heard.problem, heard.told, heard.done, heard.graph, strings.Join(heard.trail, "\n      "))
		}
		must.Do(t, c.chat.Close())
	}
	return r
}
