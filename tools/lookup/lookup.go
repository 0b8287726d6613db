// Package lookup is the tool that tells what a file, or a text, says about something:
// whatever kind the file is of, it is read out, and the passages that share the most
// telling words with what is asked are given, in their order.
//
// Start with Tools. Files are read out in readout.go, passages made in passages.go and
// weighed in weigh.go.
package lookup

import (
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
)

// Tools returns the tool.
func Tools() []tools.Tool {
	return []tools.Tool{tools.Unprompt(tools.Define("system.look_up",
		"Find what a file says about something: the passages of a document, pdf, text, picture or scan, or the rows of a sheet, that have the most telling words of it. Instead of a file it takes a text; without either it looks through the files below data/.",
		effects, run))}
}

type params struct {
	File    string `json:"file_path,omitempty" jsonschema:"the file" kind:"file"`
	Content string `json:"content,omitempty" jsonschema:"instead of a file: the text to look in" kind:"message"`
	About   string `json:"about" jsonschema:"what is asked about, in words that stand in it" kind:"phrase"`
}

func effects(p params) []tools.Effect {
	if p.everywhere() {
		return tools.ListEffects("data")
	}
	return tools.ReadGiven(p.File)
}

func (p params) everywhere() bool { return p.File == "" && p.Content == "" }

// found is what a text says about something. Begins is its first line.
type found struct {
	File     string   `json:"file"`
	Where    string   `json:"where"` // it was found, in words
	Passages []string `json:"passages"`
	Count    int      `json:"count"`
	Begins   string   `json:"begins"`
	Unread   int      `json:"unread"` // files, where all were looked through
}

func run(ctx context.Context, ws *tools.Workspace, p params) (tools.Result, error) {
	if len(wordsOf(p.About)) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "say what to look for: about is %q", p.About)
	}
	if p.File != "" && p.Content != "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "give file_path or content, not both")
	}
	if p.everywhere() {
		d, err := everywhere(ctx, ws, p.About)
		return tools.Result{Text: d.text(p.About), Data: d}, err
	}
	d := found{Where: "the text", Passages: []string{}}
	lines := strings.Split(p.Content, "\n")
	if p.File != "" {
		var err error
		if d.File, lines, err = readOut(ctx, ws, p.File); err != nil {
			return tools.Result{}, err
		}
		d.Where = path.Base(d.File)
	}
	all := passages(lines)
	if len(all) > 0 {
		d.Begins = all[0]
	}
	d.Passages = append(d.Passages, telling(all, p.About)...)
	d.Count = len(d.Passages)
	return tools.Result{Text: d.text(p.About), Data: d}, nil
}

func (d found) text(about string) string {
	switch {
	case d.Count > 0:
		return "In " + d.Where + ":\n" + strings.Join(d.Passages, "\n")
	case d.Begins == "":
		return fmt.Sprintf("In %s nothing is said about %q", d.Where, about)
	}
	return fmt.Sprintf("In %s nothing is said about %q; it begins: %s", d.Where, about, d.Begins)
}
