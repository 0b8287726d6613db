// Package notes is the tools for a user's lists: shopping, packing, to do. A list is a
// plain text file data/lists/<name>.txt with an entry a line, so that its user can read
// and write it without us; or a text file elsewhere, such as data/todo.txt, named by its path.
//
// Start with Tools. A list as read is in list.go.
package notes

import (
	"context"
	"fmt"
	"path"
	"strings"

	"legomem/tools"
	"legomem/words"
)

// Tools returns the tools for lists.
func Tools() []tools.Tool {
	return []tools.Tool{
		tools.Define("list.make", "Make a list (shopping, packing, to do), with entries if wanted. A list that is there already is refused.",
			func(p entriesParams) []tools.Effect { return lookAnd(tools.EditEffects(false, fileOf(p.List))...) }, runMake),
		tools.Define("list.add", "Add entries to a list. One that is there already is not doubled.",
			func(p addParams) []tools.Effect { return lookAnd(tools.EditEffects(false, fileOf(p.List))...) }, runAdd),
		tools.Define("list.remove", "Take entries off a list, as they stand there (letters' case aside).",
			func(p entriesParams) []tools.Effect { return lookAnd(tools.EditEffects(true, fileOf(p.List))...) }, runRemove),
		tools.Define("list.show", "Give the entries of a list.",
			func(p showParams) []tools.Effect { return lookAnd(tools.ReadEffects(fileOf(p.List))...) }, runShow),
		tools.Define("list.names", "Give the names of all lists.",
			func(namesParams) []tools.Effect { return lookAnd() }, runNames),
	}
}

// lookAnd are the effects of a tool that may look which lists there are.
func lookAnd(effects ...tools.Effect) []tools.Effect {
	return append(tools.ListEffects(folder), effects...)
}

type entriesParams struct {
	List    string   `json:"list" jsonschema:"the list's name, such as shopping, or the path of a text file" kind:"phrase"`
	Entries []string `json:"entries,omitempty" jsonschema:"the entry, or several" kind:"phrase"`
}

type addParams struct {
	List    string   `json:"list" jsonschema:"the list's name, such as shopping, or the path of a text file" kind:"phrase"`
	Entries []string `json:"entries" jsonschema:"the entry, or several" kind:"phrase"`
	Make    bool     `json:"make,omitempty" jsonschema:"make the list if it is missing"`
}

// listData is a list as it is now, and what a call did to it.
type listData struct {
	List    string   `json:"list"`
	File    string   `json:"file"`
	Entries []string `json:"entries"`
	Count   int      `json:"count"`
	Added   []string `json:"added,omitempty"`
	Already []string `json:"already,omitempty"` // those to be added that were there
	Removed []string `json:"removed,omitempty"`
}

func (l *list) data() listData {
	all := l.entries()
	return listData{List: l.name, File: l.file, Entries: all, Count: len(all)}
}

func runMake(_ context.Context, ws *tools.Workspace, p entriesParams) (tools.Result, error) {
	l, err := open(ws, p.List)
	if err == nil {
		return tools.Result{}, tools.Failf(tools.Exists, "there is a list %s already, with %s; add to it with list.add", l.name, words.Plural(len(l.entries()), "entry", "entries"))
	}
	if tools.CodeOf(err) != tools.NotFound {
		return tools.Result{}, err
	}
	if l, err = fresh(p.List); err != nil {
		return tools.Result{}, err
	}
	return add(ws, l, p.Entries, "made")
}

func runAdd(_ context.Context, ws *tools.Workspace, p addParams) (tools.Result, error) {
	if len(p.Entries) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "say what to add to the list")
	}
	l, err := open(ws, p.List)
	if p.Make && tools.CodeOf(err) == tools.NotFound {
		l, err = fresh(p.List)
	}
	if err != nil {
		return tools.Result{}, err
	}
	return add(ws, l, p.Entries, "added to")
}

// add puts entries at a list's end, and writes it.
func add(ws *tools.Workspace, l *list, entries []string, did string) (tools.Result, error) {
	var added, already []string
	for _, e := range entries {
		entry, err := oneLine(e)
		if err != nil {
			return tools.Result{}, err
		}
		if l.has(entry) {
			already = append(already, entry)
			continue
		}
		l.lines, added = append(l.lines, entry), append(added, entry)
	}
	if err := l.write(ws); err != nil {
		return tools.Result{}, err
	}
	d := l.data()
	d.Added, d.Already = added, already
	text := fmt.Sprintf("%s the list %s: %s", did, l.name, orNothing(added))
	if len(already) > 0 {
		text += "; there already: " + strings.Join(already, ", ")
	}
	return tools.Result{Text: text, Data: d}, nil
}

func orNothing(entries []string) string {
	if len(entries) == 0 {
		return "nothing"
	}
	return strings.Join(entries, ", ")
}

func runRemove(_ context.Context, ws *tools.Workspace, p entriesParams) (tools.Result, error) {
	if len(p.Entries) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "say what to take off the list")
	}
	l, err := open(ws, p.List)
	if err != nil {
		return tools.Result{}, err
	}
	var removed []string
	for _, e := range p.Entries {
		was := l.remove(strings.TrimSpace(e))
		if was == "" {
			return tools.Result{}, tools.Failf(tools.NotFound, "the list %s has no entry %q; it has: %s", l.name, e, orNothing(l.entries()))
		}
		removed = append(removed, was)
	}
	if err := l.write(ws); err != nil {
		return tools.Result{}, err
	}
	d := l.data()
	d.Removed = removed
	return tools.Result{Text: fmt.Sprintf("took off the list %s: %s", l.name, strings.Join(removed, ", ")), Data: d}, nil
}

type showParams struct {
	List string `json:"list" jsonschema:"the list's name, such as shopping, or the path of a text file" kind:"phrase"`
}

func runShow(_ context.Context, ws *tools.Workspace, p showParams) (tools.Result, error) {
	l, err := open(ws, p.List)
	if err != nil {
		return tools.Result{}, err
	}
	d := l.data()
	return tools.Result{Text: fmt.Sprintf("the list %s has %s\n%s", l.name, words.Plural(d.Count, "entry", "entries"), strings.Join(d.Entries, "\n")), Data: d}, nil
}

type namesParams struct{}

// namesData are the lists by name.
type namesData struct {
	Names []string `json:"names"`
	Files []string `json:"files"`
	Count int      `json:"count"`
}

func runNames(_ context.Context, ws *tools.Workspace, _ namesParams) (tools.Result, error) {
	names, err := all(ws)
	if err != nil {
		return tools.Result{}, err
	}
	d := namesData{Names: names, Files: []string{}, Count: len(names)}
	for _, name := range names {
		d.Files = append(d.Files, path.Join(folder, name+suffix))
	}
	return tools.Result{Text: words.Count(d.Count, "list") + ": " + orNothing(names), Data: d}, nil
}
