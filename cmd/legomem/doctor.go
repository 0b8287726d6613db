package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/tools/sandbox"
)

func newDoctorCommand(a *app) *cobra.Command {
	var reaps, builds bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "What is there, what is missing, and how to get it", Args: cobra.NoArgs,
		Long: `Looks at what the program can use: sandboxes, converters, OCR, the memory bank,
and model endpoints, also on this machine. It says what each sandbox cannot do,
and what sandboxes hold or have left. It changes nothing. Exit status 0 means that
the configuration as it is can work.

With --reap it removes what the sandboxes of dead programs left, and looks at
nothing else. Programs that run do that, too, and never touch what another living
one holds.

With --build-image it has the Docker engine build what the office image of docker
sandboxes stands on: a small Debian with LibreOffice, poppler and tesseract. The
engine must reach a registry and Debian's mirrors; it takes minutes.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case reaps:
				return a.runReap(cmd.Context())
			case builds:
				return a.runBuildImage(cmd.Context())
			}
			return a.runDoctor(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&reaps, "reap", false, "remove what the sandboxes of dead programs left")
	cmd.Flags().BoolVar(&builds, "build-image", false, "have the engine build the base of the office image")
	cmd.MarkFlagsMutuallyExclusive("reap", "build-image")
	return cmd
}

func (a *app) runDoctor(ctx context.Context) error {
	all := append([]desk.Finding{a.aboutConfig()}, a.desk.Examine(ctx)...)
	if err := showResult(a, all, nil, a.tellFindings); err != nil {
		return err
	}
	for _, f := range all {
		if f.Needed && !f.OK {
			return &desk.MissingError{Said: f.Name + ": " + f.Detail}
		}
	}
	return nil
}

// aboutConfig is which configuration file is read.
func (a *app) aboutConfig() desk.Finding {
	f := desk.Finding{Name: "configuration", OK: true, Needed: true, Detail: a.read}
	if a.read == "" {
		f.Detail = "the defaults: no file is read"
	}
	return f
}

// runReap removes what dead programs left.
func (a *app) runReap(ctx context.Context) error {
	all, failed := a.desk.Reap(ctx)
	if err := showResult(a, all, nil, a.tellReaped); err != nil {
		return err
	}
	return failed
}

// runBuildImage has the engine build the image with which docker sandboxes convert and
// read.
func (a *app) runBuildImage(ctx context.Context) error {
	built, err := a.desk.BuildImage(ctx, a.err)
	return showResult(a, map[string]string{"built": built}, err, func(map[string]string) { tellf(a.out, "built %s\n", built) })
}

func (a *app) tellFindings(all []desk.Finding) {
	for _, f := range all {
		tellf(a.out, "%-7s  %-15s %s\n", markOf(f), f.Name, f.Detail)
		for _, line := range a.more(f) {
			tellf(a.out, "%-7s  %-15s   %s\n", "", "", line)
		}
	}
}

// more returns the lines printed under a finding.
func (a *app) more(f desk.Finding) []string {
	var lines []string
	for _, what := range f.Without {
		lines = append(lines, "without "+what)
	}
	for _, left := range f.Left {
		lines = append(lines, a.leftWords(left))
	}
	if f.Fix != "" {
		lines = append(lines, f.Fix)
	}
	return lines
}

// markOf distinguishes what is missing from what is merely not there.
func markOf(f desk.Finding) string {
	switch {
	case f.OK:
		return "ok"
	case f.Needed:
		return "missing"
	}
	return "-"
}

func (a *app) tellReaped(all desk.Reaped) {
	for _, left := range all.Removed {
		tellf(a.out, "removed %s %s of %s\n", left.Kind, left.ID, left.Owner)
	}
	for _, left := range all.Stays {
		tellLine(a.out, a.leftWords(left))
	}
	if len(all.Removed)+len(all.Stays) == 0 {
		tellLine(a.out, "Nothing is left over.")
	}
}

// runWords is how a run's folder is named on the command line.
func (a *app) runWords(dir string) string {
	if runs, err := desk.RunsDir(a.config, a.lookup); err == nil && filepath.Dir(dir) == runs {
		return filepath.Base(dir)
	}
	return dir
}

// leftWords describes one leftover.
func (a *app) leftWords(left sandbox.Leftover) string {
	id, age := left.ID, ""
	if left.Kind == sandbox.KindContainer && len(id) > 12 {
		id = id[:12]
	}
	if !left.Since.IsZero() {
		age = ", " + a.now().Sub(left.Since).Round(time.Second).String() + " old"
	}
	if left.Kept {
		run := a.runWords(left.Run)
		return fmt.Sprintf("%s %s%s waits for run %s, which was killed: legomem runs resume %s goes on with it, and with --discard removes it; on %s it goes by itself",
			left.Kind, id, age, filepath.Base(left.Run), run, left.Until.Format("2 January 2006"))
	}
	if left.Abandoned {
		return fmt.Sprintf("%s %s%s is left over by %s, which is gone: legomem doctor --reap removes it", left.Kind, id, age, left.Owner)
	}
	return fmt.Sprintf("%s %s%s is held by %s, which lives", left.Kind, id, age, left.Owner)
}
