// Package policy decides what agents may do within a run, between their decision and the
// tool, on the host's side. It keeps them from what the run's copy cannot take back: a
// shell beside the files of other people, and those people's mailboxes and calendars. And
// it holds them to facts: whose name a mail bears, by which tools mails and events come,
// which tools an agent has. A refusal is a failed observation, which an agent can react to.
//
// It reads an action's effects, the configuration, the names of the people in the task's
// own text, and which mails the run has seen; it does not read what the text asks for. What
// may leave the copy is decided when a run's changes are committed, not here. It runs no
// tools, and believes nothing that a tool, a file, a memory or a model says.
//
// Start with Rules, whose Open gives the Gate of one run. The rules are one a file:
// agents.go, shell.go, people.go and forgery.go refuse, sender.go, corner.go and pin.go
// amend. Whom a text names is in named.go.
package policy

import (
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

// Rules say what is allowed, in all runs. The zero Rules are the default ones.
type Rules struct {
	People People
	// Agents are the tools of each agent ("email.*"), as its team has them, and
	// Narrowed those that the configuration leaves of them. An agent that is not
	// in Agents may call nothing; nil Agents are not looked at.
	Agents, Narrowed map[string][]string
	// Shell allows actions of class tools.Shell.
	Shell bool
}

// Open makes the gate of one run, which starts from the testbed in a folder.
func (r Rules) Open(reg *tools.Registry, task trajectory.Task, from string) *Gate {
	g := &Gate{rules: r, reg: reg.In(task.Domain), task: task, text: listen(task.Words(), task.OfficeDomain()), start: &start{dir: from}, mails: map[string]mailSeen{}}
	g.user, _ = tools.UserName(task.User) // one that is no name owns nothing
	return g
}

// Gate decides on the actions of one run.
type Gate struct {
	rules Rules
	reg   *tools.Registry
	task  trajectory.Task
	user  string // the acting one
	text  text
	start *start

	mu    sync.Mutex          // a tool on the host may ask for several actions at once
	mails map[string]mailSeen // of the acting user's mailbox, by key
}

// Decide returns the action to carry out, which may be amended, with its effects, or
// why it is refused: a *tools.Failure with the code tools.Refused. An action whose effects
// cannot be told is refused with the reason: its tool would refuse it too.
func (g *Gate) Decide(agent string, a tools.Action) (tools.Intent, error) {
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
	for _, rule := range []func(*call) error{g.shell, g.people, forgery} {
		if err := rule(&c); err != nil {
			return refused, err
		}
	}
	return tools.Intent{Action: c.action, Effects: c.effects}, nil
}

// amend puts right what the run may have in another form only.
func (g *Gate) amend(t tools.Tool, c *call) {
	g.ownName(c)
	g.ownCorner(t, c)
	g.pin(c)
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

// argument is a text argument, as the tool will read it; "" where there is none.
func (c *call) argument(name string) string {
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

func refusef(format string, args ...any) error { return tools.Failf(tools.Refused, format, args...) }
