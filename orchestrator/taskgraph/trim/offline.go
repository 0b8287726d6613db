package trim

import (
	"context"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/tools/value"
)

// Offline trims utterances with no model: package moves reads what the user does, and what
// the graph holds says which nodes are meant. Where several are about as likely, it asks.
type Offline struct {
	Moves  *moves.Reader
	Domain *Domain
	// SkillSlots are the slots of an office skill; nil outside an office.
	SkillSlots func(skill string) []Slot
	// ThingSlots are what can be changed of a thing of the office, by its kind; nil for
	// nothing.
	ThingSlots func(kind string) []ThingSlot
	// People are those whom the office knows by name; nil where they are not known.
	People func() []string
}

// ThingSlot is what can be changed of a thing that is there: with a skill, which takes the
// thing in one slot and the value in another.
type ThingSlot struct {
	Slot
	Skill, Does, Thing, Takes string
	// Removes says that the skill takes the value out of the list.
	Removes bool
}

// Trim implements Trimmer.
func (o *Offline) Trim(ctx context.Context, g *tg.Graph, u Utterance) (Trim, error) {
	v := o.view(g)
	label, text := v.label(u.Text)
	b := &binder{Offline: o, view: v, utterance: u, text: text, label: label}
	b.begin()
	ways, none, err := b.ways(ctx)
	if err != nil {
		return Trim{}, err
	}
	if s := b.apart(); s != nil && (len(ways) == 0 || !ways[0].checks() && !slices.Contains(ways[0].kinds, moves.Back)) {
		return Trim{By: "offline", Confidence: 1, Subtasks: s}, nil
	}
	if w := b.labelled(); w != nil {
		ways, none = append([]way{*w}, ways...), 0
	} else if w := b.headed(); w != nil && len(ways) == 0 {
		ways, none = append(ways, *w), 0
	} else if w := b.told(); w != nil && (len(ways) == 0 || ways[0].p < answered) {
		ways, none = append([]way{*w}, ways...), 0
	}
	return b.choose(ways, none)
}

// apart is a task of its own whose slot the utterance names, nil for none.
func (b *binder) apart() []Subtask {
	for _, s := range b.domain.Slots {
		named := b.label == s.Name || b.label == "" && Likeness(s.Name, b.text) == 1
		if s.Apart && named {
			return []Subtask{{Intent: New, Slot: s.Name, New: b.text, Title: b.text}}
		}
	}
	return nil
}

// labelled is a form's value behind the name of its slot and a colon, whole; nil where it
// does not fit there.
func (b *binder) labelled() *way {
	if b.domain.Shape != Form || b.label == "" {
		return nil
	}
	text := strings.TrimRight(b.text, " .")
	for _, p := range b.places(text, b.label, "", "") {
		if p.slot.Name == b.label && !p.slot.List {
			return &way{bound: bound{Subtasks: b.put(p, text, "")}, kinds: []moves.Kind{moves.Tell}, p: 1}
		}
	}
	return nil
}

// headed is a list behind a heading and a colon, where nothing is in the list yet; nil for
// none.
func (b *binder) headed() *way {
	_, after, found := strings.Cut(b.utterance.Text, ":")
	if !found || b.domain.Shape != List || len(b.holders) == 0 || len(b.holders[0].values) > 0 {
		return nil
	}
	values := expand(listed(strings.TrimRight(after, " .")))
	target := b.listHolder(after, "", "")
	if len(values) < 2 || target == nil {
		return nil
	}
	out := &way{kinds: []moves.Kind{moves.Add}, p: 1}
	for _, v := range values {
		out.Subtasks = append(out.Subtasks, b.put(*target, v, "")...)
	}
	return out
}

// told is a value that its form alone tells the slot of, as an address with an at sign; nil
// for none.
func (b *binder) told() *way {
	if b.domain.Shape != Form {
		return nil
	}
	for _, m := range value.FindAll(b.text, b.utterance.reference()) {
		if m.Kind != value.Email && m.Kind != value.Phone {
			continue
		}
		text := b.text[m.Start:m.End]
		if all := b.places(text, "", "", ""); len(all) > 0 && all[0].slot.Kind == m.Kind && b.ambiguous(text, all) == nil {
			return &way{bound: bound{Subtasks: b.put(all[0], text, "")}, kinds: []moves.Kind{moves.Tell}, p: 1}
		}
	}
	return nil
}

// begin has a domain's first values hang on a root that the utterance begins, where there
// is none.
func (b *binder) begin() {
	d := b.domain
	if d.Shape == Office || d.Shape == Shared || len(b.countingHolders()) > 0 {
		return
	}
	root := tg.Node{ID: d.Root, Slot: d.Root, Value: b.text, Status: tg.Waiting}
	if !b.isFree(root.ID) {
		root.ID = b.newID(d.Root)
	}
	b.root = &Subtask{Intent: New, ID: root.ID, Slot: d.Root, New: b.text, Title: b.text}
	b.holders = append([]holder{{root: root, slots: d.Slots}}, b.holders...)
}

// finished are subtasks with the root that they hang on before them, and with steps behind
// the values that they stand on, which the same utterance gives.
func (b *binder) finished(all []Subtask) []Subtask {
	if b.root != nil && slices.ContainsFunc(all, func(s Subtask) bool { return slices.Contains(s.to(ChildOf), b.root.ID) }) {
		all = append([]Subtask{*b.root}, all...)
	}
	begun := map[string]bool{}
	all = slices.DeleteFunc(all, func(s Subtask) bool { // several parts of it begin the same whole
		again := s.ID != "" && begun[s.ID]
		begun[s.ID] = true
		return again
	})
	last := func(s Subtask) int {
		if slot, ok := b.domain.Slot(s.Slot); ok && s.Intent == New && slot.Step {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(x, y Subtask) int { return last(x) - last(y) })
	for i := range all {
		slot, ok := b.domain.Slot(all[i].Slot)
		if !ok || all[i].Intent != New {
			continue
		}
		for j := range i {
			if all[j].Intent == New && slices.Contains(slot.Needs, all[j].Slot) {
				if all[j].ID == "" {
					all[j].ID = b.newID(all[j].Slot)
				}
				all[i].Relations = append(all[i].Relations, Related{DependsOn, all[j].ID})
			}
		}
	}
	return all
}
