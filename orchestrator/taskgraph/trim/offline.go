package trim

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

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

// How likely a way to read an utterance must be, of all that fit the graph: to be gone on
// with, and to be offered at all. What only asks is answered at once.
const (
	likely    = 0.6
	answered  = 0.4
	offered   = 0.08
	thinkable = 0.03 // where else nothing would be understood
)

// mostOptions is how many ways a question offers.
const mostOptions = 4

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
	if w := b.told(); w != nil && (len(ways) == 0 || ways[0].p < answered) {
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
			return &way{bound{Subtasks: b.put(all[0], text, "")}, []moves.Kind{moves.Tell}, 1}
		}
	}
	return nil
}

// way is a way to read an utterance: its moves, with what they come to.
type way struct {
	bound
	kinds []moves.Kind
	p     float64
}

func (w way) checks() bool {
	for _, k := range w.kinds {
		if !k.Checks() {
			return false
		}
	}
	return true
}

// choose goes on with the likeliest way, asks which is meant where that is not likely
// enough, or leaves the utterance to whoever does new work.
func (b *binder) choose(ways []way, none float64) (Trim, error) {
	out := Trim{By: "offline"}
	if b.domain.Shape != Office {
		none *= newElsewhere
	}
	sum := none
	for _, w := range ways {
		sum += w.p
	}
	if len(ways) == 0 || ways[0].p < offered*sum || none > ways[0].p && none >= likely*sum {
		out.Moves = len(ways) > 0 && !giving(ways[0].kinds[0]) && none < 0.2
		return b.fresh(b.otherwise(out, ways, sum))
	}
	best := ways[0]
	out.Confidence = best.p / sum
	switch {
	case best.Question != nil && out.Confidence >= answered:
		out.Question = b.begun(best.Question)
		return out, nil
	case out.Confidence >= likely, best.checks() && out.Confidence >= answered && !b.mayGive(ways):
		out.Subtasks = b.finished(best.Subtasks)
		if best.checks() {
			out.Subtasks = append(out.Subtasks, b.steps()...)
		}
		return out, nil
	}
	asked := b.otherwise(out, ways, sum)
	if asked.Question == nil || none >= best.p || b.domain.Shape == Office && (best.checks() || out.Confidence < answered || none >= newFirst*sum) {
		return b.fresh(asked)
	}
	return asked, nil
}

// mayGive says that an utterance may as well tell a value as ask about one.
func (b *binder) mayGive(ways []way) bool {
	return slices.ContainsFunc(ways, func(w way) bool { return giving(w.kinds[0]) && w.p >= 0.7*ways[0].p })
}

// steps are those of a form that the utterance names and that are not there yet: "tell me
// what you have, and then send it off".
func (b *binder) steps() []Subtask {
	if b.domain.Shape != Form || len(b.countingHolders()) == 0 {
		return nil
	}
	h := &b.holders[0]
	var out []Subtask
	for _, s := range b.domain.Slots {
		named := Likeness(s.Name, b.text) == 1 || Likeness(s.Says, b.text) >= 0.6
		if s.Step && !s.Apart && named && len(b.g.InSlot(s.Name)) == 0 {
			out = append(out, b.insert(h, s, b.text, "")...)
		}
	}
	return out
}

// newFirst is how likely something new must be in an office to be tried before a change of
// what was said is asked about.
const newFirst = 0.15

// newElsewhere is how much less likely something new is asked for where the conversation is
// about one thing.
const newElsewhere = 0.15

// otherwise offers the ways that are possible.
func (b *binder) otherwise(t Trim, ways []way, sum float64) Trim {
	q := &Question{Text: "Which of these is meant?"}
	seen := map[string]bool{}
	offer := func(says string, all []Subtask) {
		if seen[says] || len(q.Options) == mostOptions || says == "" {
			return
		}
		seen[says] = true
		q.Options = append(q.Options, Option{Says: says, Subtasks: b.finished(all)})
	}
	for _, w := range ways {
		if w.p < thinkable*sum {
			continue
		}
		if w.Question != nil {
			for _, o := range w.Question.Options {
				offer(o.Says, o.Subtasks)
			}
			continue
		}
		offer(told(w.Subtasks), w.Subtasks)
	}
	if len(q.Options) > 0 {
		if len(q.Options) == 1 {
			q.Text = "Is this meant?"
		}
		t.Question = q
	}
	return t
}

