package main

import (
	"fmt"
	"os"

	"legomem/tools/apps"
	"legomem/tools/policy"
	"legomem/tools/sandbox"
)

// launcher makes the configured sandbox launcher, with the policy around it,
// and what closes its connection.
func (a *app) launcher() (sandbox.Launcher, func(), error) {
	registry := apps.Registry()
	rules := policy.Rules{Shell: a.config.Sandbox.Shell}
	if a.config.Sandbox.Kind == "local" {
		self, err := os.Executable()
		if err != nil {
			return nil, nil, fmt.Errorf("find this program for the local sandbox: %w", err)
		}
		return policy.Guard(&sandbox.Local{Command: []string{self, sandbox.Verb}, Tools: registry}, registry, rules), func() {}, nil
	}
	docker, done, err := a.docker()
	if err != nil {
		return nil, nil, err
	}
	return policy.Guard(docker, registry, rules), done, nil
}

func (a *app) docker() (*sandbox.Docker, func(), error) {
	engine, err := sandbox.ConnectEngine()
	if err != nil {
		return nil, nil, err
	}
	d := a.config.Sandbox.Docker
	l := sandbox.DefaultLimits()
	l.Memory, l.CPUs, l.Pids = d.MemoryMB<<20, d.CPUs, d.Processes
	l.Workspace, l.Inodes = d.DiskMB<<20, d.Files
	return &sandbox.Docker{Engine: engine, Tools: apps.Registry(), Limits: l}, func() { _ = engine.Close() }, nil
}
