package policy

import (
	"context"
	"slices"
	"strings"

	"legomem/tools"
)

// Approve says which actions a person is asked about before they are done.
type Approve string

// The choices; the zero value is Never.
const (
	Never       Approve = "never"
	BeforeSend  Approve = "send"  // mail that would be sent
	BeforeWrite Approve = "write" // all that changes something: sending and the shell, too
	BeforeAll   Approve = "all"   // reading, too
)

// covers says that a person is asked about an effect.
func (a Approve) covers(e tools.Effect) bool {
	switch a {
	case BeforeSend:
		return e.Class == tools.Send
	case BeforeWrite:
		return e.Class != tools.Read
	case BeforeAll:
		return true
	}
	return false
}

// Approver asks the person whom a run is for. What is asked of it is allowed by
// all other rules. It may be asked by several runs at once.
type Approver interface {
	// Approve asks about one action. An error is the context's, whose end is the
	// run's, or says why nobody can be asked; then the action is refused.
	Approve(ctx context.Context, q Question) (Answer, error)
}

// Question is what a person is asked about: an action exactly as it would be
// done.
type Question struct {
	Agent   string
	Action  tools.Action
	Effects []tools.Effect
}

// Answer is a person's.
type Answer struct {
	Yes bool
	// Always says yes to the same tool with the same effects, for this run.
	Always bool
	// Reason goes with a no, for the agent to read; it may be empty.
	Reason string
}

// approve asks about an action, where that is wanted.
func (g *Gate) approve(ctx context.Context, agent string, c call) error {
	if !slices.ContainsFunc(c.effects, g.rules.Approve.covers) {
		return nil
	}
	known := g.reach(&c)
	key := g.sameAs(c)
	if g.always[key] {
		return nil
	}
	if g.rules.Approver == nil {
		return refusef("%s is refused: policy.approve is %s, and there is nobody to ask", c.tool, g.rules.Approve)
	}
	a, err := g.rules.Approver.Approve(ctx, Question{Agent: agent, Action: c.action, Effects: c.effects})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return refusef("%s is refused: policy.approve is %s, and %w", c.tool, g.rules.Approve, err)
	case a.Yes:
		g.always[key] = a.Always && known
		return nil
	case a.Reason != "":
		return refusef("%s is refused by the user: %s", c.tool, a.Reason)
	}
	return refusef("%s is refused by the user; do without it, or end the work and say so", c.tool)
}

// reach puts those who would get a reply in the place of "the sender", and says
// whether they are known: a yes is for the people that were shown.
func (g *Gate) reach(c *call) bool {
	var out []tools.Effect
	known := true
	for _, e := range c.effects {
		who := strings.TrimPrefix(e.Target, "recipient:")
		m, ok := g.meant(c)
		switch {
		case e.Class != tools.Send || (who != tools.SenderOfMail && who != tools.EveryoneOnMail):
			out = append(out, e)
		case !ok:
			known = false
			out = append(out, e)
		default:
			to := m.answersTo()
			if who == tools.EveryoneOnMail {
				to = append(to, m.others...)
			}
			for _, one := range to {
				e.Target = "recipient:" + one
				out = append(out, e)
			}
		}
	}
	c.effects = out
	return known
}

// sameAs is equal for actions of one tool that do the same to the same.
func (g *Gate) sameAs(c call) string {
	key := []string{c.tool}
	for _, e := range c.effects {
		target := e.Target
		switch p := placeOf(target); {
		case p.kind == "recipient":
			target = spell(target)
		case (p.kind == "mailbox" || p.kind == "calendar") && g.mine(p):
			target = p.kind + ":" + tools.Self
		}
		key = append(key, string(e.Class)+" "+target)
		if e.Destroys {
			key = append(key, "destroys")
		}
	}
	return strings.Join(key, "\x00")
}
