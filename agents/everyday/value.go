package everyday

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/skills"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// things lists, for the kinds of values that the office has, what there is.
var things = map[string]func(b *binder, ctx context.Context, slot skills.Slot) (*gazetteer.Things, error){
	"event": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Events(ctx)
	},
	"mail": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Mails(ctx)
	},
	"file": func(b *binder, ctx context.Context, slot skills.Slot) (*gazetteer.Things, error) {
		return b.office.Files(ctx, slot.Form)
	},
	"folder": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Folders(ctx)
	},
	"list": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Lists(ctx)
	},
	"column": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Columns(ctx, b.canonOf("file"), b.canonOf("sheet"))
	},
	"field": func(b *binder, _ context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Fields(), nil
	},
	"sheet": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Sheets(ctx, b.canonOf("file"))
	},
	"person": func(b *binder, ctx context.Context, slot skills.Slot) (*gazetteer.Things, error) {
		// Who is invited from outside is reached by mail too.
		return b.office.People(ctx, b.app() == "mail" || slot.List)
	},
}

// thingsOf lists what a slot's value may name; nil where it names nothing that is there.
func thingsOf(slot skills.Slot) func(*binder, context.Context, skills.Slot) (*gazetteer.Things, error) {
	switch {
	case slot.New:
		return nil
	case slot.Of != "":
		return parts[slot.Of]
	}
	return things[string(slot.Kind)]
}

// parts lists what the thing in a slot is made of.
var parts = map[string]func(b *binder, ctx context.Context, slot skills.Slot) (*gazetteer.Things, error){
	"file": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Cells(ctx, b.canonOf("file"), b.canonOf("sheet"))
	},
	"list": func(b *binder, ctx context.Context, _ skills.Slot) (*gazetteer.Things, error) {
		return b.office.Entries(ctx, b.canonOf("list"))
	},
}

// app is the part of the office that the skill is for.
func (b *binder) app() string {
	app, _, _ := strings.Cut(b.skill.ID, ".")
	return app
}

func (b *binder) canonOf(slot string) string {
	for _, o := range b.bound {
		if o.Slot == slot {
			return o.Canon
		}
	}
	return ""
}

// named binds a value that names a thing of the office: the one that it can only be. Where
// a word of it is spelled otherwise, that is a doubt; where words of it fit nothing, or
// several things fit, it is asked which.
func (b *binder) named(ctx context.Context, slot skills.Slot, g given, list func(*binder, context.Context, skills.Slot) (*gazetteer.Things, error)) error {
	if slot.Kind == value.Person && value.IsSelf(g.Text) {
		b.put(slot, b.Task.User, g.Text)
		return nil
	}
	if slot.Kind == value.Person && strings.Contains(g.Text, "@") {
		b.put(slot, unquoted(g), g.Text)
		return nil
	}
	all, err := list(b, ctx, slot)
	if err != nil {
		return err
	}
	g, found := b.find(g, all)
	best := b.next(found.All)
	if whose, may := b.skill.Slot("whose"); may && whose.Unsaid && (len(best) == 0 || !found.Fit()) {
		others, err := b.office.OthersEvents(ctx)
		if err != nil {
			return err
		}
		if of, more := b.find(g, others); more.Named() && more.Sure && len(b.next(more.All)) == 1 {
			g, found, best = of, more, b.next(more.All)
			b.put(whose, best[0].Owner, best[0].Owner)
		}
	}
	if slot.Kind == "list" && (len(best) == 0 || !found.Fit()) {
		texts, err := b.office.TextLists(ctx)
		if err != nil {
			return err
		}
		if of, more := b.find(g, texts); more.Named() && more.Sure && len(more.All) == 1 {
			g, found, best = of, more, more.All
		}
	}
	b.weigh(slot, found, g.Text)
	switch {
	case len(best) == 1 && found.Fit() && !b.several(slot, found):
		if !found.Sure {
			b.doubt("%q is taken for %s", g.Text, best[0].Shown)
		}
		b.take(slot, best[0], g, found)
		b.passes(slot, found)
		return nil
	case b.meansAll(slot, found):
		best = b.next(slices.Concat(found.All, found.Others))
		for _, one := range best {
			b.take(slot, one, g, found)
		}
		b.doubt("%q is taken for all %d that are called so", g.Text, len(best))
		return nil
	case slot.Of != "" && len(best) == 0:
		b.put(slot, unquoted(g), g.Text)
		return nil
	case slot.Kind == value.Person && len(best) == 0:
		return b.stranger(slot, g)
	}
	return b.ask(slot, g.Text, which(slot, g, best, found), offer(best, all.All))
}

// passes notes the words that were said of a thing, and that it has not.
func (b *binder) passes(slot skills.Slot, found gazetteer.Found) {
	for _, word := range found.Passed {
		if !b.skills.Plain(slot.Kind, word) {
			b.doubt("%q is not of %s", word, found.All[0].Shown)
		}
	}
}

// several says that a text may mean more than the one that it fits best, where the slot takes
// several.
func (b *binder) several(slot skills.Slot, f gazetteer.Found) bool {
	return len(f.Others) > 0 && b.meansAll(slot, f)
}

// meansAll says that all the things which a text may name are meant: files or mails of a
// slot that takes several, of mails also where words of the text fit none.
func (b *binder) meansAll(slot skills.Slot, f gazetteer.Found) bool {
	if !slot.List || !f.Named() {
		return false
	}
	return slot.Kind == "mail" || slot.Kind == value.File && f.Fit()
}

// stranger is somebody whom the office does not know: taken as said, but for mail, which
// needs an address.
func (b *binder) stranger(slot skills.Slot, g given) error {
	if b.app() != "mail" || !slot.List {
		b.put(slot, unquoted(g), g.Text)
		return nil
	}
	return b.ask(slot, g.Text, fmt.Sprintf("Nobody here is called %q, and no contact is. To which address?", g.Text), nil)
}

