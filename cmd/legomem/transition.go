package main

import (
	"context"

	"legomem/agents"
	"legomem/desk"
	"legomem/membank"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// What the command line still takes apart itself; it goes with the last of that.

var (
	isServer  = desk.IsServer
	readLines = desk.ReadLines
	askTool   = desk.Ask
)

func (a *app) openBank(ctx context.Context, mode sqlite.Mode) (*membank.Bank, func(), error) {
	return a.desk.OpenBank(ctx, a.config, mode)
}
func (a *app) openBankFile(ctx context.Context, name string, own bool, mode sqlite.Mode) (*membank.Bank, func(), error) {
	return a.desk.OpenBankFile(ctx, a.config, name, own, mode)
}
func (a *app) openStore(ctx context.Context, name string, mode sqlite.Mode) (store.Store, error) {
	return a.desk.OpenStore(ctx, name, mode)
}
func (a *app) bankFile() (string, bool, error)     { return desk.BankFile(a.config, a.lookup) }
func (a *app) bankName() string                    { return desk.BankName(a.config) }
func (a *app) embedder() (membank.Embedder, error) { return a.desk.Embedder(a.config) }
func (a *app) newID() string                       { return a.desk.NewID() }
func (a *app) runsDir() (string, error)            { return desk.RunsDir(a.config, a.lookup) }
func (a *app) launcherFor(many bool) (sandbox.Launcher, func(), error) {
	return a.desk.LauncherFor(a.config.Sandbox, many)
}
func (a *app) deps(l sandbox.Launcher, bank *membank.Bank, brain agents.Brain) (orchestrator.Deps, error) {
	return a.desk.DepsOf(a.config, l, bank, brain)
}
func (a *app) freeTask(text, user, date string) (trajectory.Task, error) {
	return a.desk.FreeTask(desk.Words{Text: text, User: user, Date: date})
}

func (a *app) evaluator(l sandbox.Launcher, strict bool) officebench.Evaluator {
	return a.desk.Evaluator(l, strict)
}

func (a *app) atOnce(asked int, deterministic bool) int     { return a.desk.AtOnce(asked, deterministic) }
func (a *app) sourceRun(id string) (*trajectory.Run, error) { return a.desk.SourceRun(id) }
