// Package reading tells, behind a sandbox, what the files say that changes compares: the
// files are strangers', and whatever parses them is kept apart.
//
// Start with Boxed, a changes.Reader.
package reading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"legomem/changes"
	"legomem/tools"
	"legomem/tools/facts"
	"legomem/tools/sandbox"
)

// maxOpened is how many sandboxes one list may use up: a file that breaks one is named
// as unreadable, and the files after it are read in another.
const maxOpened = 4

// maxEvents is how many events of all calendars together are told one by one.
const maxEvents = 10_000

// Boxed reads files in sandboxes of its own, which get nothing but these files.
type Boxed struct {
	Launcher sandbox.Launcher
	// Spec is that of a sandbox, without a testbed.
	Spec sandbox.Spec
	// Dir is a folder to make for the copies, best on the disk of the files. It is
	// removed again.
	Dir string
}

// Read reads every pair. What cannot be read has an Err.
func (b Boxed) Read(ctx context.Context, pairs []changes.Pair) []changes.Facts {
	out := make([]changes.Facts, len(pairs))
	defer os.RemoveAll(b.Dir)
	if err := b.stage(pairs); err != nil {
		return failed(out, err)
	}
	b.Spec.Testbed = b.Dir
	done := 0
	for range maxOpened {
		read, err := b.inOne(ctx, pairs[done:], out[done:], done)
		done += read
		switch {
		case err == nil:
			return out
		case done == len(pairs), read == 0, ctx.Err() != nil:
			failed(out[done:], err)
			return out
		}
	}
	failed(out[done:], errors.New("files before it broke the sandbox"))
	return out
}

func failed(out []changes.Facts, err error) []changes.Facts {
	for i := range out {
		out[i].Err = err.Error()
	}
	return out
}

// inOne reads pairs in one sandbox, up to the first that breaks it, and returns how many
// have facts now. The first pair is number first of all.
func (b Boxed) inOne(ctx context.Context, pairs []changes.Pair, out []changes.Facts, first int) (int, error) {
	box, err := b.Launcher.Open(ctx, b.Spec)
	if err != nil {
		return 0, fmt.Errorf("open the %s sandbox: %w", b.Launcher.Name(), err)
	}
	defer box.Close()
	events := 0
	for i, p := range pairs {
		if out[i], err = read(ctx, box, p, first+i); err != nil {
			out[i].Err = err.Error()
			return i + 1, err
		}
		if c := out[i].Calendar; c != nil {
			if events += len(c.Events); events > maxEvents {
				c.Events = nil // its Total says how many are left out
			}
		}
	}
	return len(pairs), nil
}

// read reads one pair, by the tool for its place or type. An error means that the
// sandbox broke.
func read(ctx context.Context, box sandbox.Sandbox, p changes.Pair, n int) (changes.Facts, error) {
	var f changes.Facts
	args := map[string]any{}
	if p.Before != "" {
		args["before"] = staged("before", p, n)
	}
	if p.After != "" {
		args["after"] = staged("after", p, n)
	}
	var into any
	tool := toolFor(p.Path)
	switch tool {
	case "email.review":
		f.Mail = &facts.Mail{}
		args, into = map[string]any{"file_path": either(args)}, f.Mail
	case "calendar.review":
		f.Calendar = &facts.Calendar{}
		into = f.Calendar
	default:
		f.Content = &facts.Content{}
		into = f.Content
	}
	obs, err := box.Call(ctx, tools.Action{Tool: tool, Args: args})
	if err != nil {
		return changes.Facts{}, err
	}
	if obs.Failed {
		return changes.Facts{Err: facts.Cut(plainReason(obs.Text, p, n))}, nil
	}
	if err := json.Unmarshal(obs.Data, into); err != nil {
		return changes.Facts{Err: fmt.Sprintf("read what %s returned: %v", tool, err)}, nil
	}
	return f, nil
}

// either is the file of the later state.
func either(args map[string]any) any {
	if after, ok := args["after"]; ok {
		return after
	}
	return args["before"]
}

// toolFor is the tool that reads what lies at a path.
func toolFor(name string) string {
	switch ext := strings.ToLower(path.Ext(name)); {
	case changes.IsMail(name):
		return "email.review"
	case changes.IsCalendar(name):
		return "calendar.review"
	case ext == ".xlsx" || ext == ".xlsm":
		return "excel.review"
	case ext == ".docx" || ext == ".docm":
		return "word.review"
	case ext == ".pdf":
		return "pdf.review"
	}
	return "system.review"
}

// plainReason names the file as people know it.
func plainReason(text string, p changes.Pair, n int) string {
	for _, state := range []string{"before", "after"} {
		text = strings.ReplaceAll(text, staged(state, p, n), p.Path)
	}
	return text
}

// staged is where a state of a pair lies in the sandbox. Names of strangers are not
// used; the type is.
func staged(state string, p changes.Pair, n int) string {
	ext := strings.ToLower(path.Ext(p.Path))
	if len(ext) > 6 || strings.ContainsFunc(ext, func(r rune) bool { return r != '.' && (r < '0' || r > 'z') }) {
		ext = ""
	}
	return fmt.Sprintf("%s/%d%s", state, n, ext)
}

// stage puts the files into the folder for the sandbox.
func (b Boxed) stage(pairs []changes.Pair) error {
	if err := os.RemoveAll(b.Dir); err != nil {
		return fmt.Errorf("copy the files to read: %w", err)
	}
	for _, state := range []string{"before", "after"} {
		if err := os.MkdirAll(filepath.Join(b.Dir, state), 0o700); err != nil {
			return fmt.Errorf("copy the files to read: %w", err)
		}
	}
	for i, p := range pairs {
		err := errors.Join(b.lay(p.Before, staged("before", p, i)), b.lay(p.After, staged("after", p, i)))
		if err != nil {
			return fmt.Errorf("copy %s to read it: %w", p.Path, err)
		}
	}
	return nil
}

// lay links a file, which the sandbox copies and never changes, or copies it.
func (b Boxed) lay(file, name string) error {
	if file == "" {
		return nil
	}
	to := filepath.Join(b.Dir, filepath.FromSlash(name))
	if os.Link(file, to) == nil {
		return nil
	}
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
