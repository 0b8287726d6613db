package everyday

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
	"legomem/trajectory"
)

// given is a value that a text or an answer gives.
type given struct {
	Slot string `json:"slot"`
	Text string `json:"text"`
	// Canon is the canonical form of one that is told by its form, or the thing that was
	// chosen of those offered.
	Canon string `json:"canon,omitempty"`
	// Before and Behind are the words beside it, up to the next value.
	Before []string `json:"before,omitempty"`
	Behind []string `json:"behind,omitempty"`
	Last   bool     `json:"last,omitempty"` // no value is behind it
	Chosen bool     `json:"chosen,omitempty"`
	// Earlier is the day on which the user said it, of a value that the task leaves out.
	Earlier string `json:"earlier,omitempty"`
	// Offered says that a question offers it: it counts once the user agrees.
	Offered bool `json:"offered,omitempty"`
}

// givenBy are the values of a reading, with the words between them.
func givenBy(text string, r reading.Reading) []given {
	var out []given
	for i, v := range r.Values {
		start, end := 0, len(text)
		if i > 0 {
			start = r.Values[i-1].End
		}
		if i+1 < len(r.Values) {
			end = r.Values[i+1].Start
		}
		switch {
		case v.Kind == value.Message && v.Canon == "":
			v = whole(text, v, start, end)
		case v.Kind == value.Phrase || v.Kind == "formula":
			v = signed(text, v, start, end)
		}
		out = append(out, given{Slot: v.Slot, Text: v.Text, Canon: v.Canon, Before: strings.Fields(text[start:v.Start]), Behind: strings.Fields(text[v.End:end]), Last: i == len(r.Values)-1})
	}
	return out
}

// whole is running text with all that stands in its place: what a sentence says to its end
// is of it, signs too.
func whole(text string, v reading.Value, start, end int) reading.Value {
	v.Start = start + strings.LastIndexAny(text[start:v.Start], " \t\n\"“:") + 1
	if i := strings.LastIndex(text[start:v.Start], ": "); i >= 0 {
		v.Start = start + i + len(": ") // what stands behind a colon is all of it
	}
	rest := text[v.End:end]
	if strings.ContainsAny(rest, "\"”") || end < len(text) && strings.TrimSpace(rest) != "" {
		rest = ""
	}
	v.End += len(rest)
	v.Text = strings.TrimSpace(text[v.Start:v.End])
	return v
}

// signed is a value with the signs that belong to it, which the reader takes for none: what
// a formula begins with, and the brackets that are opened in it.
func signed(text string, v reading.Value, start, end int) reading.Value {
	if before := text[start:v.Start]; strings.HasSuffix(before, "=") {
		v.Start--
	}
	for v.End < end && text[v.End] == ')' && strings.Count(text[v.Start:v.End], "(") > strings.Count(text[v.Start:v.End], ")") {
		v.End++
	}
	v.Text = text[v.Start:v.End]
	return v
}

// binder puts values into the slots of a skill.
type binder struct {
	*task
	skill skills.Skill
	given []given
	// without are slots that the user has no value for.
	without []string
	// leftOver are the words that nothing accounts for.
	leftOver []string
	bound    []reflex.Binding
	// evidence is how much the office speaks for the reading, as a difference of log odds.
	evidence float64
	// unnamed are the slots that need a value and have none, or whose value names nothing.
	unnamed []string
	doubts  []string // why the values are not certain, in words
	dropped bool     // a value that was said is left out
	grew    bool     // a value has more words than were read for it
	// inferred are the values with what the office tells of them, nil where that is nothing.
	inferred []given
	evening  bool // the event that is bound is in the evening
}

// bind binds all slots in the skill's order. The error is an *agents.Asking without its
// Rest where a value is missing, or could be several.
func (b *binder) bind(ctx context.Context) error {
	for _, slot := range b.skill.Slots {
		if err := b.slot(ctx, slot); err != nil {
			return err
		}
	}
	if err := b.anyOf(); err != nil {
		return err
	}
	b.bound = b.skill.Complete(b.bound, b.Task.User, b.Task.Now)
	return nil
}

func (b *binder) slot(ctx context.Context, slot skills.Slot) error {
	if b.isBound(slot.Name) {
		return nil // with another
	}
	if b.chooses(slot) {
		if done, err := b.column(ctx, slot); done || err != nil {
			return err
		}
	}
	all := b.valuesOf(slot.Name)
	if slot.List && slot.Kind == value.Phrase {
		all = apart(b.joined(slot.Name))
	}
	var err error
	if all, err = b.inColumns(ctx, slot, all); err != nil {
		return err
	}
	if slot.Kind == reflex.Column && slot.List {
		if all, err = b.spans(ctx, all); err != nil {
			return err
		}
	}
	if !slot.List && len(all) > 1 {
		b.doubt("%q is left out", all[1].Text)
		all = all[:1]
	}
	for _, g := range all {
		if err := b.value(ctx, slot, g); err != nil {
			return err
		}
	}
	if len(all) > 0 && slot.List && slot.Default == "user" {
		b.self(slot)
	}
	switch {
	case len(all) > 0 && !b.needs(slot):
		return nil
	case b.needs(slot): // what was said for it was for another
		return b.unsaid(ctx, slot)
	case slot.Kind == "folder":
		return b.besideNew(ctx, slot)
	}
	return nil
}

