package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"legomem/consent"
)

type answerOptions struct {
	list, user string
	leaveOut   []string
}

func newAnswerCommand(a *app) *cobra.Command {
	var o answerOptions
	cmd := &cobra.Command{
		Use:   "answer RUN [yes|no|always|ANSWER]",
		Short: "Answer what a run asks",
		Long: `Answers the question that a run left open, and does what the answer says. Without an
answer it shows the question; on a terminal it asks. A run asks because what it would
change in your files is outside the bounds (docs/commit.md), or before it does anything,
because it must know something first (docs/asking.md).

  legomem answer last
  legomem answer last yes --leave-out 4f1c2a9b0d3e5f67
  legomem answer last always      yes, and this procedure need not ask for the like again
  legomem answer last "3 pm"      a value that it asks for
  legomem answer last 2           the second of what it offers
  legomem answer last none        none of that

What comes before anything is done is gone on with as a new run, which does what "run"
would do. An answer about changes is to the list of changes that the question is about. --list makes sure:
give its hash, or the first eight letters or more.`,
		Args: cobra.RangeArgs(1, 2), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runAnswer(cmd.Context(), args, o)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.leaveOut, "leave-out", nil, "changes, by id, that are not made")
	f.StringVar(&o.list, "list", "", "the hash of the list that is answered")
	f.StringVar(&o.user, "user", "", "who answers (default: the one who is asked)")
	return cmd
}

func (a *app) runAnswer(ctx context.Context, args []string, o answerOptions) error {
	r, err := a.desk.FindRun(args[0])
	if err != nil {
		return err
	}
	q, err := a.desk.Question(r)
	if err != nil {
		return err
	}
	if q.First() {
		return a.runFirst(ctx, r, q, args[1:], o)
	}
	if len(args) == 2 {
		return a.showApplied(a.desk.Answer(ctx, r, consent.Answer{Reply: consent.Reply(strings.ToLower(args[1])), List: o.list, LeaveOut: o.leaveOut}, o.user))
	}
	if decide := a.deciding(); decide != nil {
		return a.showApplied(a.desk.Settle(ctx, r, q, decide))
	}
	return showResult(a, q, nil, a.tellQuestion)
}
