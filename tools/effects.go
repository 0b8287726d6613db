package tools

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Self names the acting user, in effects and in arguments.
const Self = "self"

// Changes reports whether the effects do more than read.
func Changes(effects []Effect) bool {
	return slices.ContainsFunc(effects, func(e Effect) bool { return e.Class != Read })
}

// OnlyChanges reports whether what an action returns is about what it changed itself, and so
// repeats its own arguments. A shell's output may be anything.
func OnlyChanges(effects []Effect) bool {
	shell := slices.ContainsFunc(effects, func(e Effect) bool { return e.Class == Shell })
	return Changes(effects) && !shell
}

// Changing reports whether an action that is written as memories have it,
// `excel.append_row({"file_path": "a.xlsx"})`, does more than read. What cannot be told
// counts as changing.
func (r *Registry) Changing(action string) bool {
	name, args, _ := strings.Cut(strings.TrimSpace(action), "(")
	tool, known := r.Get(name)
	given := map[string]any{}
	err := json.Unmarshal([]byte(strings.TrimSuffix(args, ")")), &given)
	if !known || err != nil {
		return true
	}
	effects, err := tool.Effects(given)
	return err != nil || Changes(effects)
}

// The recipients of a reply are named in a mail that has not been read yet.
const (
	SenderOfMail   = "sender of the mail"
	EveryoneOnMail = "everyone on the mail"
)

// ReadEffects are the effects of reading files that Find looks for. Which path
// it finds cannot be known without the testbed, so all places are named.
func ReadEffects(files ...string) []Effect {
	var all []Effect
	for _, f := range files {
		for _, p := range places(f) {
			all = append(all, fileEffect(Read, "file", p))
		}
	}
	return all
}

// ReadGiven are the effects of reading those files that are given at all.
func ReadGiven(files ...string) []Effect {
	return ReadEffects(slices.DeleteFunc(files, func(f string) bool { return f == "" })...)
}

// ChangeEffects are the effects of writing or deleting, unread, what Find looks for.
func ChangeEffects(destroys bool, files ...string) []Effect {
	all := ReadEffects(files...)
	for i := range all {
		all[i].Class, all[i].Destroys = Write, destroys
	}
	return all
}

// EditEffects are the effects of reading files that Find looks for and writing them
// again. destroys means that a part of them is deleted.
func EditEffects(destroys bool, files ...string) []Effect {
	return append(ReadEffects(files...), ChangeEffects(destroys, files...)...)
}

// MakeEffects are the effects of writing files where Place puts them; an empty
// name has none. destroys means that an existing file is replaced.
func MakeEffects(destroys bool, files ...string) []Effect {
	var all []Effect
	for _, f := range files {
		if f != "" {
			all = append(all, WriteEffects(destroys, UnderData(bestClean(f)))...)
		}
	}
	return all
}

// WriteEffects are the effects of writing at exactly these paths.
func WriteEffects(destroys bool, paths ...string) []Effect {
	var all []Effect
	for _, p := range paths {
		e := fileEffect(Write, "file", bestClean(p))
		e.Destroys = destroys
		all = append(all, e)
	}
	return all
}

// ListEffects are the effects of listing or searching a folder and all below
// it; without a name, the testbed.
func ListEffects(folder string) []Effect {
	var all []Effect
	for _, p := range places(folder) {
		all = append(all, fileEffect(Read, "folder", p))
	}
	return all
}

// PersonEffect is an effect on a user's mailbox or calendar (kind), with the
// name as UserName reads it; an empty name is the acting user.
func PersonEffect(class Class, kind, user string) Effect {
	if user == "" {
		user = Self
	}
	if name, err := UserName(user); err == nil {
		user = name
	}
	if strings.EqualFold(user, Self) {
		user = Self
	}
	return Effect{Class: class, Target: kind + ":" + user}
}

// Owner is the user whose mailbox or calendar an argument means; an empty one
// and "self" mean the acting user.
func (w *Workspace) Owner(user string) (string, error) {
	if user == "" {
		user = w.User
	}
	name, err := UserName(user)
	if err == nil && strings.EqualFold(name, Self) {
		return UserName(w.User)
	}
	return name, err
}

// places are where Find looks for a file of that name.
func places(name string) []string {
	p := bestClean(name)
	if strings.Contains(p, "/") || p == "." {
		return []string{p}
	}
	return []string{p, "data/" + p}
}

// bestClean is CleanPath, but leaves a path that CleanPath refuses as it is, so
// that checked refuses the whole action.
func bestClean(name string) string {
	p, err := CleanPath(name)
	if err != nil {
		return name
	}
	return p
}

// fileEffect spells the testbed's folders in one way, since Find accepts any case.
func fileEffect(class Class, kind, p string) Effect {
	top, rest, below := strings.Cut(p, "/")
	for _, dir := range []string{"data", "emails", "calendar"} {
		if strings.EqualFold(top, dir) {
			top = dir
		}
	}
	if below {
		top += "/" + rest
	}
	return Effect{Class: class, Target: kind + ":" + top}
}

// checked returns the effects, each once. It refuses a path or a person that is
// not spelled as the tool will read it, since the policy might mistake it for
// another.
func checked(effects []Effect) ([]Effect, error) {
	var out []Effect
	at := map[Effect]int{}
	for _, e := range effects {
		if err := e.check(); err != nil {
			return nil, err
		}
		key := Effect{Class: e.Class, Target: e.Target}
		if i, seen := at[key]; seen {
			out[i].Destroys = out[i].Destroys || e.Destroys
			continue
		}
		at[key] = len(out)
		out = append(out, e)
	}
	return out, nil
}

func (e Effect) check() error {
	kind, name, _ := strings.Cut(e.Target, ":")
	read := func(s string) (string, error) { return s, nil }
	switch kind {
	case "file", "folder":
		read = CleanPath
	case "mailbox", "calendar":
		read = UserName
	}
	same, err := read(name)
	if err == nil && same != name {
		err = Failf(Refused, "%q can be read in two ways, also as %q; spell it plainly", name, same)
	}
	return err
}

// CleanPath turns a path as a task or a model writes it ("/testbed/data/a.xlsx",
// "./data/a.xlsx", "data/a.xlsx") into one relative to the testbed's root. A
// path that leaves the root, holds control characters or is not UTF-8 is refused.
func CleanPath(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", Failf(Refused, "path %q is not UTF-8", name)
	}
	for _, r := range name {
		if r < ' ' || r == 0x7f {
			return "", Failf(Refused, "path %q has a control character", name)
		}
	}
	p := strings.TrimSpace(strings.ReplaceAll(name, `\`, "/"))
	if p == "/testbed" || strings.HasPrefix(p, "/testbed/") {
		p = strings.TrimPrefix(p, "/testbed")
	}
	for { // until cleaning it again would change nothing
		q := strings.TrimLeftFunc(strings.TrimSpace(p), func(r rune) bool { return r == '/' || unicode.IsSpace(r) })
		if q = path.Clean(q); q == p { // an empty path becomes "."
			break
		}
		p = q
	}
	switch {
	case p == "..", strings.HasPrefix(p, "../"):
		return "", Failf(Refused, "path %q is outside the testbed", name)
	case strings.Count(p, "/") >= MaxDepth:
		return "", Failf(Refused, "path %.40q... is more than %d names deep", p, MaxDepth)
	}
	return p, nil
}