// joined are the values of a list, each with the words before it that part no values in any
// wording: between "gloves and" and "badge" a "name" is of the badge.
func (b *binder) joined(slot string) []given {
	var out []given
	for i, g := range b.given {
		if g.Slot != slot {
			continue
		}
		first := 0
		for first < len(g.Before) && vocabulary().parts[strings.ToLower(strings.Trim(g.Before[first], ","))] {
			first++
		}
		if i > 0 && b.given[i-1].Slot == slot && first < len(g.Before) {
			b.taken(g.Before[first:])
			g.Text, g.Canon = strings.Join(g.Before[first:], " ")+" "+g.Text, ""
		}
		out = append(out, g)
	}
	return out
}

// apart are values of a list, of which a comma parts one from the next.
func apart(all []given) []given {
	var out []given
	for _, g := range all {
		parts := strings.Split(g.Text, ", ")
		if g.Canon != "" || len(parts) == 1 {
			out = append(out, g)
			continue
		}
		for _, text := range parts {
			out = append(out, given{Slot: g.Slot, Text: strings.TrimSpace(text), Chosen: g.Chosen})
		}
	}
	return out
}

// self adds the user to the people of a slot where the task names them beside those: "when
// are Bruno and I free".
func (b *binder) self(slot skills.Slot) {
	for _, w := range value.Tokens(b.Task.Text) {
		inValue := slices.ContainsFunc(b.given, func(g given) bool { return strings.Contains(g.Text, w.Text) })
		if value.IsSelf(w.Text) && !inValue {
			b.put(slot, b.Task.User, w.Text)
		}
	}
}

func (b *binder) needs(slot skills.Slot) bool {
	free := slot.Optional || slot.Unsaid || slot.Default != ""
	return !free && !b.isBound(slot.Name)
}

func (b *binder) valuesOf(slot string) []given {
	var out []given
	for _, g := range b.given {
		if g.Slot == slot {
			out = append(out, g)
		}
	}
	return out
}

func (b *binder) unbind(slot string) {
	b.bound = slices.DeleteFunc(b.bound, func(o reflex.Binding) bool { return o.Slot == slot })
}

func (b *binder) isBound(slot string) bool {
	return slices.ContainsFunc(b.bound, func(o reflex.Binding) bool { return o.Slot == slot })
}

// value binds one value that is given.
func (b *binder) value(ctx context.Context, slot skills.Slot, g given) error {
	if g.Chosen {
		b.put(slot, g.Canon, g.Text)
		return nil
	}
	if known, err := b.standing(ctx, slot, g); known || err != nil {
		return err
	}
	if of := thingsOf(slot); of != nil {
		return b.named(ctx, slot, g, of)
	}
	if known, err := b.existing(ctx, slot, g); known || err != nil {
		return err
	}
	if err := b.over(ctx, slot, g); err != nil {
		return err
	}
	if grows(slot) && g.Text != "" {
		g = b.grown(g)
	}
	canon, err := b.formed(slot, g)
	if err != nil {
		b.evidence += misfit
		return b.misplaced(slot, g)
	}
	b.put(slot, canon, g.Text)
	b.besides(slot, g)
	return nil
}

// grows says that nothing but the words around it tells where a slot's value ends.
func grows(slot skills.Slot) bool {
	open := []value.Kind{value.Phrase, value.File, value.Message, value.Phone}
	return slices.Contains(open, slot.Kind) || slot.Kind == value.Person && slot.New
}

// besides binds the day or the time that stands in a value's text with the other: "monday the
// 30th 10 o'clock".
func (b *binder) besides(slot skills.Slot, g given) {
	if slot.Kind != value.Date && slot.Kind != value.Time || g.Canon != "" {
		return
	}
	for _, other := range b.skill.Slots {
		isOther := other.Kind == value.Date || other.Kind == value.Time
		if !isOther || other.Kind == slot.Kind || other.Unsaid || b.isBound(other.Name) || len(b.valuesOf(other.Name)) > 0 {
			continue
		}
		if canon, ok := b.within(other, g.Text); ok {
			b.put(other, canon, g.Text)
			return
		}
	}
	for _, text := range append([]string{g.Text}, value.Respelled(g.Text)...) {
		if _, timed := b.within(skills.Slot{Kind: value.Time}, text); timed && slot.Kind == value.Date {
			b.evidence += untaken
			b.dropped = true
			return
		}
	}
}

