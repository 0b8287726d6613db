package main

import (
	"context"
	"encoding/json"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/tools"
	"legomem/tools/apps"
)

func newToolCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tool",
		Short: "The tools the agents have, and one by hand",
	}
	cmd.AddCommand(newToolListCommand(a), newToolCallCommand(a))
	return cmd
}

func newToolListCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "list [NAME]",
		Short: "List the tools, or one tool's arguments",
		Long: `Lists the tools by app, or one tool with its arguments.

  legomem tool list
  legomem tool list excel.aggregate`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: toolNames,
		RunE: func(_ *cobra.Command, args []string) error { return a.runToolList(args) },
	}
}

func (a *app) runToolList(args []string) error {
	reg := apps.Registry()
	list := reg.All()
	if len(args) == 1 {
		t, err := reg.Lookup(args[0])
		if err != nil {
			return usage("%v", err)
		}
		return a.showTool(t)
	}
	if a.json {
		return a.printJSON(described(list))
	}
	last := ""
	for _, t := range list {
		group, _, _ := strings.Cut(t.Name, ".")
		if group != last {
			tellf(a.out, "%s\n", group)
			last = group
		}
		tellf(a.out, "  %-26s %s\n", t.Name, firstSentence(t.Description))
	}
	return nil
}

type toolInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  any    `json:"parameters"`
}

func described(list []tools.Tool) []toolInfo {
	out := []toolInfo{}
	for _, t := range list {
		out = append(out, toolInfo{t.Name, t.Description, t.Schema})
	}
	return out
}

func (a *app) showTool(t tools.Tool) error {
	if a.json {
		return a.printJSON(described([]tools.Tool{t})[0])
	}
	tellf(a.out, "%s\n  %s\n", t.Name, indented(t.Description))
	names := make([]string, 0, len(t.Schema.Properties))
	for name := range t.Schema.Properties {
		names = append(names, name)
	}
	sort.Strings(names)
	tellf(a.out, "\nArguments: %s\n", blockOf(tools.Accepted(t.Schema), "  "))
	for _, name := range names {
		if d := t.Schema.Properties[name].Description; d != "" {
			tellf(a.out, "  %-18s %s\n", name, d)
		}
	}
	return nil
}

func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i > 0 {
		return s[:i+1]
	}
	return s
}

type toolCallOptions struct {
	root, args, user, date string
}

func newToolCallCommand(a *app) *cobra.Command {
	var o toolCallOptions
	cmd := &cobra.Command{
		Use:   "call NAME --root DIR --args JSON",
		Short: "Call one tool by hand",
		Long: `Calls one tool by hand, on a folder laid out as a testbed (data/, emails/,
calendar/). The tool runs in the sandbox, on a copy; what it changed is then
written back: the folder is changed in place, without a backup. Without --root
there are no files, and tools that write are refused.

  legomem tool call system.calculate --args '{"expression":"3*14"}'
  legomem tool call excel.read --root ./office --args '{"file_path":"data/a.xlsx"}'`,
		Args: cobra.ExactArgs(1), ValidArgsFunction: toolNames,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runToolCall(cmd.Context(), args[0], o) },
	}
	cmd.Flags().StringVar(&o.root, "root", "", "the folder (default: no files)")
	cmd.Flags().StringVar(&o.args, "args", "{}", "the arguments, a JSON object")
	cmd.Flags().StringVar(&o.user, "user", "", "the acting user (default: your login name)")
	cmd.Flags().StringVar(&o.date, "date", "", "the date the tool acts on, such as 2026-03-12 (default: now)")
	return cmd
}

func (a *app) runToolCall(ctx context.Context, name string, o toolCallOptions) error {
	call := desk.ToolCall{Tool: name, Root: o.root, User: o.user, Date: o.date}
	if _, err := apps.Registry().Lookup(name); err != nil {
		return usage("%v", err)
	}
	if err := json.Unmarshal([]byte(o.args), &call.Args); err != nil || call.Args == nil {
		return usage("--args is not a JSON object (such as '{\"file_path\":\"data/a.xlsx\"}'): %s", o.args)
	}
	return a.desk.CallTool(ctx, call, a.printObservation)
}

func (a *app) printObservation(obs tools.Observation) error {
	if a.json {
		if err := a.printJSON(obs); err != nil {
			return err
		}
	} else if !obs.Failed {
		tellPage(a.out, obs.Text+"\n")
	}
	return failure(obs)
}

// failure returns the error that a failed action ends the command with.
func failure(obs tools.Observation) error {
	switch {
	case !obs.Failed:
		return nil
	case desk.IsMissing(obs.Code):
		return &desk.MissingError{Said: obs.Text}
	case obs.Code == tools.BadArguments:
		return usage("%s", obs.Text)
	}
	return &desk.NotSolved{Said: obs.Text}
}
