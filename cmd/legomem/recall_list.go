package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/membank/recall"
	"legomem/words"
)

func newRecallListCommand(a *app) *cobra.Command {
	var o desk.RecallOrder
	history := false
	cmd := &cobra.Command{
		Use: "list", Short: "The values that are known, by what they were said for", Args: cobra.NoArgs,
		Long: `Lists the values that you said, by what you wanted, the newest of each slot; under
it those that it took the place of. --history lists the units themselves, with
everything that was ever said and not forgotten.

  legomem recall list
  legomem recall list --intent ReserveRoom --history`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			units, err := a.desk.Recalled(cmd.Context(), o)
			if err == nil && !history {
				units = inForce(units)
			}
			return showResult(a, units, err, a.tellRecalled)
		},
	}
	addRecallChoice(cmd.Flags(), &o)
	cmd.Flags().StringVar(&o.Slot, "slot", "", "the values of this slot")
	cmd.Flags().BoolVar(&history, "history", false, "with what newer values have taken the place of")
	return cmd
}

// inForce leaves out the units that are history.
func inForce(units []recall.Unit) []recall.Unit {
	return slices.DeleteFunc(slices.Clone(units), func(u recall.Unit) bool { return u.Past })
}

func (a *app) tellRecalled(units []recall.Unit) {
	if len(units) == 0 {
		tellLine(a.out, "Nothing is known that you said.")
		return
	}
	slices.SortStableFunc(units, func(x, y recall.Unit) int {
		return cmp.Or(strings.Compare(x.Intent.Domain, y.Intent.Domain), strings.Compare(x.Intent.Name, y.Intent.Name), y.At.Compare(x.At))
	})
	last := recall.Intent{}
	for _, u := range units {
		if u.Intent != last {
			last = u.Intent
			tellf(a.out, "%s: %s\n", u.Intent.Name, u.Intent.Description)
		}
		for _, p := range u.Pairs {
			a.tellPair(u, p)
		}
	}
}

// tellPair prints a value on a line.
func (a *app) tellPair(u recall.Unit, p recall.Pair) {
	tellf(a.out, "  %-16s %s = %s%s\n", u.ID, p.Slot, words.Short(p.Answer, 80), standing(u, p))
}

// standing is what there is to say of a value besides it.
func standing(u recall.Unit, p recall.Pair) string {
	said := []string{u.At.Format("2 January 2006")}
	if u.Curator == recall.Corrected {
		said = append(said, "corrected by you")
	}
	if n := p.Standing.Times; n > 1 {
		said = append(said, "said "+words.Count(n, "time"))
	}
	switch {
	case p.Standing.Newer > 0:
		said = append(said, "since then another")
	case p.Standing.Again:
		said = append(said, "said again since")
	}
	if u.Quarantine != "" {
		said = append(said, "quarantined: "+u.Quarantine)
	}
	return " (" + strings.Join(said, "; ") + ")"
}
