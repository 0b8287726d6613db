package policy

import (
	"net/mail"
	"path"
	"slices"
	"strings"

	"legomem/tools"
)

// What the run has seen tells which mail, event or address an action is about.
// It allows nothing by itself: the task's text has to point there.

// mailSeen is a mail of the acting user's mailbox, as the email tools show it.
type mailSeen struct {
	id, subject string
	from        string
	replyTo     []string // where it wants answers to go, if not to from
	others      []string // to and cc
}

// eventSeen is an event, as calendar.list_events shows it.
type eventSeen struct{ summary string }

// Saw takes note of what an action returned.
func (g *Gate) Saw(a tools.Action, o tools.Observation) {
	if o.Failed {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	t, ok := g.reg.Get(a.Tool)
	if !ok {
		return
	}
	effects, err := t.Effects(a.Args)
	data, isObject := o.Value().(map[string]any)
	if err != nil || !isObject {
		return
	}
	app, _, _ := strings.Cut(t.Name, ".")
	switch app {
	case "email":
		g.sawMails(effects, data)
	case "calendar":
		g.sawEvents(effects, data)
	case "system":
		g.sawMoves(t.Name, data)
	}
	g.sawTables(effects, data)
}

// sawMails keeps the mails of the acting user's mailbox that were there before
// the run: what the run put there says nothing of who wrote it.
func (g *Gate) sawMails(effects []tools.Effect, data map[string]any) {
	if !slices.ContainsFunc(effects, func(e tools.Effect) bool {
		return e.Class == tools.Read && placeOf(e.Target).box == "mailbox" && g.mine(placeOf(e.Target))
	}) {
		return
	}
	for _, one := range append(objects(data["mails"]), data) {
		m := mailSeen{id: text(one["id"]), subject: text(one["subject"]), from: text(one["from"]),
			replyTo: texts(one["reply_to"]), others: append(texts(one["to"]), texts(one["cc"])...)}
		file := text(one["file"])
		if m.id == "" || m.from == "" || file == "" || !g.start.has(file) || g.touched[fold(file)] {
			continue
		}
		g.mails[mailKey(m.id)] = m
	}
}

// mailKey is a mail's id however it is spelled.
func mailKey(id string) string { return strings.TrimSuffix(fold(strings.TrimSpace(id)), ".eml") }

// sawEvents keeps events' titles, and the people on those of a calendar that the
// text speaks of.
func (g *Gate) sawEvents(effects []tools.Effect, data map[string]any) {
	for _, e := range objects(data["events"]) {
		id, user := text(e["id"]), text(e["user"])
		if id == "" || user == "" {
			continue
		}
		g.events[fold(user)+"\x00"+id] = eventSeen{summary: text(e["summary"])}
		if g.speaksOfCalendar(user) && !g.touched["calendar:"+fold(user)] {
			g.know(texts(e["attendees"])...)
		}
	}
	if user := text(data["user"]); user != "" && slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class == tools.Read }) {
		g.listed[fold(user)] = true
	}
}

func (g *Gate) speaksOfCalendar(user string) bool {
	if fold(user) == fold(g.user) {
		return g.said.has(eventWords)
	}
	return g.said.names(user, g.start.people())
}

// sawMoves follows files of the start to where they are now.
func (g *Gate) sawMoves(tool string, data map[string]any) {
	if tool != "system.move" {
		return
	}
	from, to := texts(data["sources"]), texts(data["files"])
	for i := range min(len(from), len(to)) {
		if g.original(from[i]) {
			g.moved = append(g.moved, to[i])
		}
	}
}

// tabular are the parts of a tool's data that are cells of a table.
var tabular = set("cells record records row rows table tables value values")

// sawTables keeps what stands alone in the cells of a file that the task's text
// names: an address or a name, never a part of a longer text. A file that the
// run has written to says nothing new.
func (g *Gate) sawTables(effects []tools.Effect, data map[string]any) {
	named := false
	for _, e := range effects {
		p := placeOf(e.Target)
		if e.Class != tools.Read || p.kind != "file" || p.box != "" {
			continue
		}
		if !g.start.has(p.name) {
			continue // one of the places where the file might have been
		}
		if g.touched[fold(p.name)] || !g.said.mentionsFile(p.name) {
			return
		}
		named = true
	}
	for key, v := range data {
		if named && tabular[key] {
			leaves(v, func(cell string) { g.know(cell) })
		}
	}
}

// know keeps those of some values that are an address or a name.
func (g *Gate) know(values ...string) {
	for _, v := range values {
		v = strings.TrimSpace(v)
		if a, err := mail.ParseAddress(v); err == nil {
			g.contacts[spell(a.Address)] = true
			continue
		}
		if words := plain(v); len(words) > 0 && len(words) <= 4 && !strings.ContainsAny(v, "@\n\t,;:") {
			g.contacts[strings.Join(words, " ")] = true
		}
	}
}

// touch keeps what an action that is let through writes to.
func (g *Gate) touch(c call) {
	for _, e := range c.effects {
		p := placeOf(e.Target)
		if e.Class != tools.Write {
			continue
		}
		switch p.kind {
		case "file":
			g.touched[fold(p.name)] = true
		case "calendar":
			if c.tool != "calendar.list_events" { // it writes an empty one at most
				who := p.owner
				if who == "" {
					who = g.user
				}
				g.touched["calendar:"+fold(who)] = true
			}
		}
	}
}

// original says that a path holds something that was there before the run.
func (g *Gate) original(p string) bool {
	if g.start.has(p) {
		return true
	}
	return slices.ContainsFunc(g.moved, func(now string) bool {
		now, p := fold(now), fold(p)
		return now == p || strings.HasPrefix(now, p+"/") || strings.HasPrefix(p, now+"/")
	})
}

func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, one := range list {
		if o, ok := one.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func texts(v any) []string {
	var out []string
	if s := text(v); s != "" {
		return []string{s}
	}
	list, _ := v.([]any)
	for _, one := range list {
		if s := text(one); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// leaves calls f for every text in a value.
func leaves(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, one := range v {
			leaves(one, f)
		}
	case map[string]any:
		for _, one := range v {
			leaves(one, f)
		}
	}
}

// stem is a file's name without folder and suffix.
func stem(p string) string {
	base := path.Base(p)
	return strings.TrimSuffix(base, path.Ext(base))
}
