package consent

import (
	"fmt"
	"slices"
	"time"
)

// entry is a line of a book.
type entry struct {
	Tenant string    `json:"tenant"`
	Event  string    `json:"event"`
	Time   time.Time `json:"time"`
	// Grant is set where one is made, ID where one is revoked or used, Run where it is
	// used or targets are confirmed.
	Grant   *Grant      `json:"grant,omitempty"`
	ID      string      `json:"id,omitempty"`
	Run     string      `json:"run_id,omitempty"`
	Targets []Confirmed `json:"targets,omitempty"`
	// Wordings are how somebody asks for something.
	Wordings []Wording `json:"wordings,omitempty"`
}

// The events of a book.
const (
	granted   = "granted"
	revoked   = "revoked"
	used      = "used"
	confirmed = "confirmed"
	worded    = "worded"
)

// state is what the lines of a book come to.
type state struct {
	grants    []Grant
	uses      map[use]bool
	confirmed []Confirmed
	wordings  []Wording
}

// use is a grant in a run.
type use struct{ grant, run string }

// replay reads a tenant's book. A line that is not the tenant's, or that nobody can tell
// the meaning of, makes all of it unusable: it might take something back.
func replay(tenant string, all []entry) (state, error) {
	s := state{uses: map[use]bool{}}
	for i, e := range all {
		why := ""
		if e.Tenant != tenant {
			why = fmt.Sprintf("is of the tenant %q, not of %q", e.Tenant, tenant)
		} else {
			why = s.enter(e)
		}
		if why != "" {
			return state{}, fmt.Errorf("line %d %s", i+1, why)
		}
	}
	return s, nil
}

// enter takes an entry in, or says what is wrong with it.
func (s *state) enter(e entry) (why string) {
	switch e.Event {
	case granted:
		return s.grant(e)
	case confirmed:
		s.confirmed = append(s.confirmed, e.Targets...)
		return ""
	case worded:
		s.learn(e.Wordings)
		return ""
	case revoked, used:
		g := s.find(e.ID)
		if g == nil {
			return fmt.Sprintf("is about a grant %q that was never made", e.ID)
		}
		s.amend(g, e)
		return ""
	}
	return fmt.Sprintf("holds the event %q, which this program does not know", e.Event)
}

func (s *state) grant(e entry) (why string) {
	if e.Grant == nil || e.Grant.Tenant != e.Tenant || s.find(e.Grant.ID) != nil {
		return "makes no grant of the tenant's, or one that is there already"
	}
	g := *e.Grant
	g.Revoked, g.Used, g.LastUsed = nil, 0, nil
	s.grants = append(s.grants, g)
	return ""
}

func (s *state) amend(g *Grant, e entry) {
	if e.Event == revoked {
		g.Revoked = &e.Time
		return
	}
	if u := (use{e.ID, e.Run}); !s.uses[u] {
		s.uses[u] = true
		g.Used++
	}
	g.LastUsed = &e.Time
}

// find returns the grant with an id, nil if there is none.
func (s *state) find(id string) *Grant {
	i := slices.IndexFunc(s.grants, func(g Grant) bool { return g.ID == id })
	if i < 0 {
		return nil
	}
	return &s.grants[i]
}

// standing returns an error if no grant with that id stands.
func (s *state) standing(id string) error {
	g := s.find(id)
	switch {
	case g == nil:
		return &UnknownGrant{id}
	case g.Revoked != nil:
		return &Revoked{id, *g.Revoked}
	}
	return nil
}
