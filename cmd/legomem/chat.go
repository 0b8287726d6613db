package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/orchestrator/dialogue"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
	"legomem/words"
)

type chatOptions struct{ session, testbed, user, domain string }

func newChatCommand(a *app) *cobra.Command {
	var o chatOptions
	cmd := &cobra.Command{
		Use:   "chat",
		Short: "Talk with it over your office, and change your mind",
		Long: `A conversation over your office: each line is a turn. It does what you ask, remembers
what was said, and does again only what stands on something that you change:

  > schedule a review with Dana on Friday at 2
  > make it 4
  > and Lee too
  > what time did I say?
  > undo that

Each turn shows in a line what it does to the conversation's task graph (docs/chat.md),
and then does it: within the bounds (docs/commit.md) at once, else it asks. /graph shows
the graph, /help what can be typed, /quit or the end of the input ends it. The session is
kept: "legomem chat --session NAME" goes on where it ended, whatever ended it.

On a pipe each line is a turn, too; with --json each turn is answered by one object on a
line. --domain names another kind of conversation, which keeps what is said and does no
work: ` + strings.Join(trim.Domains(), ", ") + `, or a file of your own.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runChat(cmd.Context(), o, false) },
	}
	f := cmd.Flags()
	f.StringVar(&o.session, "session", "", "the session's name: it goes on if it is there, and is begun if not (default: a new one)")
	f.StringVar(&o.testbed, "testbed", "", "the folder that is the office (default: yours)")
	f.StringVar(&o.user, "user", "", "the acting user (default: the configuration's user.name, or your login name)")
	f.StringVar(&o.domain, "domain", "", "what it is about (default: office)")
	resume := &cobra.Command{
		Use: "resume SESSION", Short: "Go on with a session", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.resumeChat(cmd.Context(), args[0]) },
	}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List sessions, the latest first", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.listChats() }},
		&cobra.Command{Use: "show SESSION", Short: "Show what was said in a session", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return a.showChat(args[0]) }},
		resume,
		&cobra.Command{Use: "forget SESSION", Short: "Forget a session for good; its runs stay", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return a.forgetChat(args[0]) }},
	)
	return cmd
}

// resumeChat goes on with a session that must be there.
func (a *app) resumeChat(ctx context.Context, id string) error {
	s, err := a.desk.FindSession(id)
	if err != nil {
		return err
	}
	return a.runChat(ctx, chatOptions{session: s.ID}, true)
}

func (a *app) runChat(ctx context.Context, o chatOptions, resume bool) (err error) {
	order := desk.ChatOrder{Session: o.session, Home: o.testbed, User: o.user, Domain: o.domain, Resume: resume}
	if !a.json {
		order.See = func(line string) { tellf(a.out, "  %s\n", line) }
	}
	if a.attended() && !a.json {
		order.Asks = func() { tellf(a.out, "  (asking the model what is meant)\n") }
	}
	chat, err := a.desk.OpenChat(ctx, order)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, chat.Close()) }()
	lines := a.newLines(chat)
	defer lines.close()
	a.tellOpened(chat)
	for {
		said, err := lines.next(ctx, chat.Open() != nil)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errTooLong):
			if err := a.tellNoTurn(err.Error()); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		case strings.TrimSpace(said) == "":
			continue
		case said == "/quit" || said == "/exit":
			return nil
		case strings.HasPrefix(said, "/"):
			if err := a.chatCommand(chat, said); err != nil {
				return err
			}
			continue
		}
		reply, err := chat.Turn(ctx, said)
		if err != nil {
			return fmt.Errorf("%w. The session is kept: legomem chat resume %s goes on with it", err, chat.ID)
		}
		if err := a.tellReply(reply); err != nil {
			return err
		}
	}
}

// tellNoTurn says why a line is no turn: with --json, in the place of the turn's object.
func (a *app) tellNoTurn(why string) error {
	if a.json {
		return a.tellObject(map[string]string{"error": why})
	}
	tellf(a.err, "%s\n", why)
	return nil
}

// tellObject writes an object on a line.
func (a *app) tellObject(v any) error { return json.NewEncoder(jsonStream{rawOf(a.out)}).Encode(v) }

// tellOpened says which session it is, and what was open in it.
func (a *app) tellOpened(chat *desk.Chat) {
	if a.json {
		return
	}
	about := chat.Opened.Home
	if about == "" {
		about = "a " + chat.Opened.Domain
	}
	if !chat.Past {
		tellf(a.err, "Session %s, about %s. /help says what can be typed.\n", chat.ID, about)
		return
	}
	tellf(a.err, "Session %s, about %s: %s so far. /graph shows what stands.\n", chat.ID, about, words.Count(len(chat.Turns()), "turn"))
	if turns := chat.Turns(); len(turns) > 0 {
		last := turns[len(turns)-1]
		tellf(a.err, "> %s\n", words.Short(last.Said, 200))
		if last.Told != "" {
			tellf(a.err, "%s\n", blockOf(last.Told, "  "))
		}
	}
	if q := chat.Open(); q != nil {
		a.tellAskedInChat(*q)
	}
}

const chatHelp = `Type what is to be done, or what is to be changed of it:
  schedule a review with Dana on Friday at 2      make it 4       and Lee too
  what did I say for Friday?                      undo that       as before but for June
A list is answered by a number, and a question by yes, no or a value. Where it asks what is
meant, no says that it is something new, and that is shown before it is done. What you ask
before a yes or a choice is answered, and the question stays; anything else closes it.
/graph   the conversation's task graph            /turns   what was said
/help    this                                     /quit    end; the session is kept`

// chatCommand does what is typed behind a slash.
func (a *app) chatCommand(chat *desk.Chat, said string) error {
	switch {
	case said == "/graph" && a.json:
		return a.tellObject(chat.Graph().Document())
	case said == "/graph" && chat.Graph().Text() == "":
		tellLine(a.out, "The graph is empty: nothing was said yet.")
	case said == "/graph":
		tellf(a.out, "%s\n", blockOf(chat.Graph().Text(), "  "))
	case said == "/turns" && a.json:
		return a.tellObject(map[string]any{"turns": chat.Turns()})
	case said == "/turns":
		for _, t := range chat.Turns() {
			tellf(a.out, "%3d  > %s\n", t.Turn, t.Said)
		}
	case said != "/help":
		return a.tellNoTurn(fmt.Sprintf("there is no %s; there are /graph, /turns, /help and /quit", said))
	case a.json:
		return a.tellObject(map[string]string{"help": chatHelp})
	default:
		tellPage(a.out, chatHelp+"\n")
	}
	return nil
}

// tellReply tells what a turn came to. Lines about the graph were told as it changed.
func (a *app) tellReply(r dialogue.Reply) error {
	if a.json {
		return a.tellObject(r)
	}
	if r.Told != "" {
		tellf(a.out, "%s\n", blockOf(r.Told, "  "))
	}
	for _, c := range r.Changes {
		tellf(a.out, "  - %s\n", blockOf(c.Sentence, "    "))
	}
	if r.Question != nil {
		a.tellAskedInChat(*r.Question)
	} else if r.Told == "" && len(r.Changes) == 0 {
		tellLine(a.out, "Done.")
	}
	return nil
}

func (a *app) tellAskedInChat(q dialogue.Asked) {
	tellf(a.out, "%s\n", blockOf(q.Text, "  "))
	if q.Commit || q.Resend {
		tellLine(a.out, "  yes or no?")
		return
	}
	for i, o := range q.Options {
		tellf(a.out, "  %d. %s\n", i+1, o)
	}
	if q.New {
		tellLine(a.out, "  no: it is something new")
	}
}

func (a *app) listChats() error {
	all, broken, err := a.desk.Sessions()
	if err != nil {
		return err
	}
	for _, b := range broken {
		tellf(a.err, "left out: %v\n", b)
	}
	if a.json {
		if all == nil {
			all = []desk.SessionSummary{}
		}
		return a.printJSON(all)
	}
	if len(all) == 0 {
		tellLine(a.out, "There are no sessions yet; legomem chat begins one.")
	}
	for _, s := range all {
		tellf(a.out, "%-26s %s  %-8s %-8s %s\n", s.ID, s.Last.Local().Format("2006-01-02 15:04"), words.Count(s.Turns, "turn"), s.Domain, words.Short(s.First, 60))
	}
	return nil
}

func (a *app) showChat(id string) error {
	s, err := a.desk.FindSession(id)
	if err != nil {
		return err
	}
	var all []dialogue.Reply
	for _, t := range s.Turns {
		r := dialogue.Reply{Turn: t.Number, Said: t.Text}
		if len(t.Told) > 0 {
			if err := json.Unmarshal(t.Told, &r); err != nil {
				return usage("what turn %d of session %s came to cannot be read: %v; legomem chat forget %s removes the session for good, and its runs stay", t.Number, s.ID, err, s.ID)
			}
		}
		all = append(all, r)
	}
	if a.json {
		return a.printJSON(struct {
			ID     string                   `json:"session"`
			Opened trajectory.SessionOpened `json:"opened"`
			Turns  []dialogue.Reply         `json:"turns"`
		}{s.ID, s.Opened, all})
	}
	tellf(a.out, "Session %s of %s, %s\n", s.ID, s.Began.Local().Format("2006-01-02 15:04"), s.Opened.Home)
	for _, r := range all {
		tellf(a.out, "\n%d > %s\n", r.Turn, r.Said)
		for _, line := range r.Graph {
			tellf(a.out, "  %s\n", line)
		}
		if err := a.tellReply(r); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) forgetChat(id string) error {
	gone, err := a.desk.ForgetSession(id)
	if err != nil {
		return err
	}
	return showResult(a, map[string]string{"forgotten": gone}, nil, func(map[string]string) {
		tellf(a.out, "Forgotten: session %s. Its runs stay (legomem runs list).\n", gone)
	})
}
