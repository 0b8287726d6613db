// Package recall is the memory of what a user said: intents, and the values that were named
// or answered for them in past sessions. It finds those that fill what the user has left out
// now (MemGuide, "MemGuide: Intent-Driven Memory Selection for Goal-Oriented Multi-Session
// LLM Agents"). It asks nobody and decides nothing: whoever calls proposes the value, and
// the user says yes or no.
//
// Start with Memory: Curate and Remember at the end of a session, Propose before a question
// is asked. Retrieval by intent (stage 1) is in retrieve.go, the filter by missing slots
// (stage 2) in filter.go, and its scorer in scorer.go and features.go.
//
// Whatever a value says, it is data. Nothing here carries out or parses an instruction, and
// no text of a unit is part of a query.
package recall

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"legomem/membank/records"
	"legomem/membank/store"
)

// The collections a user's memory is kept in.
const (
	unitsCollection = "recall"
	notesCollection = "recall_notes" // what is being forgotten
)

// ErrNoUser is a call without a user.
var ErrNoUser = errors.New("no user was named: a user's memory is found by tenant and user")

// Owner is whose memory it is. The zero value is nobody's, and opens nothing.
type Owner struct{ tenant, user string }

// NewOwner is a user of a tenant. The error is store.ErrNoTenant or ErrNoUser.
func NewOwner(tenant, user string) (Owner, error) {
	o := Owner{tenant: strings.TrimSpace(tenant), user: strings.TrimSpace(user)}
	return o, o.check()
}

func (o Owner) check() error {
	switch {
	case o.tenant == "":
		return store.ErrNoTenant
	case o.user == "":
		return ErrNoUser
	}
	return nil
}

// User is the user's name.
func (o Owner) User() string { return o.user }

// scope is the owner's own part of a collection: to the store, each user is a tenant. So
// no user's records weigh, or show, in what another's query finds.
func (o Owner) scope(collection string) store.Scope {
	return store.Scope{Tenant: url.PathEscape(o.tenant) + "/" + url.PathEscape(o.user), Collection: collection}
}

// Memory is what one user said. There is no way to one but Open, which needs an Owner.
// Safe for several goroutines, but not for several writers of one user at the same moment:
// a session is remembered when it ends.
type Memory struct {
	shelf    records.Shelf[Unit]
	notes    store.Scope
	owner    Owner
	scorer   *Scorer
	settings Settings
}

// Settings are how a Memory retrieves and proposes. The zero value of a field is the
// default.
type Settings struct {
	// By ranks units by their intent; empty: store.Dense.
	By store.Ranking
	// Units is how many units stage 1 finds, Pairs how many pairs stage 2 keeps.
	Units, Pairs int
	// Alpha weighs the normalised score of stage 1 against the scorer's probability, up to 1
	// for stage 1 alone. Zero: the one that was best when the scorer was trained.
	Alpha float64
	// Sure is how likely a candidate must be to be proposed, and Apart by how much likelier
	// than the next value to be proposed alone. Zero: 0.5 and 0.2.
	Sure, Apart float64
	// IgnoreTags hides from the scorer which slot a stored answer was given for, and of
	// which service: it sees the words alone. For experiments.
	IgnoreTags bool
}

// The defaults of Settings (MemGuide: top K=5 pairs).
const (
	defaultUnits = 20
	defaultPairs = 5
	defaultSure  = 0.5
	defaultApart = 0.2
)

func (s Settings) filled(sc *Scorer) Settings {
	if s.By == "" {
		s.By = store.Dense
	}
	if s.Units <= 0 {
		s.Units = defaultUnits
	}
	if s.Pairs <= 0 {
		s.Pairs = defaultPairs
	}
	if s.Alpha <= 0 {
		s.Alpha = sc.About.Alpha
	}
	if s.Sure <= 0 {
		s.Sure = defaultSure
	}
	if s.Apart <= 0 {
		s.Apart = defaultApart
	}
	return s
}

// Open opens a user's memory in a store. If another model embedded its units, the error is
// a *store.Mismatch. Closing the store is left to the caller.
func Open(ctx context.Context, s store.Store, e records.Embedder, sc *Scorer, o Owner) (*Memory, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := s.Ensure(ctx, unitsCollection, records.EmbeddingOf(e)); err != nil {
		return nil, fmt.Errorf("open the user's memory: %w", err)
	}
	if err := s.Ensure(ctx, notesCollection, store.Embedding{}); err != nil {
		return nil, fmt.Errorf("open the user's memory: %w", err)
	}
	return &Memory{
		shelf: records.Shelf[Unit]{Store: s, At: o.scope(unitsCollection), Embed: e, Place: "user's memory", Decode: fromRecord},
		notes: o.scope(notesCollection), owner: o, scorer: sc, settings: Settings{}.filled(sc),
	}, nil
}

// With is the same memory with other settings.
func (m *Memory) With(s Settings) *Memory {
	if m == nil || m.scorer == nil {
		return m // nobody's
	}
	other := *m
	other.settings = s.filled(m.scorer)
	return &other
}

// Owner is whose memory it is.
func (m *Memory) Owner() Owner {
	if m == nil {
		return Owner{}
	}
	return m.owner
}

// ready returns an error unless the memory is somebody's, and finishes a Forget that was cut
// short. It comes first in every call.
func (m *Memory) ready(ctx context.Context) error {
	if m == nil {
		return ErrNoUser
	}
	if err := m.owner.check(); err != nil {
		return err
	}
	return m.finishForgetting(ctx)
}
