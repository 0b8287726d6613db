package main

import (
	"github.com/spf13/cobra"

	"legomem/configs"
	"legomem/desk"
	"legomem/membank"
	"legomem/tools/apps"
)

// What the shell completes besides names of commands and flags.

// toolNames completes the first argument of the tool commands.
func toolNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, t := range apps.Registry().All() {
		names = append(names, t.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// runIDs completes the ids of runs in the folder that --out names. No
// configuration is read while the shell completes.
func (a *app) runIDs(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	ids := []string{"last"}
	dir, err := desk.RunsDir(configs.Config{Out: cmd.Flag("out").Value.String()}, a.lookup)
	if err != nil {
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
	all, err := desk.RunIDs(dir)
	if err != nil {
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
	return append(ids, all...), cobra.ShellCompDirectiveNoFileComp
}

// completeChoices completes the values of the flags that take one of a few.
func completeChoices(cmd *cobra.Command) {
	var placements []string
	for _, p := range membank.Placements() {
		placements = append(placements, string(p))
	}
	for flag, choices := range map[string][]string{
		"brain": {"reflex", "model", "hybrid"}, "sandbox": {"local", "docker"}, "memory": membank.Strategies(),
		"placement": placements, "log-level": {"debug", "info", "warn", "error"},
	} {
		// The flags exist: they are defined just before.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
	}
}
