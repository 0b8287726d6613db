package consent

import (
	"slices"
	"time"

	"legomem/changes"
	"legomem/tools/facts"
)

// Grant is a standing yes: what one procedure may commit unasked. It holds for the
// procedure as it was played then, and for changes that are like those it was given for,
// to the letter.
type Grant struct {
	ID        string    `json:"id"`
	Tenant    string    `json:"tenant"`
	User      string    `json:"user"`      // whom the procedure acts for
	Procedure string    `json:"procedure"` // the memory's id
	Version   string    `json:"version"`   // of the procedure, see VersionOf
	Exact     bool      `json:"exact"`     // it holds only where a wording accounts for every word
	Sentence  string    `json:"sentence"`  // the task that it was given for, for people to read
	Effects   []Effect  `json:"effects"`
	Made      time.Time `json:"made"`
	Run       string    `json:"run_id"` // the run whose question was answered with it
	// Revoked is when it was taken back, nil while it stands.
	Revoked  *time.Time `json:"revoked,omitempty"`
	Used     int        `json:"used"`                // runs that were committed by it
	LastUsed *time.Time `json:"last_used,omitempty"` // nil if it never was
}

// Effect is what a grant lets a procedure do: changes of one class that reach no other
// targets and have no other marks.
type Effect struct {
	Class   string       `json:"class"` // kind and operation: "mail made", "event deleted"
	Targets []Literal    `json:"targets"`
	Marks   []facts.Mark `json:"marks,omitempty"`
}

// Literal is a target, word for word.
type Literal struct {
	Role  string `json:"role"` // as in changes.Target
	Value string `json:"value"`
	From  Source `json:"from"`
}

// Source is what makes a target literal, so that no content of the office chooses it.
type Source string

// The sources of literal targets.
const (
	FromTask      Source = "task"      // the task names it
	FromProcedure Source = "procedure" // an action of the procedure has it, the same every time
	FromUser      Source = "user"      // it is the acting user's own
)

// provenances are those that a target of each source may have.
var provenances = map[Source][]changes.Provenance{
	FromTask:      {changes.Named},
	FromProcedure: {changes.Named, changes.Known, changes.New},
	FromUser:      {changes.Named, changes.Known},
}

// hiding are the marks of changes that reach more than their targets tell, or others than
// it seems: no grant is for them.
var hiding = []facts.MarkKind{facts.Large, facts.Unreadable, facts.OddLetters}

// classOf is the class of effects that a change is of.
func classOf(c changes.Change) string { return string(c.Kind) + " " + string(c.Operation) }

// Covers reports whether a change by a procedure is within the grant.
func (g Grant) Covers(a Acting, c changes.Change) bool {
	return g.holds(a) && hidden(c) == "" && slices.ContainsFunc(g.Effects, func(e Effect) bool { return e.covers(c) })
}

// holds reports whether the grant stands and is for who did a run.
func (g Grant) holds(a Acting) bool {
	same := a.Unit == g.Procedure && a.Version == g.Version && a.User == g.User
	exact := a.Exact || !g.Exact
	return g.Revoked == nil && a.Practised && !a.FromRows && same && exact
}

// hidden says why a change's targets do not tell what it reaches, "" if they do.
func hidden(c changes.Change) string {
	if len(c.Targets) == 0 {
		return "it says of nothing that it reaches it"
	}
	for _, t := range c.Targets {
		if odd := t.Odd(); odd != "" {
			return t.Value + " has " + odd
		}
	}
	for _, m := range c.Marks {
		if slices.Contains(hiding, m.Kind) {
			return "it is marked: " + string(m.Kind)
		}
	}
	return ""
}

// covers reports whether a change is like the one that was agreed to, or does less.
func (e Effect) covers(c changes.Change) bool {
	return e.Class == classOf(c) && e.reaches(c.Targets) && e.shows(c.Marks)
}

func (e Effect) reaches(all []changes.Target) bool {
	return !slices.ContainsFunc(all, func(t changes.Target) bool {
		return !slices.ContainsFunc(e.Targets, func(l Literal) bool { return l.meets(t) })
	})
}

func (e Effect) shows(all []facts.Mark) bool {
	return !slices.ContainsFunc(all, func(m facts.Mark) bool { return !slices.Contains(e.Marks, m) })
}

// meets reports whether a target is the literal one, and comes from where that may.
func (l Literal) meets(t changes.Target) bool {
	return t.Role == l.Role && t.Same(l.Value) && slices.Contains(provenances[l.From], t.Provenance)
}
