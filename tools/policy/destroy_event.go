package policy

import (
	"maps"
	"slices"
	"strings"
)

// loseEvent decides on an event that would go, or be another.
func (g *Gate) loseEvent(c *call, p place) error {
	who := p.owner
	if who == "" {
		who = g.user
	}
	verbs := losing
	if c.tool == "calendar.delete_event" {
		verbs = goes
	}
	asked := g.said.clauses(verbs)
	name, known := g.eventMeant(c, who)
	if len(asked) == 0 {
		return refusef("%s is refused: the task does not ask to change or delete events; leave %s as it is (for the user: say it in the task)", c.tool, name)
	}
	places := g.said.places(name)
	if !known { // the tool finds events by a part of their title
		places = slices.DeleteFunc(places, func(at span) bool { return !g.said.alone(at) || g.isPerson(name) })
	}
	f := g.said.of(asked, places)
	switch {
	case f.spared:
		return refusef("%s is refused: the task wants the event %s to stay", c.tool, name)
	case f.meant:
		return nil
	case !g.listed[fold(who)]:
		return refusef("%s is refused: it is not known which events %s has; list them first", c.tool, who)
	case !known:
		return refusef("%s is refused: it is not known which event %s is; name it by its id, as it was listed", c.tool, name)
	case g.onlyHint(asked, who, name):
		return nil
	case !g.said.speaks(asked, eventWords):
		return refusef("%s is refused: the task does not ask that of the event %s; leave it as it is (for the user: name it in the task)", c.tool, name)
	case !g.mine(p) && !g.owned(asked, who) && !g.mineToo(name):
		return refusef("%s is refused: the event %s is in the calendar of %s, and the task does not ask that of theirs (for the user: name the event, or say whose calendar)", c.tool, name, g.start.spelled(who))
	}
	for _, key := range slices.Sorted(maps.Keys(g.events)) {
		other := g.events[key]
		if strings.HasPrefix(key, fold(who)+"\x00") && g.said.of(asked, g.said.places(other.summary)).meant {
			return refusef("%s is refused: the task speaks of the event %s, and not of %s; leave it as it is", c.tool, other.summary, name)
		}
	}
	return nil
}

// eventMeant is the title of the event that an action names, and whether the run
// has seen it. An id is read before a title, as the tools do.
func (g *Gate) eventMeant(c *call, who string) (title string, known bool) {
	prefix := fold(who) + "\x00"
	if id := strings.TrimSpace(c.text("id")); id != "" {
		e, seen := g.events[prefix+id]
		if !seen {
			return id, false
		}
		return e.summary, true
	}
	title = strings.TrimSpace(c.text("summary"))
	for _, fits := range []func(string) bool{
		func(s string) bool { return strings.EqualFold(s, title) },
		func(s string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(title)) },
	} {
		found := map[string]bool{}
		for key, e := range g.events {
			if strings.HasPrefix(key, prefix) && fits(e.summary) {
				found[e.summary] = true
			}
		}
		if len(found) == 1 && g.listedAll[fold(who)] {
			for s := range found {
				return s, true
			}
		}
		if len(found) > 0 {
			return title, false
		}
	}
	return title, false
}

// onlyHint says that clauses have a word of this event's title, and of no other
// event's that the run has seen: "cancel yoga" means the Yoga class.
func (g *Gate) onlyHint(asked []clause, who, name string) bool {
	hint := func(title string) bool {
		return !g.isPerson(title) && slices.ContainsFunc(plain(title), func(w string) bool {
			return len(w) > 2 && !g.isPerson(w) && g.said.of(asked, g.said.places(w)).meant
		})
	}
	for key, e := range g.events {
		if strings.HasPrefix(key, fold(who)+"\x00") && fold(e.summary) != fold(name) && hint(e.summary) {
			return false
		}
	}
	return g.listedAll[fold(who)] && hint(name)
}

// mineToo says that the acting user's own calendar has an event of that title.
func (g *Gate) mineToo(title string) bool {
	for key, e := range g.events {
		if strings.HasPrefix(key, fold(g.user)+"\x00") && fold(e.summary) == fold(title) {
			return true
		}
	}
	return false
}