// told is what subtasks do, in words.
func told(all []Subtask) string {
	var out []string
	for _, s := range all {
		switch {
		case s.Intent == Check && s.has(Duplicate):
			out = append(out, "keep "+s.name())
		case s.Intent == Check:
			out = append(out, "tell what was said")
		case s.Title != "" && !strings.Contains(s.Title, ".") && !slices.Contains(out, s.Title):
			out = append(out, s.Title)
		}
	}
	return strings.Join(out, ", ")
}

// giving says that a move gives a value.
func giving(k moves.Kind) bool {
	return slices.Contains([]moves.Kind{moves.Tell, moves.Add, moves.Swap, moves.Again}, k)
}

// ways are those to read an utterance that fit the graph, the likeliest first, and how
// likely it is none of the moves.
func (b *binder) ways(ctx context.Context) ([]way, float64, error) {
	whole, none, err := b.waysOf(ctx, b.text, nil)
	if err != nil {
		return nil, 0, err
	}
	all := whole
	for _, clauses := range [][]string{sentences(b.text), clauses(b.text)} {
		if len(clauses) < 2 || len(clauses) > mostClauses {
			continue
		}
		w, more, err := b.together(ctx, clauses)
		if err != nil {
			return nil, 0, err
		}
		if w != nil {
			all, none = append(all, *w), min(none, more)
		}
	}
	slices.SortStableFunc(all, func(x, y way) int { return cmp.Compare(y.p, x.p) })
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(w way) bool {
		if w.Question == nil {
			if _, err := Operations(b.g, b.finished(slices.Clone(w.Subtasks)), ""); err != nil {
				return true // the graph does not allow it
			}
		}
		key := told(w.Subtasks)
		if w.Question != nil {
			key = w.Question.Text
		}
		again := seen[key]
		seen[key] = true
		return again
	})
	return all, none, nil
}

// waysOf are the ways to read a clause.
func (b *binder) waysOf(ctx context.Context, clause string, beside []string) ([]way, float64, error) {
	all, err := b.Moves.Read(ctx, clause, b.utterance.reference())
	if err != nil {
		return nil, 0, err
	}
	none := 1.0
	for _, m := range all {
		none -= m.Likely
	}
	if b.names(clause) {
		none *= newNamed
	}
	was := b.beside
	b.beside = beside
	defer func() { b.beside = was }()
	var out []way
	for _, m := range all {
		if m.Likely < offered/4 {
			break
		}
		if bound := b.bind(part{clause, m}); len(bound.Subtasks) > 0 || bound.Question != nil {
			out = append(out, way{bound, []moves.Kind{m.Kind}, m.Likely})
		}
	}
	return out, max(none, 0), nil
}

// newNamed is how much less likely something new is asked for in words that name what was
// spoken of.
const newNamed = 0.5

