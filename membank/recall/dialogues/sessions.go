package dialogues

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"legomem/membank/recall"
)

// The further form that is read: a folder with a users.json, a list of users as MemGuide
// describes MS-TOD, with the slots of each answer said outright:
//
//	[{"user": "u1", "sessions": [
//	  {"session_id": "9", "domain": "Hotels", "intent": "ReserveHotel",
//	   "intent_description": "Reserve a hotel room", "goal": "66_00101",
//	   "content": [{"speaker": "user", "utterance": "..."}, ...],
//	   "qa": [{"slot": "location", "question": "Where?", "answer": "Portland", "turn": 0}],
//	   "slots": [{"name": "location", "description": "The city", "required": true}],
//	   "task_goal": {"location": "Portland", "check_in_date": "March 5th"}}]}]
//
// Sessions stand in the order of time. Those of one goal share it; the one with a task_goal is
// the last of its goal, and what its own qa does not say is what it leaves out. It needs slots,
// its intent's schema. All else may be missing.
type (
	sessionUser struct {
		User     string          `json:"user"`
		Sessions []sessionRecord `json:"sessions"`
	}
	sessionRecord struct {
		ID          string            `json:"session_id"`
		Domain      string            `json:"domain"`
		Intent      string            `json:"intent"`
		Description string            `json:"intent_description"`
		Goal        string            `json:"goal"`
		Content     []utterance       `json:"content"`
		QA          []qa              `json:"qa"`
		Slots       []recall.Slot     `json:"slots"`
		TaskGoal    map[string]string `json:"task_goal"`
	}
	utterance struct {
		Speaker   string `json:"speaker"`
		Utterance string `json:"utterance"`
	}
	qa struct {
		Slot     string `json:"slot"`
		Question string `json:"question"`
		Answer   string `json:"answer"`
		Turn     int    `json:"turn"`
	}
)

func readUsers(s *Source, dir string, _ Grouping) error {
	file := filepath.Join(dir, "users.json")
	var all []sessionUser
	if err := s.decode(file, &all); err != nil {
		return err
	}
	for i, u := range all {
		if u.User == "" {
			return fmt.Errorf("%s: user %d has no name", file, i+1)
		}
		made := User{Name: u.User}
		for n, r := range u.Sessions {
			one, err := r.session(u.Sessions[:n], began.AddDate(0, 0, n))
			if err != nil {
				return fmt.Errorf("%s: user %s, session %d: %w", file, u.User, n+1, err)
			}
			made.Sessions = append(made.Sessions, one)
		}
		s.Users = append(s.Users, made)
	}
	return nil
}

func (r sessionRecord) is() recall.Intent {
	return recall.Intent{Domain: r.Domain, Name: r.Intent, Description: r.Description}
}

func (r sessionRecord) session(past []sessionRecord, at time.Time) (Session, error) {
	if r.ID == "" || r.Intent == "" || r.Description == "" {
		return Session{}, fmt.Errorf("session_id, intent and intent_description are needed")
	}
	s := Session{ID: r.ID, At: at}
	var users []string
	for _, u := range r.Content {
		s.Transcript += u.Speaker + ": " + u.Utterance + "\n"
		if u.Speaker == "user" {
			users = append(users, u.Utterance)
		}
	}
	for _, q := range r.QA {
		said := recall.Said{Intent: r.is(), Slot: q.Slot, Question: q.Question, Answer: q.Answer, Turn: q.Turn, From: recall.Answered}
		if q.Turn >= 0 && q.Turn < len(users) {
			said.Words = users[q.Turn]
		}
		s.Said = append(s.Said, said)
	}
	if r.TaskGoal == nil {
		return s, nil
	}
	if len(r.Slots) == 0 {
		return Session{}, fmt.Errorf("it has a task_goal, and needs slots, the schema of its intent")
	}
	s.Goal = r.aims(past, at, users)
	return s, nil
}

// aims is the goal of the last session: what fills it stands in the earlier ones of the goal.
func (r sessionRecord) aims(past []sessionRecord, at time.Time, users []string) *Goal {
	g := &Goal{ID: r.ID, Gold: map[string][]string{}, Ask: recall.Ask{Intent: r.is(), Slots: r.Slots, Filled: map[string]string{}, Now: at}}
	for _, u := range users {
		g.Ask.Words += u + " "
	}
	for _, q := range r.QA {
		g.Ask.Filled[q.Slot] = q.Answer
	}
	for _, slot := range sorted(r.TaskGoal) {
		g.Gold[slot] = []string{r.TaskGoal[slot]}
		if g.Ask.Filled[slot] != "" {
			continue
		}
		for _, p := range past {
			if p.Goal != r.Goal {
				continue
			}
			for _, q := range p.QA {
				if recall.Same(q.Answer, r.TaskGoal[slot]) {
					g.Fills = append(g.Fills, Fill{Session: p.ID, Intent: p.is(), From: q.Slot, Answer: q.Answer, Slot: slot})
				}
			}
		}
		if slices.ContainsFunc(g.Fills, func(f Fill) bool { return f.Slot == slot }) {
			g.LeftOut = append(g.LeftOut, slot)
		}
	}
	return g
}
