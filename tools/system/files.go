package system

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/words"
)

func fileTools() []tools.Tool {
	return []tools.Tool{
		tools.AsStaple(tools.Define("system.list_files", "List the files in a folder and below it.",
			func(p listParams) []tools.Effect { return tools.ListEffects(p.Folder) }, runList)),
		tools.Define("system.copy", "Copy files or folders. A bare target goes beside the source; an existing folder, or one ending in /, takes the copy under its own name. Several sources need a folder.",
			func(p copyParams) []tools.Effect {
				return append(tools.ReadEffects(p.Source...), p.puts()...)
			}, runCopy),
		tools.Define("system.move", "Move or rename files or folders. A bare target renames in place; an existing folder, or one ending in /, takes it under its own name. Several sources need a folder.",
			func(p copyParams) []tools.Effect {
				return append(takes(p.Source), p.puts()...)
			}, runMove),
		tools.Define("system.delete", "Delete files, or folders with all they hold.",
			func(p deleteParams) []tools.Effect { return tools.ChangeEffects(true, p.Files...) }, runDelete),
		tools.Define("system.make_folder", "Make a folder, and those above it. A bare name is made under data/.",
			func(p folderParams) []tools.Effect { return makes(false, p.Folder) }, runMakeFolder),
		tools.Hide(tools.Define("system.inspect", "For evaluators: what is there under exactly this path, and its raw text.",
			func(p inspectParams) []tools.Effect { return p.effects() }, runInspect)),
		reviewTool(),
	}
}

type listParams struct {
	Folder  string   `json:"folder,omitempty" jsonschema:"default the whole testbed" kind:"file"`
	Pattern string   `json:"pattern,omitempty" jsonschema:"of the name: *.xlsx, report*"`
	Types   []string `json:"types,omitempty" jsonschema:"such as pdf, docx"`
}

// fits reports whether a file's name is one of those that are listed.
func (p listParams) fits(name string) bool {
	name = strings.ToLower(name)
	fits, _ := path.Match(strings.ToLower(p.Pattern), name) // the pattern was tried before
	typed := slices.ContainsFunc(p.Types, func(t string) bool {
		return path.Ext(name) == "."+strings.TrimPrefix(strings.ToLower(strings.TrimSpace(t)), ".")
	})
	return (fits || p.Pattern == "") && (typed || len(p.Types) == 0)
}

type listData struct {
	Files   []string `json:"files"`
	Names   []string `json:"names"`
	Folders []string `json:"folders"`
	Count   int      `json:"count"`
}

// maxListed is the number of files a listing may have.
const maxListed = 10_000

func runList(ctx context.Context, ws *tools.Workspace, p listParams) (tools.Result, error) {
	folder, err := findFolder(ws, p.Folder)
	if err != nil {
		return tools.Result{}, err
	}
	if _, err := path.Match(p.Pattern, ""); err != nil {
		return tools.Result{}, tools.Failf(tools.BadArguments, "pattern %q: * stands for any letters, ? for one, [ab] for a or b", p.Pattern)
	}
	d := listData{Files: []string{}, Names: []string{}, Folders: []string{}}
	var others []string
	err = d.list(ctx, ws, folder, func(file string) bool {
		fits := p.fits(path.Base(file))
		if !fits && len(others) < maxListed {
			others = append(others, file)
		}
		return fits
	})
	if err != nil {
		return tools.Result{}, err
	}
	d.Count = len(d.Files)
	text := fmt.Sprintf("%d files in %s\n%s", d.Count, folder, strings.Join(d.Files, "\n"))
	if d.Count == 0 && len(others) > 0 {
		text += fmt.Sprintf("There are others: of %s the nearest by name: %s", words.Count(len(others), "file"), nearest(strings.Trim(p.Pattern, "*?"), others))
	}
	if len(d.Folders) > 0 {
		text += "\nfolders: " + strings.Join(d.Folders, ", ")
	}
	return tools.Result{Text: text, Data: d}, nil
}

