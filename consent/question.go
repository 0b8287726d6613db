package consent

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/changes"
	"legomem/jsonlines"
	"legomem/places"
	"legomem/trajectory"
)

// Question is what a person must decide before work goes on.
type Question struct {
	Kind Kind   `json:"kind"`
	Run  string `json:"run_id"`
	// Tenant and User are whose question it is.
	Tenant string `json:"tenant"`
	User   string `json:"user"`
	Text   string `json:"text"`
	// Answers are what can be answered.
	Answers []Reply `json:"answers"`
	// Of a question of kind Commit: the folder that the changes go to, the hash of their
	// list, which an answer is to, and those that are outside the bounds.
	To      string  `json:"to,omitempty"`
	List    string  `json:"list,omitempty"`
	Changes []Asked `json:"changes,omitempty"`
	// Others are those within them: a yes makes them too.
	Others []Other `json:"others,omitempty"`
	// Chain is the batch whose rows made the changes together, the run the last of them;
	// "" where the run made them alone. Where the question comes first, it is the chain
	// that goes on with the answer.
	Chain string `json:"chain,omitempty"`
	// Of a question that comes first: the work that it is about in plain words, the value
	// that is asked for, or the readings of which one was meant.
	Whose    string               `json:"whose,omitempty"`
	Slot     *trajectory.Slot     `json:"slot,omitempty"`
	Readings []trajectory.Reading `json:"readings,omitempty"`
	// And how the run was begun that asks it, for the one that goes on: To is the folder
	// that it starts from, Apply whether it brings there what is within the bounds, Suite
	// the folder of the suite that judges it, and Batch the batch whose row it does.
	Apply bool   `json:"apply,omitempty"`
	Suite string `json:"suite,omitempty"`
	Batch string `json:"batch,omitempty"`
}

// Other is a change that a question is not about, and that an answer decides on with the
// others.
type Other struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
}

// others are the changes of a list that a verdict does not ask about.
func others(l changes.List, v Verdict) []Other {
	var out []Other
	for _, c := range l.ForPeople() {
		if !slices.ContainsFunc(v.Asked, func(a Asked) bool { return a.ID == c.ID }) {
			out = append(out, Other{c.ID, c.Sentence})
		}
	}
	return out
}

// Kind is what a question is about.
type Kind string

// Commit asks whether a run's changes are brought to the user's folder.
const Commit Kind = "commit"

// Reply is what is answered to a question.
type Reply string

// The replies to a question of kind Commit.
const (
	Yes    Reply = "yes"
	No     Reply = "no"
	Always Reply = "always" // yes, and the procedure need not ask for the like again
)

// Answer is an answer to a question.
type Answer struct {
	Reply Reply `json:"reply"`
	// List is the hash of the list that was shown; "" where there is none.
	List string `json:"list,omitempty"`
	// LeaveOut are the ids of changes that are not brought to the user's folder.
	LeaveOut []string `json:"leave_out,omitempty"`
	By       string   `json:"by"`
	// Told is what is answered to a question that comes first, Run the run that goes on
	// with it; "" where nobody has gone on yet.
	Told *trajectory.Answer `json:"told,omitempty"`
	Run  string             `json:"run_id,omitempty"`
}

// Ask makes the question about a run's changes that a verdict leaves open.
func Ask(run, tenant, user, to string, l changes.List, v Verdict, a Acting) Question {
	q := Question{Kind: Commit, Run: run, Tenant: tenant, User: user, To: to, List: l.Hash, Changes: v.Asked, Others: others(l, v),
		Answers: []Reply{Yes, No}, Text: fmt.Sprintf("May these changes be made in %s?", to)}
	if a.Practised && !a.FromRows {
		q.Answers = append(q.Answers, Always)
	}
	return q
}

// Stale is the error of an answer that is not to the question that stands.
type Stale struct{ Why string }

func (s *Stale) Error() string { return s.Why }

// Check refuses an answer that does not fit.
func (q Question) Check(a Answer) error {
	switch {
	case !slices.Contains(q.Answers, a.Reply):
		return &Stale{fmt.Sprintf("%q is no answer to this question; it takes %s", a.Reply, strings.Join(texts(q.Answers), ", "))}
	case a.List != q.List:
		return &Stale{fmt.Sprintf("the answer is to a list with the hash %s, and the question is about %s", a.List, q.List)}
	}
	return nil
}

func texts(replies []Reply) []string {
	var out []string
	for _, r := range replies {
		out = append(out, string(r))
	}
	return out
}

// The events of a run's ledger that are about its question.
const (
	askedEvent    = "asked"
	answeredEvent = "answered"
)

// line is an event of a run's ledger, in which the commits stand too.
type line struct {
	Event    string    `json:"event"`
	Time     time.Time `json:"time"`
	Question *Question `json:"question,omitempty"`
	Answer   *Answer   `json:"answer,omitempty"`
}

// Record writes into a run's ledger that a question was asked.
func (q Question) Record(run places.Run, now time.Time) error {
	return note(run, line{Event: askedEvent, Time: now.UTC(), Question: &q})
}

// Record writes into a run's ledger what was answered.
func (a Answer) Record(run places.Run, now time.Time) error {
	return note(run, line{Event: answeredEvent, Time: now.UTC(), Answer: &a})
}

func note(run places.Run, l line) error {
	w, _, err := jsonlines.OpenJournal[line](run.Commits())
	if err != nil {
		return fmt.Errorf("record the question of a run: %w", err)
	}
	return errors.Join(w.Append(l), w.Close())
}

// Open returns the question of a run that nobody has answered, and the last answer; both
// may be nil.
func Open(run places.Run) (*Question, *Answer, error) {
	lines, err := jsonlines.ReadJournal[line](run.Commits())
	if err != nil {
		return nil, nil, fmt.Errorf("read the question of a run: %w", err)
	}
	var q *Question
	var a *Answer
	for _, l := range lines {
		switch l.Event {
		case askedEvent:
			q = l.Question
		case answeredEvent:
			q, a = nil, l.Answer
		}
	}
	return q, a, nil
}
