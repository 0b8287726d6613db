package agents

import "fmt"

// Rewriter is the role that drafts a plan for the strategy rewrite (LEGOMem
// 3.3, the query rewriter).
const Rewriter = "rewriter"

// Matcher is the role that is asked whether two requests are for the same work.
const Matcher = "matcher"

// Comparison sets a new request against a practised one.
type Comparison struct {
	Task string
	// Practised is the request that was practised, and Sentence the same with
	// its blanks in braces.
	Practised, Sentence string
	Blanks              []Blank
}

// Blank is a value that each new request fills in.
type Blank struct{ Name, Kind, Example string }

// Sameness is the answer: whether the new request is for the same work, why, and
// the blanks' values as the new request spells them.
type Sameness struct {
	Same   bool
	Reason string
	Values map[string]string
}

// Unusable is the error that a model's replies could not be used, even after it was
// told why.
type Unusable struct {
	Role   string
	Model  string
	Tries  int
	Reason string // of the last one
}

func (u *Unusable) Error() string {
	return fmt.Sprintf("model %s, as %s, gave %d replies that cannot be used; the last one: %s", u.Model, u.Role, u.Tries, u.Reason)
}
