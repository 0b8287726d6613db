package main

import (
	"errors"
	"fmt"
	"os"

	"legomem/agents"
	"legomem/configs"
	"legomem/orchestrator"
	"legomem/tools/apps"
	"legomem/tools/policy"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// launcher makes the configured sandbox launcher, and what closes it.
func (a *app) launcher() (sandbox.Launcher, func(), error) { return a.launcherFor(false) }

// launcherFor is the launcher of a command that opens one sandbox or two, or
// else many, for which some are kept ready.
func (a *app) launcherFor(many bool) (sandbox.Launcher, func(), error) {
	if a.config.Sandbox.Kind == "docker" {
		d, done, err := a.docker()
		if err == nil && many {
			d.Pool = a.config.Sandbox.Docker.Pool
		}
		return d, done, err
	}
	l, err := a.local()
	if err != nil {
		return nil, nil, err
	}
	return l, a.closing("local", l.Close), nil
}

func (a *app) local() (*sandbox.Local, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program for the local sandbox: %w", err)
	}
	return &sandbox.Local{Command: []string{self, sandbox.Verb}, Tools: apps.Registry(), Limits: sandboxLimits(a.config.Sandbox.Limits)}, nil
}

func (a *app) docker() (*sandbox.Docker, func(), error) {
	engine, err := sandbox.ConnectEngine()
	if err != nil {
		return nil, nil, err
	}
	c := a.config.Sandbox
	d := &sandbox.Docker{Engine: engine, Tools: apps.Registry(), Limits: sandboxLimits(c.Limits), Image: c.Docker.Image, Runtime: c.Docker.Runtime}
	return d, a.closing("docker", func() error { return errors.Join(d.Close(), engine.Close()) }), nil
}

// closing closes a launcher at the end of a command. What fails then harms no
// result; what it leaves behind is reaped by the next program.
func (a *app) closing(name string, end func() error) func() {
	return func() {
		if err := end(); err != nil {
			a.log.Warn().Err(err).Str("sandbox", name).Msg("not all of it is gone; doctor --reap removes the rest")
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
func (a *app) policy() func(trajectory.Task) orchestrator.Gate {
	c := a.config.Policy
	rules := policy.Rules{
		People: policy.People(c.People), Recipients: c.Recipients, Agents: map[string][]string{}, Narrowed: map[string][]string{},
		Shell: a.config.Sandbox.Shell, Approve: policy.Approve(c.Approve), Approver: a.approver(),
	}
	for _, agent := range agents.DefaultTeam().Agents {
		rules.Agents[agent.Name] = agent.Tools
	}
	for _, n := range c.Agents {
		rules.Narrowed[n.Agent] = n.Tools
	}
	registry := apps.Registry()
	return func(task trajectory.Task) orchestrator.Gate { return rules.Open(registry, task) }
}