// findFolder finds a folder: as named, or under data/.
func findFolder(ws *tools.Workspace, name string) (string, error) {
	if name == "" {
		return ".", nil
	}
	p, err := ws.Find(name)
	if err != nil {
		return "", err
	}
	if info, err := ws.Stat(p); err != nil || !info.IsDir() {
		return "", tools.Failf(tools.BadArguments, "%s is a file, not a folder", p)
	}
	return p, nil
}

func (d *listData) list(ctx context.Context, ws *tools.Workspace, folder string, fits func(file string) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := ws.List(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		p := path.Join(folder, e.Name())
		if e.IsDir() {
			d.Folders = append(d.Folders, p)
			if err := d.list(ctx, ws, p, fits); err != nil {
				return err
			}
			continue
		}
		if !fits(p) {
			continue
		}
		if len(d.Files) >= maxListed {
			return tools.Failf(tools.TooLarge, "more than %d files; name a folder or a pattern", maxListed)
		}
		d.Files, d.Names = append(d.Files, p), append(d.Names, e.Name())
	}
	return nil
}

type copyParams struct {
	Source    []string `json:"source" jsonschema:"one or several" kind:"file"`
	Target    string   `json:"target" jsonschema:"new name, or folder" kind:"file"`
	Overwrite bool     `json:"overwrite,omitempty" jsonschema:"replace an existing file"`
}

type copyData struct {
	File    string   `json:"file"`  // the (last) new path
	Files   []string `json:"files"` // all of them
	Sources []string `json:"sources"`
}

// pairs resolves each source and where it goes.
func (p copyParams) pairs(ws *tools.Workspace) (sources, targets []string, err error) {
	if len(p.Source) == 0 {
		return nil, nil, tools.Failf(tools.BadArguments, "name a source")
	}
	for _, s := range p.Source {
		src, err := ws.Find(s)
		if err != nil {
			return nil, nil, err
		}
		dst, err := p.place(ws, src)
		if err != nil {
			return nil, nil, err
		}
		if src == "." {
			return nil, nil, tools.Failf(tools.Refused, "the testbed itself can be neither copied nor moved; name what is in it")
		}
		if dst == src {
			return nil, nil, tools.Failf(tools.BadArguments, "%s cannot go onto itself", src)
		}
		if strings.HasPrefix(dst, src+"/") {
			return nil, nil, tools.Failf(tools.BadArguments, "%s cannot go into itself", src)
		}
		sources, targets = append(sources, src), append(targets, dst)
	}
	return sources, targets, nil
}

// into reports whether the target must be a folder, existing or not.
func (p copyParams) into() bool {
	return strings.HasSuffix(strings.TrimSpace(p.Target), "/") || len(p.Source) > 1
}

// puts are the effects on the target: where a folder of that name may be, and
// where place puts a source that does not go into one. If the target is the
// testbed itself, they are those on the sources' names.
func (p copyParams) puts() []tools.Effect {
	target, err := tools.CleanPath(p.Target)
	switch {
	case err != nil:
		return tools.WriteEffects(p.Overwrite, p.Target)
	case target == ".":
		return tools.WriteEffects(p.Overwrite, eachPath(p.Source, path.Base)...)
	}
	all := tools.ChangeEffects(p.Overwrite, p.Target) // where Find finds a folder
	if p.into() {
		return append(all, makes(p.Overwrite, p.Target)...)
	}
	beside := eachPath(p.Source, func(src string) string {
		dst, _ := placeFor(p.Target, path.Dir(src)) // it is a valid path, as checked above
		return dst
	})
	return append(all, tools.WriteEffects(p.Overwrite, beside...)...)
}

// eachPath applies do to the sources' paths; an invalid one stays as it is.
func eachPath(sources []string, do func(string) string) []string {
	var all []string
	for _, s := range sources {
		if p, err := tools.CleanPath(s); err == nil {
			s = do(p)
		}
		all = append(all, s)
	}
	return all
}

// takes are the effects of moving files away: no content is lost, but a
// mailbox or a calendar loses what is moved out of it.
func takes(sources []string) []tools.Effect {
	all := tools.EditEffects(false, sources...)
	for i, e := range all {
		top, _, _ := strings.Cut(strings.TrimPrefix(e.Target, "file:"), "/")
		all[i].Destroys = e.Class == tools.Write && (top == "emails" || top == "calendar" || top == ".")
	}
	return all
}

