// Package dialogues makes users with a past of published task-oriented dialogues, to train and
// measure package recall with: each goal is split over three sessions, and the last leaves out
// what the first two said (MemGuide, "Dataset"). What the gold annotations say of a goal is
// kept apart from what a system may see.
//
// Start with Read. sgd.go reads the Schema-Guided Dialogue format (Rastogi et al. 2020),
// sessions.go folders of users whose sessions are split already, as MemGuide describes MS-TOD.
package dialogues

import (
	"time"

	"legomem/membank/recall"
)

// Source is the users of one folder of data.
type Source struct {
	Name  string // of the folder
	Files map[string]string
	Users []User
}

// User is somebody with sessions, in the order of time.
type User struct {
	Name     string
	Sessions []Session
}

// Session is one session of a user, as curation gets it.
type Session struct {
	ID   string
	At   time.Time
	Said []recall.Said
	// Transcript is all that was said, a line each.
	Transcript string
	// Goal is set in the last session of a goal, where memory is asked.
	Goal *Goal
}

// Goal is what a user wants in the last session of three. Ask is all that a system may see.
type Goal struct {
	ID  string
	Ask recall.Ask
	// Gold is the state at the end, by slot: each value in all its spellings. LeftOut are those
	// of its slots that the last session does not say, and earlier ones did.
	Gold    map[string][]string
	LeftOut []string
	// Fills are the answers of earlier sessions that fill what is left out.
	Fills []Fill
}

// Fill is an answer of an earlier session, and the slot of the present intent that it fills.
type Fill struct {
	Session string
	Intent  recall.Intent // that it was said for
	From    string        // the slot it was said for
	Answer  string
	Slot    string
}

// Right says that a pair of memory fills a slot of the goal.
func (g *Goal) Right(u recall.Unit, p recall.Pair, slot string) bool {
	for _, f := range g.Fills {
		if f.Slot == slot && f.Session == u.Session && f.From == p.Slot && f.Intent.Domain == u.Intent.Domain && f.Intent.Name == u.Intent.Name && recall.Same(f.Answer, p.Answer) {
			return true
		}
	}
	return false
}

// Holds says that a value is the goal's for a slot.
func (g *Goal) Holds(slot, value string) bool {
	for _, v := range g.Gold[slot] {
		if recall.Same(v, value) {
			return true
		}
	}
	return false
}
