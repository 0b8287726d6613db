package recall

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/membank/records"
	"legomem/tools/value"
)

// Intent is what a user wanted, in the words of whoever served it: a skill, a tool, a
// service. Domain may be empty.
type Intent struct {
	Domain      string `json:"domain,omitempty"` // the service or app, "Restaurants_1"
	Name        string `json:"name"`             // "ReserveRestaurant"
	Description string `json:"description"`      // a short phrase: units are found by it
}

func (i Intent) key() string { return i.Domain + "\x1f" + i.Name }

// Unit is one intent of one session, with what the user said for it: (k_i, V_i) of MemGuide.
type Unit struct {
	ID      string    `json:"id"` // derived from the session and the intent
	Intent  Intent    `json:"intent"`
	Session string    `json:"session"`
	At      time.Time `json:"at"` // when the session ended
	Pairs   []Pair    `json:"pairs"`
	// Curator made the unit: "rule", a model's name, or Corrected.
	Curator string `json:"curator"`
	Hash    string `json:"hash"` // of the content

	// Quarantine is why the unit is kept from retrieval, "" where it is not.
	Quarantine string `json:"quarantine,omitempty"`
	// Past is set where newer units say all that matters: the unit is history.
	Past bool `json:"past,omitempty"`
}

// Corrected is the Curator of what the user set by hand: it ends what was said before.
const Corrected = "corrected by the user"

// Pair is a slot's question and answer, (q_ij, a_ij) of MemGuide.
type Pair struct {
	Slot string `json:"slot"` // as the intent that served it calls the slot
	// Kind is the answer's form; Remember finds it where it is empty.
	Kind value.Kind `json:"kind,omitempty"`
	// Question is what was asked, "" where the user said the value unasked.
	Question string `json:"question,omitempty"`
	// Words is what the user said, whole.
	Words  string `json:"words,omitempty"`
	Answer string `json:"answer"`
	Turn   int    `json:"turn"` // of the user in the session, from 0

	Standing Standing `json:"standing,omitzero"`
}

// Standing is what the rest of the memory says of a pair. It is kept beside the unit, and
// computed anew when something is remembered or forgotten.
type Standing struct {
	// Times is in how many sessions this value was said so far, this one included.
	Times int `json:"times"`
	// Newer is how many other values the same slot of the same intent has had since.
	Newer int `json:"newer,omitempty"`
	// Again is set where the same value was said again later: that pair stands for it.
	Again bool `json:"again,omitempty"`
}

// mostValues is how many values of a slot stay in reach of retrieval, the newest: so a
// contradiction is seen. Older ones are history.
const mostValues = 3

// InReach says that the pair may be retrieved.
func (s Standing) InReach() bool { return !s.Again && s.Newer < mostValues }

// Most bytes that a unit's texts may have. Longer answers are texts, not values.
const (
	mostAnswer = 500
	mostWords  = 1000
	mostPairs  = 200
)

// Check returns an error for a unit that cannot be kept.
func (u Unit) Check() error {
	if u.ID != "" {
		if err := records.CheckID("unit", u.ID); err != nil {
			return err
		}
	}
	switch {
	case strings.TrimSpace(u.Intent.Name) == "" || strings.TrimSpace(u.Intent.Description) == "":
		return errors.New("its intent has no name or no description")
	case u.Session == "":
		return errors.New("it names no session")
	case u.At.IsZero():
		return errors.New("it has no time")
	case len(u.Pairs) == 0:
		return errors.New("it holds no answer")
	case len(u.Pairs) > mostPairs:
		return fmt.Errorf("it holds %d answers, and %d are the most", len(u.Pairs), mostPairs)
	case len(u.Intent.Name)+len(u.Intent.Domain) > mostAnswer || len(u.Intent.Description) > mostWords:
		return errors.New("its intent is too long")
	}
	for i, p := range u.Pairs {
		if err := p.check(); err != nil {
			return fmt.Errorf("its answer %d: %w", i+1, err)
		}
	}
	return nil
}

func (p Pair) check() error {
	switch {
	case strings.TrimSpace(p.Slot) == "":
		return errors.New("it has no slot")
	case strings.TrimSpace(p.Answer) == "":
		return fmt.Errorf("slot %q has no value", p.Slot)
	case len(p.Answer) > mostAnswer:
		return fmt.Errorf("the value of slot %q has %d bytes, and %d are the most", p.Slot, len(p.Answer), mostAnswer)
	case len(p.Question) > mostWords || len(p.Words) > mostWords || len(p.Slot) > mostAnswer:
		return fmt.Errorf("the words of slot %q have more than %d bytes", p.Slot, mostWords)
	case p.Turn < 0:
		return fmt.Errorf("slot %q is of the turn %d", p.Slot, p.Turn)
	}
	return nil
}

// Seal checks a unit and returns it with its id and its hash, its pairs in the order of turns.
func Seal(u Unit) (Unit, error) {
	if err := u.Check(); err != nil {
		return u, err
	}
	u.Pairs = slices.Clone(u.Pairs)
	slices.SortStableFunc(u.Pairs, func(a, b Pair) int { return cmp.Compare(a.Turn, b.Turn) })
	var err error
	if u.ID == "" {
		if u.ID, err = records.Name("u-", []string{u.Session, u.Intent.key()}); err != nil {
			return u, fmt.Errorf("name a unit: %w", err)
		}
	}
	if u.Hash, err = records.Digest(u.content()); err != nil {
		return u, fmt.Errorf("unit %s: %w", u.ID, err)
	}
	return u, nil
}

// content is the unit without its id, its hash, and what fields of its record say.
func (u Unit) content() Unit {
	u.ID, u.Hash, u.Quarantine, u.Past = "", "", "", false
	u.At = u.At.UTC()
	u.Pairs = slices.Clone(u.Pairs)
	for i := range u.Pairs {
		u.Pairs[i].Standing = Standing{}
	}
	return u
}
