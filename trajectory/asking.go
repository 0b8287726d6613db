package trajectory

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"legomem/tools/value"
)

// Question is what a run asks its user before it does anything: for a value that is
// missing or has several candidates, or which of some readings of the task was meant.
type Question struct {
	Kind QuestionKind `json:"kind"`
	// Text is the question, for people: "At what time does it start?"
	Text string `json:"text"`
	// Whose is the work that it is about, in plain words: "add an event".
	Whose string `json:"whose,omitempty"`
	// Slot is what AsksSlot is about, Readings what AsksChoice is about.
	Slot     *Slot     `json:"slot,omitempty"`
	Readings []Reading `json:"readings,omitempty"`
}

// QuestionKind is what a question is about.
type QuestionKind string

// The kinds of questions.
const (
	AsksSlot   QuestionKind = "slot"   // for a value
	AsksChoice QuestionKind = "choice" // which reading was meant
)

// Slot is a value that is asked for.
type Slot struct {
	Name       string      `json:"name"`
	Kind       value.Kind  `json:"kind"`
	Candidates []Candidate `json:"candidates,omitempty"`
	// Said is what the task says for it, which was not understood; "" where it says nothing.
	Said string `json:"said,omitempty"`
	// Free says that the answer may be in the user's own words.
	Free bool `json:"free,omitempty"`
}

// Candidate is a value that may be meant, and how people are shown it.
type Candidate struct {
	Value string `json:"value"`
	Shown string `json:"shown"`
}

// Reading is something that a task may mean, as a sentence in the user's terms.
type Reading struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
	// Said are words of the user from another time that it takes: who chooses it says them.
	Said []string `json:"said,omitempty"`
}

// MaxReadings is how many readings a question may offer.
const MaxReadings = 3

// Check says what is wrong with a question that nobody could answer.
func (q Question) Check() error {
	if strings.TrimSpace(q.Text) == "" {
		return errors.New("a question without a text")
	}
	switch q.Kind {
	case AsksSlot:
		return q.Slot.check()
	case AsksChoice:
		return checkReadings(q.Readings)
	}
	return fmt.Errorf("a question of the unknown kind %q", q.Kind)
}

func (s *Slot) check() error {
	switch {
	case s == nil, s.Name == "":
		return errors.New("a question for a value that has no name")
	case len(s.Candidates) == 0 && !s.Free:
		return fmt.Errorf("the question for %s leaves nothing to answer", s.Name)
	}
	var values, shown []string
	for _, c := range s.Candidates {
		values, shown = append(values, c.Value), append(shown, c.Shown)
	}
	return errors.Join(distinct("candidates for "+s.Name, values), distinct("candidates for "+s.Name, shown))
}

func checkReadings(all []Reading) error {
	if n := len(all); n == 0 || n > MaxReadings {
		return fmt.Errorf("a choice of %d readings, where 1 to %d can be offered", n, MaxReadings)
	}
	var ids, sentences []string
	for _, r := range all {
		ids, sentences = append(ids, r.ID), append(sentences, r.Sentence)
	}
	return errors.Join(distinct("readings", ids), distinct("readings", sentences))
}

// distinct refuses texts of which one is empty or two are the same.
func distinct(what string, texts []string) error {
	seen := map[string]bool{}
	for _, t := range texts {
		if strings.TrimSpace(t) == "" {
			return fmt.Errorf("one of the %s is empty", what)
		}
		if seen[t] {
			return fmt.Errorf("two of the %s are %q", what, t)
		}
		seen[t] = true
	}
	return nil
}

// Answer is what a user answers to a Question. It is data, which nobody has checked but
// for its form.
type Answer struct {
	// Value is a candidate's, or with Free the user's own words.
	Value string `json:"value,omitempty"`
	Free  bool   `json:"free,omitempty"`
	// Reading is the id of the reading that was meant.
	Reading string `json:"reading,omitempty"`
	// None says that it is none of what was offered, and that there is no other value.
	None bool   `json:"none,omitempty"`
	By   string `json:"by,omitempty"`
}

// Exchange is a question with its answer.
type Exchange struct {
	Question Question `json:"question"`
	// Rest is what the brain that asked needs to go on; nobody else reads it.
	Rest   json.RawMessage `json:"rest,omitempty"`
	Answer Answer          `json:"answer"`
}

// Words are the user's own in the exchange: what they wrote, or the candidate that they
// were shown and took; "" where there are none. The sentence of a reading the program made,
// and only what it takes of another time is theirs.
func (e Exchange) Words() string {
	switch {
	case e.Answer.None:
		return ""
	case e.Question.Slot == nil:
		return strings.Join(e.chosen().Said, "\n")
	case e.Answer.Free:
		return e.Answer.Value
	}
	for _, c := range e.Question.Slot.Candidates {
		if c.Value == e.Answer.Value {
			return c.Shown
		}
	}
	return ""
}

// Told is the answer in words.
func (e Exchange) Told() string {
	if e.Answer.None {
		return "None."
	}
	if r := e.chosen(); r.Sentence != "" {
		return r.Sentence
	}
	return e.Words()
}

// chosen is the reading that was meant, an empty one for none.
func (e Exchange) chosen() Reading {
	for _, r := range e.Question.Readings {
		if r.ID == e.Answer.Reading {
			return r
		}
	}
	return Reading{}
}
