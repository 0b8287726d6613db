package orchestrator

import (
	"encoding/json"
	"maps"
	"net/mail"
	"path"
	"slices"
	"strconv"
	"strings"

	"legomem/tools"
	"legomem/tools/value"
	"legomem/trajectory"
)

// deed is what an action does. Its key identifies it: the tool, what it changes, and
// its arguments, all in canonical form.
type deed struct {
	key     string
	changes []string // what it changes: files, mailboxes, calendars
	// alters are the changes that may undo what was there: the action looks for
	// something in the target to change, or deletes.
	alters []string
	// people is true for a mail or an event: something that others get.
	people bool
}

// deedOf reads an action of a run; false if it changes nothing, or if the tool will
// refuse it.
func deedOf(reg *tools.Registry, task trajectory.Task, a tools.Action) (deed, bool) {
	t, ok := reg.Get(a.Tool)
	if !ok {
		return deed{}, false
	}
	args, err := t.Plain(a.Args)
	if err != nil {
		return deed{}, false
	}
	c := canon{user: task.User, domain: task.OfficeDomain(), ref: value.Reference{Now: task.Now, DayFirst: task.DayFirst}}
	effects, err := t.Effects(files(t, args))
	if err != nil || !tools.Changes(effects) {
		return deed{}, false
	}
	var d deed
	read := map[string]bool{}
	for _, e := range effects {
		if e.Class == tools.Read {
			read[c.target(e.Target)] = true
		}
	}
	for _, e := range effects {
		target := c.target(e.Target)
		if e.Class == tools.Read || slices.Contains(d.changes, target) {
			continue
		}
		d.changes = append(d.changes, target)
		d.people = d.people || e.Class == tools.Send || strings.HasPrefix(target, "calendar:")
		if e.Class == tools.Write && (e.Destroys || read[target]) {
			d.alters = append(d.alters, target)
		}
	}
	sends := slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class == tools.Send })
	if d.people && sends {
		d.alters = nil // an answer leaves the mail it answers as it is
	}
	slices.Sort(d.changes)
	b, err := json.Marshal([]any{t.Name, d.changes, c.args(t, args)})
	d.key = string(b)
	return d, err == nil
}

// files returns a tool's arguments with its files in canonical form, so that its
// effects name them in that form.
func files(t tools.Tool, args map[string]any) map[string]any {
	out := maps.Clone(args)
	for name, kind := range t.Kinds {
		if v, ok := args[name]; ok && kind == value.File {
			out[name] = canon{}.arg(kind, v, nil)
		}
	}
	return out
}

// canon puts values into canonical form.
type canon struct {
	user   string // the acting user
	domain string // the office's
	ref    value.Reference
}

// args puts a tool's arguments into canonical form. The owner of a mailbox or calendar
// may be given by "user", by "users", or not at all if it is the acting user.
func (c canon) args(t tools.Tool, args map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range args {
		if v = c.arg(t.Kinds[name], v, args); v != nil {
			out[name] = v
		}
	}
	if t.Kinds["users"] == value.Person {
		all := people(out["user"], out["users"])
		delete(out, "user")
		out["users"] = all
	}
	for _, name := range []string{"user", "users", "sender"} {
		if empty, _ := out[name].([]any); t.Kinds[name] == value.Person && len(empty) == 0 {
			out[name] = []any{c.person(tools.Self)}
		}
	}
	return out
}

func people(lists ...any) []any {
	var all []string
	for _, l := range lists {
		some, _ := l.([]any)
		for _, p := range some {
			if name, ok := p.(string); ok && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	out := []any{}
	for _, name := range all {
		out = append(out, name)
	}
	return out
}

// arg puts one argument, or each of a list, into canonical form. The order of people
// does not matter, and a number becomes its text.
func (c canon) arg(kind value.Kind, v any, args map[string]any) any {
	switch v := v.(type) {
	case string:
		if kind == value.Person {
			return c.people(v)
		}
		return c.text(kind, v, args)
	case []any:
		if kind == value.Person {
			var all []any
			for _, one := range v {
				if s, ok := one.(string); ok {
					all = append(all, c.people(s)...)
				}
			}
			return people(all)
		}
		out := make([]any, len(v))
		for i, one := range v {
			out[i] = c.arg(kind, one, args)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, one := range v {
			out[key] = c.arg(kind, one, args)
		}
		return out
	case float64:
		return c.text(kind, strconv.FormatFloat(v, 'f', -1, 64), args)
	}
	return v
}

func (c canon) people(s string) []any {
	var out []any
	for _, p := range tools.People(s) {
		out = append(out, c.person(p))
	}
	return people(out)
}

// person is a local name in lower case, or the address of somebody outside this office.
func (c canon) person(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.EqualFold(s, tools.Self) {
		s = c.user
	}
	if a, err := mail.ParseAddress(s); err == nil {
		s = a.Address
	}
	if _, domain, isAddress := strings.Cut(s, "@"); isAddress && !strings.EqualFold(domain, c.domain) {
		return strings.ToLower(s)
	}
	if name, err := tools.UserName(s); err == nil {
		s = name
	}
	return strings.ToLower(s)
}

// text puts a single value into canonical form; one that cannot be parsed stays.
func (c canon) text(kind value.Kind, s string, args map[string]any) any {
	switch kind {
	case "":
		return s
	case value.File:
		return filePath(s)
	case value.Email:
		return strings.ToLower(strings.TrimSpace(s))
	case value.Phrase:
		return strings.Join(strings.Fields(s), " ")
	case value.Message:
		return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
	case value.DateTime:
		return c.moment(s, args)
	}
	if canonical, err := value.Parse(kind, s, c.ref); err == nil {
		return canonical
	}
	return s
}

// moment reads a date and a time, a date alone, or a time on the day of "start".
func (c canon) moment(s string, args map[string]any) string {
	if canonical, err := value.Parse(value.DateTime, s, c.ref); err == nil {
		return canonical
	}
	if canonical, err := value.Parse(value.Date, s, c.ref); err == nil {
		return canonical
	}
	start, _ := args["start"].(string)
	clock, err := value.Parse(value.Time, s, c.ref)
	if err != nil || start == "" || start == s {
		return s
	}
	day, _, _ := strings.Cut(c.moment(start, nil), " ")
	return value.Join(day, clock)
}

// filePath is a file's path in the testbed. A file without a folder is in data/.
func filePath(s string) string {
	p, err := tools.CleanPath(s)
	if err != nil || p == "." {
		return s
	}
	top, rest, below := strings.Cut(p, "/")
	for _, dir := range []string{"data", "emails", "calendar"} {
		if strings.EqualFold(top, dir) {
			return path.Join(dir, rest)
		}
	}
	if !below {
		return "data/" + p
	}
	return p
}

// target puts an effect's target into canonical form. A mail that is sent to somebody
// changes their mailbox.
func (c canon) target(s string) string {
	kind, name, _ := strings.Cut(s, ":")
	switch kind {
	case "recipient":
		if name == tools.SenderOfMail || name == tools.EveryoneOnMail {
			return s
		}
		return "mailbox:" + c.person(name)
	case "mailbox", "calendar":
		return kind + ":" + c.person(name)
	}
	return s
}
