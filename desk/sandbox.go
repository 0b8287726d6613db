package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/configs"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/policy"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// launcherFor makes the launcher of a command that opens one sandbox or two, or many,
// of which some are then kept ready. It also returns what closes it.
func (d *Desk) launcherFor(c configs.Sandbox, many bool) (sandbox.Launcher, func(), error) {
	if c.Kind == "docker" {
		l, done, err := d.docker(c)
		if err == nil && many {
			l.Pool = c.Docker.Pool
		}
		return l, done, err
	}
	l, err := local(c)
	if err != nil {
		return nil, nil, err
	}
	return l, d.closing("local", l.Close), nil
}

// openBox opens one sandbox of the configured kind, and returns what closes it.
func (d *Desk) openBox(ctx context.Context, spec sandbox.Spec) (sandbox.Sandbox, func(), error) {
	launcher, done, err := d.launcherFor(d.config.Sandbox, false)
	if err != nil {
		return nil, nil, err
	}
	box, err := launcher.Open(ctx, spec)
	if err != nil {
		done()
		return nil, nil, err
	}
	return box, func() { _ = box.Close(); done() }, nil
}

func local(c configs.Sandbox) (*sandbox.Local, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program for the local sandbox: %w", err)
	}
	return &sandbox.Local{Command: []string{self, sandbox.Verb}, Tools: apps.Registry(), Limits: sandboxLimits(c.Limits)}, nil
}

func (d *Desk) docker(c configs.Sandbox) (*sandbox.Docker, func(), error) {
	engine, err := sandbox.ConnectEngine()
	if err != nil {
		return nil, nil, err
	}
	l := &sandbox.Docker{Engine: engine, Tools: apps.Registry(), Limits: sandboxLimits(c.Limits), Image: c.Docker.Image, Runtime: c.Docker.Runtime}
	return l, d.closing("docker", func() error { return errors.Join(l.Close(), engine.Close()) }), nil
}

// closing returns what closes a launcher at the end of a command. An error harms no
// result then; the next program removes what is left behind.
func (d *Desk) closing(name string, end func() error) func() {
	return func() {
		if err := end(); err != nil {
			d.Log.Warn().Err(err).Str("sandbox", name).Msg("not all of it is gone; doctor --reap removes the rest")
		}
	}
}

func sandboxLimits(c configs.SandboxLimits) sandbox.Limits {
	l := sandbox.DefaultLimits()
	l.Memory, l.CPUs, l.Pids = c.MemoryMB<<20, c.CPUs, c.Processes
	l.Workspace, l.Inodes, l.Output, l.Action = c.DiskMB<<20, c.Files, c.OutputMB<<20, c.Action
	l.Temp = max(l.Temp, l.Workspace/4) // so that a larger disk has room for larger conversions
	return l
}

// policy is what agents may do.
func (d *Desk) policy(c configs.Config) func(trajectory.Task, string) orchestrator.Gate {
	p := c.Policy
	rules := policy.Rules{
		People: policy.People(p.People), Agents: map[string][]string{}, Narrowed: map[string][]string{}, Shell: c.Sandbox.Shell,
	}
	for _, agent := range agents.DefaultTeam().Agents {
		rules.Agents[agent.Name] = agent.Tools
	}
	for _, n := range p.Agents {
		rules.Narrowed[n.Agent] = n.Tools
	}
	registry := apps.Registry()
	return func(task trajectory.Task, start string) orchestrator.Gate { return rules.Open(registry, task, start) }
}

// IsMissing reports whether an action failed because the machine lacks something.
func IsMissing(c tools.Code) bool { return c == tools.MissingProgram || c == tools.DiskFull }

// Narrowable refuses an agent or a tool that does not exist: it would narrow nothing.
func Narrowable(c configs.Config) error {
	team := agents.DefaultTeam()
	for _, n := range c.Policy.Agents {
		agent, known := team.Find(n.Agent)
		if !known {
			return fmt.Errorf("policy.agents: there is no agent %q; there are: %s", n.Agent, strings.Join(team.Names(), ", "))
		}
		for _, pattern := range n.Tools {
			named := agents.Agent{Tools: []string{pattern}}
			if !slices.ContainsFunc(agent.Own(apps.Registry()), func(t tools.Tool) bool { return named.Has(t.Name) }) {
				return fmt.Errorf("policy.agents: %s has no tool %q; legomem tool list tells the names", n.Agent, pattern)
			}
		}
	}
	return nil
}
