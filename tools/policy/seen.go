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

// answersTo is who gets a reply.
func (m mailSeen) answersTo() []string {
	if len(m.replyTo) > 0 {
		return slices.Clone(m.replyTo)
	}
	return []string{m.from}
}

// eventSeen is an event, as calendar.list_events shows it.
type eventSeen struct {
	summary string
	// attendees are those on it, where the text speaks of the calendar and the
	// run has not written to it.
	attendees []string
}

// Saw takes note of what an action returned.
func (g *Gate) Saw(i tools.Intent, o tools.Observation) {
	if o.Failed {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	t, known := g.reg.Get(i.Action.Tool)
	data, isObject := o.Value().(map[string]any)
	if !known || !isObject {
		return
	}
	app, _, _ := strings.Cut(t.Name, ".")
	switch app {
	case "email":
		g.sawMails(i.Effects, data)
		g.sawBox(t.Name, i.Action)
	case "calendar":
		g.sawEvents(i.Effects, data)
		g.sawCalendar(t.Name, i.Action, data)
	case "system":
		g.sawMoves(t.Name, data)
	}
	g.sawTables(i.Effects, data)
}

// SawBefore takes note of an action that was let through before the run was resumed,
// and of what it returned. The effects are told anew, not taken from a file.
func (g *Gate) SawBefore(a tools.Action, o tools.Observation) {
	i, err := g.reg.Intend(a)
	if err != nil {
		return
	}
	t, _ := g.reg.Get(a.Tool)
	g.mu.Lock()
	g.touch(call{tool: t.Name, action: a, effects: i.Effects})
	g.mu.Unlock()
	g.Saw(i, o)
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
		if m.id == "" || m.from == "" || file == "" || !g.start.has(file) || g.wroteTo(file) {
			continue
		}
		g.mails[mailKey(m.id)] = m
	}
}

// sawBox notes that the acting user's mailbox was listed as a whole.
func (g *Gate) sawBox(tool string, a tools.Action) {
	c := call{action: a}
	if who := c.text("user"); tool != "email.list" || (who != "" && !g.isUser(who)) {
		return
	}
	folder := fold(strings.TrimSpace(c.text("folder")))
	if (folder == "" || folder == "all") && slices.Contains([]string{"", "0"}, c.text("limit")) {
		g.boxListed = true
	}
}

// sawCalendar notes that a calendar was listed as a whole.
func (g *Gate) sawCalendar(tool string, a tools.Action, data map[string]any) {
	if tool != "calendar.list_events" {
		return
	}
	c := call{action: a}
	for _, filter := range []string{"date", "from", "to", "contains"} {
		if c.text(filter) != "" {
			return
		}
	}
	if user := text(data["user"]); user != "" {
		g.listedAll[fold(user)] = true
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
		seen := eventSeen{summary: text(e["summary"])}
		if (g.speaksOfCalendar(user) || g.said.mentions(seen.summary)) && !g.touched["calendar:"+fold(user)] {
			seen.attendees = addressesIn(texts(e["attendees"]))
		}
		g.events[fold(user)+"\x00"+id] = seen
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
// names: an address or a name, never a part of a longer text. Of a text file, it
// is lines that are an address. A file that the run has written to, or that may
// be another one than it was, says nothing new.
func (g *Gate) sawTables(effects []tools.Effect, data map[string]any) {
	file := text(data["file"])
	named := false
	for _, e := range effects {
		p := placeOf(e.Target)
		if e.Class != tools.Read || p.kind != "file" || p.box != "" {
			continue
		}
		if g.wroteTo(p.name) {
			return
		}
		named = named || pathKey(p.name) == pathKey(file)
	}
	if !named || !g.start.hasFile(file) || !g.listsPeople(file) {
		return
	}
	for key, v := range data {
		leaves(v, func(cell string) {
			switch {
			case tabular[key]:
				g.know(cell)
			case key == "lines":
				g.know(addressesIn([]string{cell})...)
			}
		})
	}
}

// listsPeople says that the text names a file, and no other one as the list of
// whom to write to: "email menu.csv to all in team.csv".
func (g *Gate) listsPeople(p string) bool {
	if !g.said.mentionsFile(p) {
		return false
	}
	listed := func(f string) bool {
		return slices.ContainsFunc(g.said.spelled(path.Base(f)), func(at span) bool { return at.from > 0 && whereFrom[g.said.words[at.from-1].text] })
	}
	return listed(p) || !slices.ContainsFunc(g.start.read().files, listed)
}

// addressesIn are the values that are an address and nothing else.
func addressesIn(values []string) []string {
	var out []string
	for _, v := range values {
		if a, err := mail.ParseAddress(strings.TrimSpace(v)); err == nil {
			out = append(out, a.Address)
		}
	}
	return out
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

// touch keeps what an action that is let through writes to. What it moves may be
// there even if it fails halfway.
func (g *Gate) touch(c call) {
	var read, written []string
	for _, e := range c.effects {
		p := placeOf(e.Target)
		switch {
		case p.kind == "file" && e.Class == tools.Read:
			read = append(read, pathKey(p.name))
		case e.Class != tools.Write:
		case p.kind == "file":
			g.touched[pathKey(p.name)] = true
			written = append(written, p.name)
		case p.kind == "calendar" && c.tool != "calendar.list_events": // it writes an empty one at most
			who := p.owner
			if who == "" {
				who = g.user
			}
			g.touched["calendar:"+fold(who)] = true
		}
	}
	if c.tool != "system.move" || !slices.ContainsFunc(written, g.original) {
		return
	}
	for _, p := range written {
		if !slices.Contains(read, pathKey(p)) { // what is read is what is moved away
			g.moved = append(g.moved, p)
		}
	}
}

// wroteTo says that the run has written to a path or to a folder above it.
func (g *Gate) wroteTo(p string) bool {
	for key := pathKey(path.Clean(p)); key != "." && key != "/"; key = path.Dir(key) {
		if g.touched[key] {
			return true
		}
	}
	return false
}

// original says that a path holds something that was there before the run.
func (g *Gate) original(p string) bool {
	if g.start.has(p) {
		return true
	}
	return slices.ContainsFunc(g.moved, func(now string) bool {
		now, p := pathKey(now), pathKey(p)
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
