package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"legomem/consent"
	"legomem/desk"
	"legomem/lists"
	"legomem/words"
)

func newGrantsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "grants",
		Short: "What procedures may change unasked, because you said so",
		Long: `A grant is a standing yes, which the answer "always" to a run's question gives: the
procedure that was played may do the like again, and is not asked about it. It holds for
that procedure alone, as it is; for the kinds of changes, the people and the files that
you agreed to; and for nobody else. A procedure that changes, by a new curation or by an
edit, has none.

  legomem answer last always
  legomem grants list
  legomem grants revoke g-20260302-091500123-a1b2c3`,
	}
	cmd.AddCommand(newGrantsListCommand(a), newGrantsShowCommand(a), newGrantsRevokeCommand(a))
	return cmd
}

func newGrantsListCommand(a *app) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use: "list", Short: "The grants there are", Args: cobra.NoArgs,
		Long: `Lists the grants with their state: standing, or void since the procedure has changed,
is gone, or may not be played. Those that were revoked are listed with --all.

  legomem grants list
  legomem grants list --all --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runGrantsList(cmd.Context(), all) },
	}
	cmd.Flags().BoolVar(&all, "all", false, "those that were revoked, too")
	return cmd
}

func (a *app) runGrantsList(ctx context.Context, all bool) error {
	list, err := a.desk.Grants(ctx)
	if !all {
		list = lists.Filter(list, func(g desk.GrantDescription) bool { return g.State != desk.GrantRevoked })
	}
	return showResult(a, append([]desk.GrantDescription{}, list...), err, func(list []desk.GrantDescription) {
		if len(list) == 0 {
			tellLine(a.out, "There is no grant: legomem answer RUN always gives one.")
		}
		for _, g := range list {
			tellf(a.out, "%s  %s  (%s; %s)\n", g.ID, words.Short(g.Sentence, 120), g.State, uses(g))
			a.tellEffects(g)
		}
	})
}

// uses says how often a grant was used.
func uses(g desk.GrantDescription) string {
	if g.LastUsed == nil {
		return "not used yet"
	}
	return "used by " + words.Count(g.Used, "run") + ", last on " + day(*g.LastUsed)
}

func day(t time.Time) string { return t.Local().Format(time.DateOnly) }

func newGrantsShowCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "What a grant lets through", Args: cobra.ExactArgs(1),
		Long: `Shows for which procedure a grant is, and which changes it lets through: their kind,
and whom and what they may reach. The beginning of the id is enough.

  legomem grants show g-20260302-091500123-a1b2c3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.desk.Grant(cmd.Context(), args[0])
			return showResult(a, g, err, a.tellGrant)
		},
	}
}

func (a *app) tellGrant(g desk.GrantDescription) {
	tellf(a.out, "%s: %s\n", g.ID, g.State)
	tellf(a.out, "  given on %s by the answer to run %s, for %q\n", day(g.Made), g.Run, words.Short(g.Sentence, 300))
	tellf(a.out, "  to the procedure of %s when it works for %s; %s\n", g.Procedure, g.User, uses(g))
	a.tellEffects(g)
}

// tellEffects prints what a grant lets through.
func (a *app) tellEffects(g desk.GrantDescription) {
	for _, e := range g.Effects {
		tellf(a.out, "  %s: %s\n", e.Class, strings.Join(lists.Map(e.Targets, literal), ", "))
		for _, m := range e.Marks {
			tellf(a.out, "    also if marked: %s\n", strings.TrimSpace(string(m.Kind)+" "+m.Detail))
		}
	}
}

// literal is a target with what makes it literal.
func literal(l consent.Literal) string {
	return l.Role + " " + l.Value + map[consent.Source]string{
		consent.FromTask:      " (if the task names it)",
		consent.FromProcedure: " (which the procedure always has)",
		consent.FromUser:      " (who is the user)",
	}[l.From]
}

func newGrantsRevokeCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "revoke ID", Short: "Take a grant back, for good", Args: cobra.ExactArgs(1),
		Long: `Takes a grant back: from now on the procedure asks again. What it did stays, and
legomem runs undo takes that back. The beginning of the id is enough.

  legomem grants revoke g-20260302-091500123-a1b2c3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.desk.RevokeGrant(cmd.Context(), args[0])
			return showResult(a, g, err, func(g desk.GrantDescription) { tellf(a.out, "%s is revoked; the procedure asks again\n", g.ID) })
		},
	}
}
