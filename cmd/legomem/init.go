package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"legomem/configs"
	"legomem/desk"
)

type initOptions struct {
	user, domain string
	addresses    []string
	force, yes   bool
}

// writesConfig marks the command that makes the file which --config names.
const writesConfig = "writes-config"

func newInitCommand(a *app) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Say which folder is your office, and who you are in it",
		Long: `Writes into your configuration which folder is your office, who you are in it, your
own addresses, and the office's mail domain. From then on legomem run works on a copy of
it, without --testbed and --user.

  legomem init ~/office
  legomem init ~/office --user Ann --address ann@acme.org --domain acme.org

An office is a folder with data/ (files), emails/<user>/*.eml and calendar/<user>.ics.
One that is empty, or not there, is made with data/. Whoever alone has a mailbox or a
calendar in it is proposed to be you, or else who has your login name: at a terminal you
are asked, and elsewhere --yes agrees to it. What reaches one of your own addresses needs no
question, so give none that is not yours.

The configuration is $XDG_CONFIG_HOME/legomem/config.yaml (~/.config/legomem/config.yaml),
or the file that --config names. Its other keys and its comments stay.`,
		Args: cobra.ExactArgs(1), ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		Annotations: map[string]string{writesConfig: ""},
		RunE:        func(cmd *cobra.Command, args []string) error { return a.runInit(cmd.Context(), args[0], o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.user, "user", "", "who you are in the office")
	f.StringSliceVar(&o.addresses, "address", nil, "an address of yours; several with commas, or the flag again (default: your name at the domain)")
	f.StringVar(&o.domain, "domain", "", "the office's mail domain: whoever is given no address is NAME@DOMAIN (default: example.com)")
	f.BoolVar(&o.force, "force", false, "also if the configuration names another office")
	f.BoolVar(&o.yes, "yes", false, "take what is proposed, and ask nothing")
	return cmd
}

func (a *app) runInit(ctx context.Context, dir string, o initOptions) error {
	file, err := a.ownConfig()
	if err != nil {
		return err
	}
	survey, err := a.desk.Survey(dir)
	if err != nil {
		return err
	}
	order := desk.InitOrder{Survey: survey, User: o.user, Addresses: o.addresses, Domain: o.domain, File: file, Force: o.force, Proposed: o.yes}
	if a.asks() && !o.yes {
		if err := a.askInit(ctx, &order); err != nil {
			return err
		}
	}
	done, err := a.desk.Init(order)
	return showResult(a, done, err, a.tellInit)
}

// ownConfig is the configuration file that init writes.
func (a *app) ownConfig() (string, error) {
	switch file := configs.File(a.lookup); {
	case a.configFile == "paper":
		return "", usage("--config paper is the experiment's configuration; name a file of your own, or none")
	case a.configFile != "":
		return a.configFile, nil
	case file == "":
		return "", usage("there is no home folder for your configuration; name a file with --config FILE")
	default:
		return file, nil
	}
}

// initAsking asks for what no flag says, with what is found as the proposal.
type initAsking struct {
	app  *app
	keys *asker
	o    *desk.InitOrder
}

func (a *app) askInit(ctx context.Context, o *desk.InitOrder) error {
	q := initAsking{a, newAsker(a), o}
	for _, about := range []func(context.Context) error{q.user, q.domain, q.addresses} {
		if err := about(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (q initAsking) user(ctx context.Context) (err error) {
	s := q.o.Survey
	if q.o.User == "" {
		if len(s.People) > 1 {
			tellf(q.app.err, "Mailboxes and calendars in %s: %s\n", s.Dir, strings.Join(s.People, ", "))
		}
		q.o.User, err = q.propose(ctx, "Who are you in this office?", s.User)
	}
	q.o.User = s.Person(q.o.User)
	return err
}

func (q initAsking) domain(ctx context.Context) (err error) {
	if q.o.Domain == "" {
		q.o.Domain, err = q.propose(ctx, "The office's mail domain?", q.app.desk.DomainOf(ctx, q.o.Survey, q.o.User))
	}
	return err
}

func (q initAsking) addresses(ctx context.Context) (err error) {
	if len(q.o.Addresses) > 0 {
		return nil
	}
	said, question := "", "Your own addresses, with commas between?"
	if proposal := q.app.desk.AddressesOf(q.o.User, q.o.Domain); len(proposal) > 0 {
		said, err = q.propose(ctx, question, strings.Join(proposal, ", "))
	} else { // a name that no address can have: there may be none
		said, err = q.keys.ask(ctx, question+" ")
	}
	q.o.Addresses = strings.FieldsFunc(said, func(r rune) bool { return r == ',' || r == ' ' })
	return err
}

// propose asks until something is typed; nothing is a yes to the proposal, if there is one.
func (q initAsking) propose(ctx context.Context, question, proposal string) (string, error) {
	prompt := question + " "
	if proposal != "" {
		prompt += fmt.Sprintf("[%s] ", proposal)
	}
	for {
		said, err := q.keys.ask(ctx, prompt)
		if said == "" {
			said = proposal
		}
		if err != nil || said != "" {
			return said, err
		}
	}
}

func (a *app) tellInit(i desk.Initialized) {
	for _, made := range i.Made {
		tellf(a.out, "Made %s\n", made)
	}
	tellf(a.out, "Office:    %s\n", i.Office)
	tellf(a.out, "You:       %s\n", i.User)
	tellf(a.out, "Addresses: %s\n", strings.Join(i.Addresses, ", "))
	tellf(a.out, "Domain:    %s\n", i.Domain)
	if office, set := a.lookup("LEGOMEM_OFFICE"); set {
		tellf(a.out, "Written to %s. But LEGOMEM_OFFICE is set in the environment, and goes before it: %q\n", i.Config, office)
		return
	}
	tellf(a.out, "Written to %s. Now a run works on a copy of that office:\n", i.Config)
	more := ""
	if a.configFile != "" {
		more = " --config " + a.configFile
	}
	tellf(a.out, "  legomem run \"...\"%s           at its end you see what it would change, and are asked\n", more)
	tellf(a.out, "  legomem run \"...\" --apply%s   what is within the bounds is made unasked\n", more)
}
