package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"legomem/agents"
	"legomem/configs"
	"legomem/desk"
)

// app is what every command shares: its streams, its flags, and the
// configuration once it is read.
type app struct {
	in       io.Reader
	out, err io.Writer
	lookup   func(string) (string, bool)
	now      func() time.Time

	configFile string
	team       string
	json       bool
	flags      map[string]any // by key, those that were set

	config configs.Config
	read   string     // the file that it was read from; "" if none
	desk   *desk.Desk // on the configuration, once it is read
	log    zerolog.Logger
	began  bool // a command's own work has begun
	// brain drives all runs in place of the configured one; nil for that one.
	brain agents.Brain
}

// Execute runs the command line and returns the exit code. It reads no global
// state but the environment and the working folder, so a test can call it.
func Execute(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	return executeWith(ctx, os.LookupEnv, args, in, out, errOut)
}

// executeWith is Execute with what looks the environment up.
func executeWith(ctx context.Context, lookup func(string) (string, bool), args []string, in io.Reader, out, errOut io.Writer) int {
	return newApp(lookup, in, out, errOut).execute(ctx, args)
}

func newApp(lookup func(string) (string, bool), in io.Reader, out, errOut io.Writer) *app {
	return &app{in: in, out: console{out}, err: console{errOut}, lookup: lookup, now: time.Now, flags: map[string]any{}}
}

// execute runs a command line and returns the exit code.
func (a *app) execute(ctx context.Context, args []string) int {
	cmd := newRootCommand(a)
	cmd.SetArgs(args)
	cmd.SetIn(a.in)
	cmd.SetOut(a.out)
	cmd.SetErr(a.err)
	err := cmd.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	code := exitCode(ctx, a.began, err)
	// An unknown flag ends the parsing of flags, maybe before --json is seen.
	tellError(a.err, a.json || slices.Contains(args, "--json"), message(ctx, err), code)
	return code
}

func newRootCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "legomem",
		Short: "Carry out office tasks, and remember how",
		Long: `legomem carries out office work (calendars, mail, spreadsheets, documents,
PDFs, scans) with a team of agents, in a sandbox, on a copy of your files. It
remembers how it did the work, and does practised work again with no model at
all, as well as the everyday things: it asks about what is not certain.

  legomem init ~/office      which folder is your office (a run without one starts from nothing)
  legomem run "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"
  legomem run "what's on my calendar tomorrow"
  legomem chat               a conversation over it, in which you may change your mind
  legomem skills             what can be asked for in everyday words
  legomem memory list        what it has learned to do by heart
  legomem doctor             what is there, what is missing, and how to get it`,
		Version:       desk.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return a.configure(cmd)
		},
	}
	a.addFlags(cmd)
	completeChoices(cmd)
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage("%v; see %s --help", err, c.CommandPath())
	})
	cmd.AddCommand(
		newInitCommand(a), newRunCommand(a), newChatCommand(a), newGraphCommand(a), newAnswerCommand(a), newGrantsCommand(a), newRunsCommand(a), newDemoCommand(a), newBenchCommand(a, nil), newEvalCommand(a), newCurateCommand(a), newReadCommand(a), newSkillsCommand(a),
		newMemoryCommand(a), newToolCommand(a), newDoctorCommand(a), newResidentCommand(a), newRecallCommand(a),
	)
	cmd.Long += exitStatus
	a.finish(cmd.Commands())
	return cmd
}

// finish gives all commands what they share: the exit codes in their help, the mark
// that their work has begun, and the refusal of unknown verbs.
func (a *app) finish(all []*cobra.Command) {
	for _, c := range all {
		a.finish(c.Commands())
		if c.Long == "" {
			c.Long = c.Short + "."
		}
		c.Long += exitStatus
		if work := c.RunE; work != nil {
			c.RunE = func(cmd *cobra.Command, args []string) error {
				a.began = true
				return work(cmd, args)
			}
			continue
		}
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("no %q in %s; see %s --help", args[0], cmd.CommandPath(), cmd.CommandPath())
			}
			return cmd.Help()
		}
	}
}

// sharedFlag is a flag with the config key that it sets.
type sharedFlag struct{ flag, key, usage string }

// shared are the flags that several commands have, with their config keys.
var shared = []sharedFlag{
	{"brain", "brain", "who drives the team: reflex, model or hybrid"},
	{"sandbox", "sandbox.kind", "where tools run: local or docker"},
	{"memory", "memory.strategy", "how memories are found: none, vanilla, dynamic, rewrite, synapse or awm"},
	{"placement", "memory.placement", "who sees them: both, planning, orchestrator, agents or none"},
	{"bank", "memory.bank", "the memory bank: a SQLite file, or qdrant://host:port (default: yours, in the data folder)"},
	{"record", "model.record", "keep the traffic with models in this folder, without keys"},
	{"replay", "model.replay", "answer for models from such a folder, without a network"},
	{"out", "out", "the folder that holds the runs (default: in the data folder)"},
	{"log-level", "log_level", "debug, info, warn or error"},
}

func (a *app) addFlags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&a.configFile, "config", "", "configuration file, or paper for the LEGOMem paper's (default: yours, which legomem init writes; every key: configs/default.yaml)")
	f.StringVar(&a.team, "team", "", "which of the configuration's teams works (with --config paper: llm, hybrid or slm)")
	f.BoolVar(&a.json, "json", false, "print the result as JSON")
	for _, s := range shared {
		f.String(s.flag, "", s.usage)
	}
}

// configure reads the configuration, once the flags are known.
func (a *app) configure(cmd *cobra.Command) error {
	for _, s := range shared {
		if f := cmd.Flags().Lookup(s.flag); f != nil && f.Changed {
			a.flags[s.key] = f.Value.String()
		}
	}
	a.read = a.settings(cmd)
	c, err := configs.Load(a.read, a.lookup, a.flags, desk.Narrowable)
	if err != nil {
		return err
	}
	if err := configs.CheckNames(os.Environ()); err != nil {
		return err
	}
	if a.team != "" {
		if c, err = c.With(a.team); err != nil {
			return usage("--team: %v", err)
		}
	}
	a.config, a.log = c, newLog(a.err, c.LogLevel)
	a.desk = desk.Open(c, desk.Outside{Lookup: a.lookup, Now: a.now, Log: a.log, Notify: a.notice, Brain: a.brain})
	return nil
}

// settings is the configuration file that is read: the one that --config names, or else
// the user's own; "" where there is none.
func (a *app) settings(cmd *cobra.Command) string {
	file, optional := a.configFile, false
	if file == "" {
		file, optional = configs.File(a.lookup), true
	}
	if _, writes := cmd.Annotations[writesConfig]; writes {
		optional = true
	}
	_, err := os.Stat(file)
	missing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
	if optional && missing {
		return ""
	}
	return file
}
