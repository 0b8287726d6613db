package main

import (
	"github.com/spf13/cobra"

	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// newResidentCommand is the hidden verb under which both launchers start this
// program as the tool process.
func newResidentCommand(*app) *cobra.Command {
	return &cobra.Command{
		Use:    sandbox.Verb,
		Hidden: true,
		Args:   cobra.NoArgs,
		// The tool process takes its settings over the protocol, and reads no
		// configuration.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(cmd *cobra.Command, _ []string) error {
			return sandbox.Resident(cmd.Context(), apps.Registry())
		},
	}
}