// together reads clauses one by one: those that are moves count, and the others may say
// what those are about. It is nil where fewer than two are read, or one is not sure.
func (b *binder) together(ctx context.Context, all []string) (*way, float64, error) {
	var read []string
	var beside []string
	likelies, most := map[string]float64{}, 0.0
	all = slices.DeleteFunc(slices.Clone(all), SaysNothing) // "actually,"
	for _, c := range all {
		ways, none, err := b.waysOf(ctx, c, nil)
		if err != nil {
			return nil, 0, err
		}
		if len(ways) == 0 || ways[0].p < none {
			beside = append(beside, c)
			continue
		}
		read = append(read, c)
		likelies[c] = ways[0].p
		most = max(most, ways[0].p)
	}
	if most >= likely { // beside what is sure, what is not is a remark
		sure := func(c string) bool { return likelies[c] >= remark }
		for _, c := range read {
			if !sure(c) {
				beside = append(beside, c)
			}
		}
		read = slices.DeleteFunc(read, func(c string) bool { return !sure(c) })
	}
	if len(read) == 0 || len(read) == len(all) && len(read) == 1 {
		return nil, 0, nil
	}
	out := &way{p: 1}
	least := 1.0
	for _, c := range read {
		ways, none, err := b.waysOf(ctx, c, beside)
		if err != nil {
			return nil, 0, err
		}
		if len(ways) == 0 {
			return nil, 0, nil
		}
		w := ways[0]
		if w.Question != nil {
			if len(read) > 1 {
				return nil, 0, nil
			}
			out.Question = w.Question
		}
		out.Subtasks = append(out.Subtasks, w.Subtasks...)
		out.kinds = append(out.kinds, w.kinds...)
		out.p, least = min(out.p, w.p), min(least, none)
	}
	out.p *= math.Pow(besideCosts, float64(len(beside)))
	if len(beside) == 0 && len(read) > 1 && out.p > remark && slices.ContainsFunc(out.kinds, func(k moves.Kind) bool { return k != out.kinds[0] }) {
		out.p = 1 // several things are said, each its own: no one move is all of it
	}
	return out, least, nil
}

// remark is how likely a clause must be a move beside one that is sure.
const remark = 0.45

// besideCosts is what a clause that is no move costs.
const besideCosts = 0.95

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

// begun is a question whose options begin with the root that they hang on.
func (b *binder) begun(q *Question) *Question {
	for i := range q.Options {
		q.Options[i].Subtasks = b.finished(q.Options[i].Subtasks)
	}
	return q
}

// label is the slot that an utterance names in front of a colon, and the rest of it.
func (v *view) label(text string) (label, rest string) {
	before, after, found := strings.Cut(text, ":")
	if !found || strings.ContainsAny(before, " \t") && len(strings.Fields(before)) > 2 {
		return "", text
	}
	for _, h := range v.holders {
		for _, s := range h.slots {
			if strings.EqualFold(s.Name, strings.TrimSpace(before)) {
				return s.Name, strings.TrimSpace(after)
			}
		}
	}
	for _, s := range v.domain.Slots {
		if strings.EqualFold(s.Name, strings.TrimSpace(before)) {
			return s.Name, strings.TrimSpace(after)
		}
	}
	if len(v.domain.Slots) > 0 && !strings.ContainsFunc(before, unicode.IsSpace) && after != "" {
		if v.domain.Shape == Shared { // the whole that its parts are told of
			return strings.TrimSpace(before), strings.TrimSpace(after)
		}
		return "", strings.TrimSpace(after) // a label that is no slot
	}
	return "", text
}

// part is a clause with the move that it is read as.
type part struct {
	text string
	move moves.Move
}

// mostClauses is how many clauses are each read alone: who says more tells something new.
const mostClauses = 6

// names says that a text names something that the graph has: a slot, or a value.
func (v *view) names(text string) bool {
	for _, h := range v.holders {
		for _, n := range h.values {
			for _, word := range stemless(n.Value + " " + n.Slot) {
				if Likeness(word, text) == 1 && !common(word) {
					return true
				}
			}
		}
		for _, word := range stemless(h.root.Slot) {
			if Likeness(word, text) == 1 && !common(word) {
				return true
			}
		}
	}
	return false
}

// sentences are a text's sentences.
func sentences(text string) []string { return split(text, ".!?") }

// clauses are a text's sentences, and their parts between commas and the like.
func clauses(text string) []string { return split(text, ".!?,;–—") }

// split parts a text behind signs that a blank or the end follows.
func split(text, signs string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := i + len(string(r))
		if !strings.ContainsRune(signs, r) || end < len(text) && !unicode.IsSpace(rune(text[end])) {
			continue
		}
		if one := strings.TrimSpace(text[start:end]); strings.ContainsFunc(one, unicode.IsLetter) {
			out, start = append(out, one), end
		}
	}
	if one := strings.TrimSpace(text[start:]); strings.ContainsFunc(one, unicode.IsLetter) {
		out = append(out, one)
	}
	return out
}
