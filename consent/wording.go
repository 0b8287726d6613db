package consent

import (
	"context"
	"slices"

	"legomem/lists"
)

// Wording is how a user asked for a skill, which they agreed to have read so, or refused.
type Wording struct {
	User  string `json:"user"`
	Skill string `json:"skill"`
	// Text is the sentence with its values marked: "cancel [lunch](event)".
	Text string `json:"text"`
	// Refused says that they said no to it. The last word on a sentence counts.
	Refused bool `json:"refused,omitempty"`
}

// about says that two wordings are of the same sentence, for the same.
func (w Wording) about(o Wording) bool {
	return w.User == o.User && w.Skill == o.Skill && w.Text == o.Text
}

// Wordings are how a user asked for skills, agreed to and refused, each sentence once.
func (b *Book) Wordings(user string) ([]Wording, error) {
	s, err := b.read()
	return lists.Filter(s.wordings, func(w Wording) bool { return w.User == user }), err
}

// Learn notes how a sentence is to be read, or is not, as somebody said in a run.
func (b *Book) Learn(ctx context.Context, run string, all []Wording) error {
	return b.write(ctx, func(s *state) ([]entry, error) {
		fresh := lists.Filter(all, func(w Wording) bool { return !slices.Contains(s.wordings, w) })
		if len(fresh) == 0 {
			return nil, nil
		}
		return []entry{{Event: worded, Run: run, Wordings: fresh}}, nil
	})
}

// learn takes wordings in; the last about a sentence stands.
func (s *state) learn(all []Wording) {
	for _, w := range all {
		s.wordings = append(slices.DeleteFunc(s.wordings, w.about), w)
	}
}