// existing binds what need not be there, a folder or a list, to the one that is, if one is called
// so or nearly so; false where there is none, or of what would be written over.
func (b *binder) existing(ctx context.Context, slot skills.Slot, g given) (bool, error) {
	list := things[string(slot.Kind)]
	if !slot.New || list == nil || slot.Kind == value.File || slot.Kind == value.Person {
		return false, nil
	}
	all, err := list(b, ctx, slot)
	if err != nil {
		return false, err
	}
	found := all.Find(unquoted(g), b.ref, b.skills)
	if len(found.All) != 1 || !found.Named() || !found.Fit() {
		return false, nil
	}
	if slot.Absent {
		b.evidence += unnamed
	} else {
		b.evidence += named
	}
	if !found.Sure {
		b.doubt("%q is taken for %s", g.Text, found.All[0].Shown)
	}
	b.put(slot, found.All[0].Value, g.Text)
	return true, nil
}

// over weighs that a file which is there would be written over.
func (b *binder) over(ctx context.Context, slot skills.Slot, g given) error {
	if !slot.New || slot.Kind != value.File {
		return nil
	}
	all, err := b.office.Files(ctx, "")
	if err == nil && len(all.Called(unquoted(g))) > 0 {
		b.evidence += misfit
	}
	return err
}

// standing binds what stands in the text of a file, as it is said; false of a slot that is for
// something else.
func (b *binder) standing(ctx context.Context, slot skills.Slot, g given) (bool, error) {
	if slot.Of != "file" {
		return false, nil
	}
	has, known, err := b.office.Has(ctx, b.canonOf("file"), unquoted(g))
	if err != nil || !known {
		return false, err
	}
	if has {
		b.evidence += named
	} else {
		b.evidence += unnamed
	}
	b.put(slot, unquoted(g), g.Text)
	return true, nil
}

func (b *binder) put(slot skills.Slot, canon, text string) {
	if !slot.Row && slices.ContainsFunc(b.bound, func(o reflex.Binding) bool { return o.Slot == slot.Name && o.Canon == canon }) {
		return // it was said twice
	}
	b.bound = append(b.bound, reflex.Binding{Slot: slot.Name, Kind: slot.Kind, Canon: canon, Spelled: text})
}

func (b *binder) doubt(format string, args ...any) {
	b.doubts = append(b.doubts, fmt.Sprintf(format, args...))
}

// formed is the canonical form of a value that is told by its form, or the text itself.
func (b *binder) formed(slot skills.Slot, g given) (string, error) {
	switch {
	case isTyped(slot.Kind):
		return b.typed(slot, g)
	case slot.Kind == value.Phone:
		return strings.TrimSpace(g.Text), nil // as people write it
	case slot.Kind == value.File:
		return b.withSuffix(unquoted(g), slot.Form), nil
	case slot.Kind == "formula":
		if !value.IsFormula(unquoted(g)) {
			return "", fmt.Errorf("%q is no formula", g.Text)
		}
		return unquoted(g), nil
	case slot.Kind == reflex.Pages:
		return b.pages(g), nil
	case slot.Kind == reflex.Change:
		return b.change(g)
	}
	return unquoted(g), nil
}

// pages are a pdf's pages: the only number in a text, "the second page", or as it stands.
func (b *binder) pages(g given) string {
	if one, ok := b.within(skills.Slot{Kind: value.Number}, g.Text); ok {
		return one
	}
	return unquoted(g)
}

// change is by how much a number changes: a percentage, or the only number in a text.
func (b *binder) change(g given) (string, error) {
	texts := []string{unquoted(g)}
	if len(g.Behind) > 0 {
		texts = append(texts, g.Text+" "+g.Behind[0])
	}
	for i, text := range texts {
		if share, ok := value.Percentage(text); ok {
			b.account(g.Behind[:i])
			return share, nil
		}
	}
	if amount, ok := b.within(skills.Slot{Kind: value.Number}, texts[0]); ok {
		return amount, nil
	}
	if amount, ok := b.within(skills.Slot{Kind: value.Money}, texts[0]); ok {
		_, number, _ := strings.Cut(amount, " ")
		return number, nil
	}
	return "", fmt.Errorf("%q is neither a percentage nor an amount", g.Text)
}

// anyOf asks for the first of the slots of which one is needed.
func (b *binder) anyOf() error {
	if len(b.skill.AnyOf) == 0 || slices.ContainsFunc(b.skill.AnyOf, b.isBound) {
		return nil
	}
	b.evidence += missing
	for _, slot := range b.skill.Slots {
		if slices.Contains(b.skill.AnyOf, slot.Name) && !slices.Contains(b.without, slot.Name) {
			return b.ask(slot, "", question(slot), nil)
		}
	}
	return &agents.GiveUp{Reason: "there is nothing to do it with"}
}

// ask asks for a slot's value, which the text gives as said, "" where it gives none.
func (b *binder) ask(slot skills.Slot, said, text string, candidates []trajectory.Candidate) error {
	return &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksSlot, Text: text, Whose: b.skill.Does,
		Slot: &trajectory.Slot{Name: slot.Name, Kind: slot.Kind, Candidates: candidates, Said: said, Free: true}}}
}
