package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/draw"
)

// graphFormats are how a graph can be shown.
var graphFormats = []string{"text", "json", "mermaid", "dot", "events"}

type graphOptions struct{ format, svg string }

func newGraphCommand(a *app) *cobra.Command {
	var o graphOptions
	cmd := &cobra.Command{
		Use:   "graph RUN|SESSION",
		Short: "Show the task graph of a conversation, or of a run",
		Long: `Shows what a conversation's turns, or a run's plan, came to: the task graph
(docs/taskgraph.md). "last" is the latest session.

  legomem graph last                    an outline
  legomem graph last --svg graph.svg    a picture of it over its turns
  legomem graph last --format mermaid   for a page; dot for Graphviz, json and events for programs`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.runGraph(args[0], o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "text", "text, json, mermaid, dot, or events (the operations, a line each)")
	f.StringVar(&o.svg, "svg", "", "write a picture of the graph over its turns into this file")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(graphFormats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) runGraph(id string, o graphOptions) error {
	g, err := a.desk.GraphOf(id)
	if err != nil {
		return err
	}
	if o.svg != "" {
		return a.drawGraph(g, o.svg)
	}
	if a.json {
		o.format = "json"
	}
	switch o.format {
	case "text":
		if g.Text() == "" {
			tellLine(a.out, "The graph is empty.")
			return nil
		}
		tellf(a.out, "%s\n", blockOf(g.Text(), "  "))
	case "json":
		return a.printJSON(g.Document())
	case "mermaid":
		tellPage(a.out, g.Mermaid())
	case "dot":
		tellPage(a.out, g.DOT())
	case "events":
		for _, e := range g.Events() {
			if err := json.NewEncoder(jsonStream{rawOf(a.out)}).Encode(e); err != nil {
				return err
			}
		}
	default:
		return usage("--format %s: there are text, json, mermaid, dot and events", o.format)
	}
	return nil
}

// drawGraph writes a picture of a graph.
func (a *app) drawGraph(g *tg.Graph, file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return usage("%s is there already; name another file", file)
	}
	if err != nil {
		return usage("%v", err)
	}
	picture, err := draw.SVG(g)
	if err == nil {
		_, err = f.Write(picture)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("draw the graph: %w", err)
	}
	tellf(a.out, "%s\n", file)
	return nil
}