// take binds a thing. Of an event that comes again, the text's day, or the next, is which
// one of them is meant.
func (b *binder) take(slot skills.Slot, t gazetteer.Thing, g given, found gazetteer.Found) {
	b.put(slot, t.Value, g.Text)
	if !t.Start.IsZero() {
		b.dayOf(t)
	}
	b.evening = b.evening || slot.Kind == "event" && t.Start.Hour() >= 18
	day := slices.IndexFunc(b.skill.Slots, func(s skills.Slot) bool { return s.Unsaid && s.Name == "day" })
	if day >= 0 && t.Recurs && slot.Kind == "event" {
		b.put(b.skill.Slots[day], t.Start.Format(time.DateOnly), g.Text)
		if !found.Timed {
			b.doubt("of all its days it is the next, %s", t.Start.Format("Mon 2 Jan 2006"))
		}
	}
}

// dayOf takes the day that a thing is on off the words left over: it is told once more.
func (b *binder) dayOf(t gazetteer.Thing) {
	for _, word := range slices.Clone(b.leftOver) {
		if day, err := value.Parse(value.Date, word, b.ref); err == nil && day == t.Start.Format(time.DateOnly) {
			b.account([]string{word})
		}
	}
}

// next leaves of the things that have a time those that are not over, if there are such;
// and of one that comes again the first.
func (b *binder) next(all []gazetteer.Thing) []gazetteer.Thing {
	var out []gazetteer.Thing
	known := func(t gazetteer.Thing) bool {
		return slices.ContainsFunc(out, func(o gazetteer.Thing) bool { return o.Value == t.Value })
	}
	for _, t := range all {
		if !known(t) && !t.End.IsZero() && t.End.After(b.Task.Now) {
			out = append(out, t)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, t := range all {
		if !known(t) {
			out = append(out, t)
		}
	}
	return out
}

// offered is how many candidates are shown.
const offered = 6

// offer are the candidates of a question: those that fit, or, of few, all. Each is one line
// of its own, whatever it is called.
func offer(best, all []gazetteer.Thing) []trajectory.Candidate {
	if len(best) == 0 && len(all) <= offered {
		best = all
	}
	var out []trajectory.Candidate
	seen := map[string]int{}
	for _, t := range best[:min(len(best), offered)] {
		shown := words.OnLine(t.Shown)
		if seen[shown]++; seen[shown] > 1 {
			shown += fmt.Sprintf(" (number %d of those)", seen[shown])
		}
		out = append(out, trajectory.Candidate{Value: t.Value, Shown: shown})
	}
	return out
}

// which asks for a thing of those that a text may name.
func which(slot skills.Slot, g given, best []gazetteer.Thing, found gazetteer.Found) string {
	switch {
	case len(best) == 0:
		return fmt.Sprintf("Nothing here is called %q. %s", g.Text, question(slot))
	case found.Fit() && len(best) > 1:
		return fmt.Sprintf("%q fits %d of them. %s", g.Text, len(best), question(slot))
	}
	return fmt.Sprintf("Nothing here is called %q. Did you mean one of these?", g.Text)
}

// question is how a slot is asked for.
func question(slot skills.Slot) string {
	if slot.Ask != "" {
		return slot.Ask
	}
	return fmt.Sprintf("Which %s?", slot.Name)
}

// unsaid binds a slot that no text gave: a thing of which there is only one; or asks.
func (b *binder) unsaid(ctx context.Context, slot skills.Slot) error {
	if slot.Numbers && !slices.Contains(b.without, slot.Name) {
		return b.ofNumbers(ctx, slot)
	}
	for _, known := range []func(context.Context, skills.Slot) (bool, error){b.holding, b.columnOf} {
		if done, err := known(ctx, slot); done || err != nil {
			return err
		}
	}
	b.evidence += missing
	b.unnamed = append(b.unnamed, slot.Name)
	if slices.Contains(b.without, slot.Name) {
		return &agents.GiveUp{Reason: fmt.Sprintf("to %s it takes a value for %s, and there is none", b.skill.Does, slot.Name)}
	}
	list := thingsOf(slot)
	if list == nil || slot.Of != "" || slot.Kind == value.Person {
		have, err := b.written(ctx, slot)
		if err != nil {
			return err
		}
		return b.ask(slot, "", question(slot), offer(have, have))
	}
	all, err := list(b, ctx, slot)
	if err != nil {
		return err
	}
	left := b.next(all.All)
	if len(left) == 1 && slot.Kind != "column" {
		b.put(slot, left[0].Value, left[0].Shown)
		b.doubt("%s is the only %s", left[0].Shown, slot.Name)
		return nil
	}
	return b.ask(slot, "", question(slot), offer(left, all.All))
}

// unquoted is a text as it stands, without the quotes around it.
func unquoted(g given) string {
	if g.Canon != "" {
		return g.Canon
	}
	return strings.TrimSpace(g.Text)
}

// suffixes are those of new files.
var suffixes = map[string]string{"sheet": ".xlsx", "document": ".docx", "pdf": ".pdf", "text": ".txt"}

// withSuffix is a new file's name with the suffix of its form, or of the file that it is made
// of, if it has none that fits.
func (b *binder) withSuffix(name, form string) string {
	suffix, has := suffixes[form], slices.Contains(gazetteer.Forms[form], strings.ToLower(path.Ext(name)))
	if form == "" {
		_, err := value.Parse(value.File, name, b.ref)
		suffix, has = path.Ext(b.canonOf("file")), err == nil
	}
	if has {
		return name
	}
	return name + suffix
}
