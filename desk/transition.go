package desk

// What the command line still takes apart itself; it goes with the last of that.

import (
	"context"

	"legomem/agents"
	"legomem/configs"
	"legomem/membank"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

func (d *Desk) OpenBank(ctx context.Context, c configs.Config, mode sqlite.Mode) (*membank.Bank, func(), error) {
	return d.openBank(ctx, c, mode)
}
func (d *Desk) OpenBankFile(ctx context.Context, c configs.Config, name string, own bool, mode sqlite.Mode) (*membank.Bank, func(), error) {
	return d.openBankFile(ctx, c, name, own, mode)
}
func (d *Desk) OpenStore(ctx context.Context, name string, mode sqlite.Mode) (store.Store, error) {
	return d.openStore(ctx, name, mode)
}
func BankFile(c configs.Config, lookup func(string) (string, bool)) (string, bool, error) {
	return bankFile(c, lookup)
}
func BankName(c configs.Config) string                              { return bankName(c) }
func IsServer(name string) bool                                     { return isServer(name) }
func (d *Desk) Embedder(c configs.Config) (membank.Embedder, error) { return d.embedder(c) }
func (d *Desk) NewID() string                                       { return d.newID() }
func (d *Desk) LauncherFor(c configs.Sandbox, many bool) (sandbox.Launcher, func(), error) {
	return d.launcherFor(c, many)
}
func (d *Desk) DepsOf(c configs.Config, l sandbox.Launcher, bank *membank.Bank, brain agents.Brain) (orchestrator.Deps, error) {
	return d.deps(c, l, bank, brain)
}

func ReadLines(ctx context.Context, box sandbox.Sandbox, path string) ([]string, error) {
	return readLines(ctx, box, path)
}
func Ask(ctx context.Context, box sandbox.Sandbox, action tools.Action, data any) error {
	return ask(ctx, box, action, data)
}
func (d *Desk) Evaluator(l sandbox.Launcher, strict bool) officebench.Evaluator {
	return d.evaluator(l, strict)
}
func (d *Desk) AtOnce(asked int, deterministic bool) int     { return d.atOnce(asked, deterministic) }
func (d *Desk) SourceRun(id string) (*trajectory.Run, error) { return d.sourceRun(id) }
