package consent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/changes"
)

// Granting is what somebody said "always" to.
type Granting struct {
	Acting
	Run, Tenant string
	Sentence    string           // the task
	Changes     []changes.Change // those that were asked about and agreed to
	// Constants are the texts that the procedure gives to its actions every time.
	Constants []string
	// Own are the acting user's name and addresses.
	Own []string
	// Domain is the office's: local@Domain is the person local.
	Domain string
}

// NotGrantable is the error of a change that cannot be agreed to for always.
type NotGrantable struct {
	Sentence string // what the change is; "" if the run itself is the reason
	Why      string
}

func (n *NotGrantable) Error() string {
	what := "this run cannot be agreed to for always"
	if n.Sentence != "" {
		what = fmt.Sprintf("this change cannot be agreed to for always: %s", n.Sentence)
	}
	return fmt.Sprintf("%s: %s. Answer yes instead", strings.TrimSuffix(what, "."), n.Why)
}

// NewGrant makes the grant for what somebody agreed to. The error is a *NotGrantable if a
// target is not literal, or if a later run could not be held to what was agreed to.
func NewGrant(of Granting, id string, now time.Time) (Grant, error) {
	if why := of.unfit(); why != "" {
		return Grant{}, &NotGrantable{Why: why}
	}
	g := Grant{ID: id, Tenant: of.Tenant, User: of.User, Procedure: of.Unit, Version: of.Version, Exact: of.Exact,
		Sentence: of.Sentence, Made: now.UTC(), Run: of.Run}
	for _, c := range of.Changes {
		e, why := of.effect(c)
		if why != "" {
			return Grant{}, &NotGrantable{Sentence: c.Sentence, Why: why}
		}
		if !slices.ContainsFunc(g.Effects, e.equal) {
			g.Effects = append(g.Effects, e)
		}
	}
	return g, nil
}

// unfit says why nothing that a run did can be granted.
func (of Granting) unfit() string {
	switch {
	case !of.Practised || of.Unit == "" || of.Version == "":
		return "a grant is for a procedure that was learned, and none was played from end to end"
	case of.FromRows:
		return "its values are from the rows of a batch"
	case len(of.Changes) == 0:
		return "it asked about no change"
	}
	return ""
}

// effect is what lets a change through the next time, or why nothing does.
func (of Granting) effect(c changes.Change) (e Effect, why string) {
	if why := hidden(c); why != "" {
		return e, why
	}
	e = Effect{Class: classOf(c), Marks: slices.Clone(c.Marks)}
	for _, t := range c.Targets {
		from, why := of.source(t)
		if why != "" {
			return e, why
		}
		e.Targets = append(e.Targets, Literal{t.Role, t.Value, from})
	}
	return e, ""
}

// source tells what makes a target literal, or why it is not.
func (of Granting) source(t changes.Target) (from Source, why string) {
	spelled := func(text string) bool { return t.Is(text, of.Domain) }
	switch {
	case t.Provenance == changes.Found:
		return "", fmt.Sprintf("%s (%s) was read in the run, in %s", t.Value, t.Role, strings.Join(t.FoundIn, ", "))
	case slices.ContainsFunc(of.Own, spelled):
		return FromUser, ""
	case t.Provenance == changes.Named:
		return FromTask, ""
	case slices.ContainsFunc(of.Constants, spelled):
		return FromProcedure, ""
	}
	return "", fmt.Sprintf("%s (%s) is neither named in the task nor the same in the procedure every time", t.Value, t.Role)
}

func (e Effect) equal(other Effect) bool {
	return e.Class == other.Class && slices.Equal(e.Targets, other.Targets) && slices.Equal(e.Marks, other.Marks)
}
