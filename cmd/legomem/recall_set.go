package main

import (
	"github.com/spf13/cobra"

	"legomem/membank/recall"
)

func newRecallSetCommand(a *app) *cobra.Command {
	user := ""
	cmd := &cobra.Command{
		Use: "set ID SLOT VALUE", Short: "Correct a value: it holds from now on", Args: cobra.ExactArgs(3),
		Long: `Corrects a value that you said: for what the unit was about, the slot has this value
from now on, until you say another. What it had before stays as history and is not
proposed again; legomem recall forget removes it.

  legomem recall set u-1f2e3d4c5b6a room "Room 5"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			u, err := a.desk.SetRecalled(cmd.Context(), user, args[0], args[1], args[2])
			return showResult(a, u, err, func(u recall.Unit) {
				tellf(a.out, "%s: %s is %s from now on\n", u.Intent.Name, u.Pairs[0].Slot, u.Pairs[0].Answer)
			})
		},
	}
	addRecallUser(cmd.Flags(), &user)
	return cmd
}