func (p copyParams) place(ws *tools.Workspace, src string) (string, error) {
	into := p.into()
	if found, err := ws.Find(p.Target); err == nil {
		info, err := ws.Stat(found)
		if err == nil && info.IsDir() {
			return path.Join(found, path.Base(src)), nil
		}
		if len(p.Source) > 1 {
			return "", tools.Failf(tools.BadArguments, "%s is a file; several sources need a folder", found)
		}
	}
	dir := path.Dir(src)
	if into {
		dir = "data"
	}
	dst, err := placeFor(p.Target, dir)
	if err == nil && into {
		dst = path.Join(dst, path.Base(src))
	}
	return dst, err
}

func runCopy(ctx context.Context, ws *tools.Workspace, p copyParams) (tools.Result, error) {
	return p.each(ws, "copied", func(src, dst string) error { return copyPath(ctx, ws, src, dst, p.Overwrite) })
}

func runMove(_ context.Context, ws *tools.Workspace, p copyParams) (tools.Result, error) {
	return p.each(ws, "moved", func(src, dst string) error {
		if info, err := ws.Stat(dst); err == nil && p.Overwrite && info.Mode().IsRegular() {
			if err := ws.Remove(dst); err != nil {
				return err
			}
		}
		return ws.Rename(src, dst)
	})
}

func (p copyParams) each(ws *tools.Workspace, did string, do func(src, dst string) error) (tools.Result, error) {
	sources, targets, err := p.pairs(ws)
	if err != nil {
		return tools.Result{}, err
	}
	d := copyData{Sources: sources, Files: targets}
	var lines []string
	for i, src := range sources {
		if err := do(src, targets[i]); err != nil {
			return tools.Result{}, err
		}
		d.File = targets[i]
		lines = append(lines, fmt.Sprintf("%s %s to %s", did, src, targets[i]))
	}
	return tools.Result{Text: strings.Join(lines, "\n"), Data: d}, nil
}

func copyPath(ctx context.Context, ws *tools.Workspace, src, dst string, overwrite bool) error {
	info, err := ws.Stat(src)
	if err != nil {
		return err
	}
	if ws.Exists(dst) && !overwrite {
		return tools.Failf(tools.Exists, "%s is there already; set overwrite to replace it", dst)
	}
	if !info.IsDir() {
		data, err := ws.ReadFile(src)
		if err != nil {
			return err
		}
		return ws.WriteFile(dst, data)
	}
	if err := ws.MkdirAll(dst); err != nil {
		return err
	}
	entries, err := ws.List(src)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := copyPath(ctx, ws, path.Join(src, e.Name()), path.Join(dst, e.Name()), overwrite); err != nil {
			return err
		}
	}
	return nil
}

type deleteParams struct {
	Files []string `json:"file_path" jsonschema:"one or several" kind:"file"`
}

func runDelete(_ context.Context, ws *tools.Workspace, p deleteParams) (tools.Result, error) {
	d := copyData{Files: []string{}}
	for _, f := range p.Files {
		found, err := ws.Find(f)
		if err != nil {
			return tools.Result{}, err
		}
		d.File, d.Files = found, append(d.Files, found)
	}
	for _, f := range d.Files {
		if err := ws.Remove(f); err != nil {
			return tools.Result{}, err
		}
	}
	return tools.Result{Text: "deleted " + strings.Join(d.Files, ", "), Data: map[string]any{"files": d.Files, "file": d.File}}, nil
}

type folderParams struct {
	Folder string `json:"folder" jsonschema:"the folder" kind:"file"`
}

func runMakeFolder(_ context.Context, ws *tools.Workspace, p folderParams) (tools.Result, error) {
	folder, err := placeFor(p.Folder, "data")
	if err != nil {
		return tools.Result{}, err
	}
	if err := ws.MkdirAll(folder); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: "made folder " + folder, Data: map[string]any{"folder": folder}}, nil
}
