// Package policy decides what agents may do, between their decision and the
// tool: it reads an action's effects, the task's own text, the configuration and
// what the run has seen, on the host's side. A refusal is a failed observation,
// which an agent can react to. It does not run tools, and trusts nothing that a
// tool, a file, a memory or a model says: what these say can take a permission
// away, never give one that the task's text does not point to.
//
// Start with Rules, whose Open gives the Gate of one run. The rules are one a
// file: agents.go, sender.go, people.go, recipients.go (with answers.go and
// contacts.go), destroy.go (with one for each kind of thing), approve.go. How a
// task's text is read is in said.go and clause.go.
package policy

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"sync"

	"legomem/tools"
	"legomem/trajectory"
)

// People says whose mailboxes and calendars agents may read and change, beside
// the acting user's.
type People string

// The choices for people. The zero value is Auto.
const (
	Auto  People = "auto"  // All for a suite's task, Named for a person's own
	Named People = "named" // of people that the task's own text names
	All   People = "all"
)

// Rules say what is allowed, in all runs. The zero Rules are the default ones,
// without allow lists.
type Rules struct {
	People People
	// Recipients are patterns ("*@example.com") of who may be sent mail, beside
	// the people that the task's text names.
	Recipients []string
	// Agents are the tools of each agent ("email.*"), as its team has them, and
	// Narrowed those that the configuration leaves of them. An agent that is not
	// in Agents may call nothing; nil Agents are not looked at.
	Agents, Narrowed map[string][]string
	// Shell allows actions of class tools.Shell.
	Shell bool
	// Approve says what the Approver is asked about. Without an Approver that is
	// refused.
	Approve  Approve
	Approver Approver
}

// Open makes the gate of one run, which starts from the testbed in a folder.
func (r Rules) Open(reg *tools.Registry, task trajectory.Task, from string) *Gate {
	g := &Gate{rules: r, reg: reg, task: task, said: listen(task.Text), start: &start{dir: from},
		mails: map[string]mailSeen{}, events: map[string]eventSeen{}, listed: map[string]bool{}, listedAll: map[string]bool{},
		contacts: map[string]bool{}, touched: map[string]bool{}, always: map[string]bool{}}
	g.user, _ = tools.UserName(task.User) // one that is no name owns nothing
	return g
}

// Gate decides on the actions of one run.
type Gate struct {
	rules Rules
	reg   *tools.Registry
	task  trajectory.Task
	user  string // the acting one
	said  said
	start *start

	mu sync.Mutex // a tool on the host may ask for several actions at once
	// What the run has seen and done so far.
	mails     map[string]mailSeen  // of the acting user's mailbox, by key
	boxListed bool                 // all of that mailbox was listed at once
	events    map[string]eventSeen // by calendar and id
	listed    map[string]bool      // calendars of which events were listed
	listedAll map[string]bool      // calendars of which all were, at once
	contacts  map[string]bool      // addresses and names that stand alone in tables
	touched   map[string]bool      // calendars, and by pathKey files, that were written to
	moved     []string             // where files of the start are now, or may be
	always    map[string]bool      // what needs no more asking
}

// Decide returns the action to carry out, which may be amended, with its effects, or
// why it is refused: a *tools.Failure with the code tools.Refused. An action whose effects
// cannot be told is refused with the reason: its tool would refuse it too. When
// ctx ends while a person is asked, the error is its cause.
func (g *Gate) Decide(ctx context.Context, agent string, a tools.Action) (tools.Intent, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	refused := tools.Intent{Action: a}
	t, err := g.reg.Lookup(a.Tool)
	if err != nil {
		return refused, err
	}
	if err := g.mayCall(agent, t.Name); err != nil {
		return refused, err
	}
	c := call{tool: t.Name, action: tools.Action{Tool: a.Tool, Args: maps.Clone(a.Args)}}
	g.amend(t, &c)
	if err := c.tell(t); err != nil {
		return refused, err
	}
	for _, rule := range []func(*call) error{g.shell, g.people, g.forgery, g.recipients, g.destruction} {
		if err := rule(&c); err != nil {
			return refused, err
		}
	}
	if err := g.approve(ctx, agent, c); err != nil {
		return refused, err
	}
	g.touch(c)
	return tools.Intent{Action: c.action, Effects: c.effects}, nil
}

// call is an action that is decided on, as amended so far.
type call struct {
	tool    string
	action  tools.Action
	effects []tools.Effect
	told    bool // the effects are those of the action as it is now
}

// tell computes the effects, unless they are known.
func (c *call) tell(t tools.Tool) error {
	if c.told {
		return nil
	}
	var err error
	c.effects, err = t.Effects(c.action.Args)
	c.told = err == nil
	return err
}

// text is a text argument, as the tool will read it; "" where there is none.
func (c *call) text(name string) string {
	switch v := c.action.Args[name].(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case nil:
		return ""
	default:
		return fmt.Sprint(v)
	}
}

// set amends an argument.
func (c *call) set(name string, value any) {
	if c.action.Args == nil {
		c.action.Args = map[string]any{}
	}
	c.action.Args[name], c.told = value, false
}

// everyone says that all people's mailboxes and calendars are open to the run.
func (g *Gate) everyone() bool {
	switch g.rules.People {
	case All:
		return true
	case Named:
		return false
	}
	return g.task.Suite != ""
}

// shell is off unless it is allowed, and never there beside people that the run
// has to leave alone: a command can read everything.
func (g *Gate) shell(c *call) error {
	for _, e := range c.effects {
		switch {
		case e.Class != tools.Shell:
		case !g.rules.Shell:
			return refusef("%s is refused: the shell is off; it is for the docker sandbox, with sandbox.shell: true in the configuration", c.tool)
		case !g.everyone():
			return refusef("%s is refused: a shell reads everybody's files, and this task may use only those of the people it names; use the other tools (for the user: policy.people: all in the configuration allows it)", c.tool)
		}
	}
	return nil
}

func refusef(format string, args ...any) error { return tools.Failf(tools.Refused, format, args...) }
