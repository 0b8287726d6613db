package dialogue_test

import (
	"strings"
	"testing"

	"legomem/must"
	"legomem/orchestrator/dialogue"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// FuzzTurns: whatever is said, a line a turn, nothing breaks, and the session can be read
// and gone on with as it was.
func FuzzTurns(f *testing.F) {
	for _, said := range []string{
		"note milk\nmake it bread\nundo that\nredo\nwhat did I say?",
		"note a\nno\n1\nyes\n\x00\x1b[2J\xff\n\u202e: x\n",
		"note plan a trip on Friday at 2 pm\nmake it 4\nand Lee too\nno, not Lee\ngo back to the first plan",
		strings.Repeat("no, ", 30) + "\n" + strings.Repeat("a: b. ", 20),
	} {
		f.Add(said, false)
		f.Add(said, true)
	}
	read := must.Have(moves.Shipped())(f)
	f.Fuzz(func(t *testing.T, said string, asks bool) {
		c := newTalk(t, &office{asks: asks})
		slots := func(string) []trim.Slot { return []trim.Slot{{Name: "text", Kind: "phrase"}} }
		config := c.config()
		config.Trimmer = &trim.Offline{Moves: read, Domain: config.Domain, SkillSlots: slots}
		c.Session.Config = config
		for i, line := range strings.Split(said, "\n") {
			if i == 6 {
				break
			}
			c.say(line[:min(len(line), 300)])
		}
		was, turns := c.Graph().Text(), len(c.Turns())
		must.Do(t, c.Close())
		log, past, err := trajectory.ContinueSession(c.dir, clock)
		must.Do(t, err)
		s := must.Have(dialogue.Resume(t.Context(), past, log, config))(t)
		if got := s.Graph().Text(); got != was || len(s.Turns()) != turns {
			t.Errorf("%d turns of %d, and the graph\n%s\nnot\n%s", len(s.Turns()), turns, got, was)
		}
		must.Do(t, s.Close())
	})
}
