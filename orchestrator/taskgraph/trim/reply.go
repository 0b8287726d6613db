package trim

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	tg "legomem/orchestrator/taskgraph"
)

// ReplySchema is the JSON Schema (draft 2020-12) of what a model replies: the ways that an
// utterance may be meant, each with its subtasks.
//
//go:embed reply.schema.json
var ReplySchema string

// WorkSchema is that of the work that a way begins, where a model may begin work: the key
// "work" of a way.
//
//go:embed work.schema.json
var WorkSchema string

// form is what replies are held to: a schema, and the same to check with.
type form struct {
	begins bool // work
	schema []byte
	checks *jsonschema.Resolved
}

// forms are those of replies, without work that is begun and with it.
var forms = sync.OnceValues(func() ([2]form, error) {
	begins, err := withWork()
	if err != nil {
		return [2]form{}, err
	}
	out := [2]form{{schema: []byte(ReplySchema)}, {schema: begins, begins: true}}
	for i := range out {
		var s jsonschema.Schema
		if err := json.Unmarshal(out[i].schema, &s); err != nil {
			return out, err
		}
		if out[i].checks, err = s.Resolve(nil); err != nil {
			return out, err
		}
	}
	return out, nil
})

// withWork is the schema of replies whose ways may begin work.
func withWork() ([]byte, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(ReplySchema), &s); err != nil {
		return nil, err
	}
	way := s.Properties["ways"].Items
	way.Properties["work"] = &jsonschema.Schema{}
	way.Required = append(way.Required, "work")
	if err := json.Unmarshal([]byte(WorkSchema), way.Properties["work"]); err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// formOf is what the replies of a model are held to.
func formOf(skills []Begun) (form, error) {
	all, err := forms()
	if err != nil {
		return form{}, fmt.Errorf("the schema of replies: %w", err)
	}
	if len(skills) > 0 {
		return all[1], nil
	}
	return all[0], nil
}

// replied is a reply.
type replied struct {
	Ways    []Option `json:"ways"`
	NewWork bool     `json:"new_work"`
}

// read makes a trim of a reply; the error says to the model what is wrong with it.
func (b *binder) read(raw json.RawMessage, skills []Begun) (Trim, error) {
	f, err := formOf(skills)
	if err != nil {
		return Trim{}, err
	}
	r, err := f.parse(raw)
	if err != nil {
		return Trim{}, err
	}
	out := Trim{By: "model", Confidence: 1}
	switch office := b.domain.Shape == Office; {
	case len(r.Ways) > mostOptions:
		return Trim{}, fmt.Errorf("it gives %d ways; give the %d likeliest at most", len(r.Ways), mostOptions)
	case r.NewWork && !office:
		return Trim{}, errors.New("new_work is true, and there is no other work here: make nodes, or leave ways empty")
	case r.NewWork && len(r.Ways) > 0:
		return Trim{}, errors.New("new_work is true, and there are ways: with new work ways is []")
	case len(r.Ways) == 0:
		out.Fresh = r.NewWork || len(skills) == 0
		return out, nil
	}
	for i, w := range r.Ways {
		if r.Ways[i], err = b.validWay(w, skills); err != nil {
			if len(r.Ways) > 1 {
				err = fmt.Errorf("way %d: %w", i+1, err)
			}
			return Trim{}, err
		}
	}
	if len(r.Ways) == 1 {
		out.Subtasks = r.Ways[0].Subtasks
		return out, nil
	}
	out.Confidence = 1 / float64(len(r.Ways))
	out.Question = &Question{Text: "Which of these is meant?", Options: r.Ways}
	for i, w := range r.Ways {
		if strings.TrimSpace(w.Says) == "" {
			return Trim{}, fmt.Errorf("way %d says nothing, and the user is to choose by what ways say", i+1)
		}
	}
	return out, nil
}

// validWay checks a way, and makes subtasks of the work that it begins.
func (b *binder) validWay(w Option, skills []Begun) (Option, error) {
	if len(w.Work) > 0 && len(skills) == 0 {
		return w, errors.New("it begins work, and there is no list of skills here: work is [], and further work is new_work")
	}
	begun, err := b.newWork(w.Work, skills)
	if err != nil {
		return w, err
	}
	if len(w.Subtasks) > 0 || len(begun) == 0 {
		if w.Subtasks, err = b.valid(w.Subtasks); err != nil {
			return w, err
		}
	}
	w.Subtasks, w.Work = append(w.Subtasks, begun...), nil
	return w, nil
}

// parse reads a reply and checks it against the schema. Keys of a subtask that it
// leaves out are empty: not every endpoint is held to a schema.
func (f form) parse(raw json.RawMessage) (replied, error) {
	var any map[string]any
	if err := json.Unmarshal(raw, &any); err != nil {
		return replied{}, fmt.Errorf("it is no JSON object: %w", err)
	}
	filled(any, f.begins)
	if err := f.checks.Validate(any); err != nil {
		return replied{}, fmt.Errorf("it does not have the form that was asked for: %w", err)
	}
	whole, err := json.Marshal(any)
	if err != nil {
		return replied{}, err
	}
	var r replied
	return r, json.Unmarshal(whole, &r)
}

// filled gives a reply the keys that it leaves out, empty.
func filled(reply map[string]any, begins bool) {
	orElse(reply, "new_work", false)
	ways, _ := reply["ways"].([]any)
	for _, w := range ways {
		way, _ := w.(map[string]any)
		orElse(way, "says", "")
		if begins {
			orElse(way, "subtasks", []any{})
			orElse(way, "work", []any{})
			work, _ := way["work"].([]any)
			for _, w := range work {
				one, _ := w.(map[string]any)
				orElse(one, "wait", false)
			}
		}
		subtasks, _ := way["subtasks"].([]any)
		for _, s := range subtasks {
			one, _ := s.(map[string]any)
			for _, key := range []string{"node", "id", "slot", "new", "replaces", "asks"} {
				orElse(one, key, "")
			}
			orElse(one, "relations", []any{})
			orElse(one, "to", 0.0)
		}
	}
}

func orElse(m map[string]any, key string, empty any) {
	if v, there := m[key]; m != nil && (!there || v == nil) {
		m[key] = empty
	}
}

// valid checks subtasks one by one and against the graph, and completes them with what the
// domain says by itself.
func (b *binder) valid(all []Subtask) ([]Subtask, error) {
	if len(all) == 0 {
		return nil, errors.New("it has no subtasks; where the words are for nothing here, ways is []")
	}
	known := map[string]bool{}
	for _, n := range b.nodes {
		known[n.ID] = true
	}
	for i := range all {
		if err := b.validOne(all[i], known); err != nil {
			return nil, fmt.Errorf("subtask %d: %w", i+1, err)
		}
		if all[i].Intent == New && all[i].ID != "" {
			known[all[i].ID] = true
		}
	}
	all, err := b.completed(all)
	if err != nil {
		return nil, err
	}
	// Links that close a cycle are refused here, and not softened.
	strict, err := tg.Replay(tg.AskUser, b.g.Events())
	if err != nil {
		return nil, err
	}
	if _, err := Operations(strict, all, ""); err != nil {
		return nil, err
	}
	return all, nil
}

// changing are the relations that change the graph.
var changing = []Relation{DependsOn, ParallelWith, ChildOf, Replaces, Merges, RollsBack, Removes, Restores, Splits}

func (b *binder) validOne(s Subtask, known map[string]bool) error {
	for _, r := range s.Relations {
		if !known[r.Node] && !(r.Node == "" && r.Relation == RollsBack) {
			return b.unknown(r.Node)
		}
		if s.Intent == Check && slices.Contains(changing, r.Relation) {
			return fmt.Errorf("it is a check and has the relation %s, which changes the graph: a check changes nothing; if the user wants the change, it is an update", r.Relation)
		}
	}
	if s.Node != "" && !known[s.Node] {
		return b.unknown(s.Node)
	}
	switch s.Intent {
	case New:
		return b.validNew(s)
	case Update:
		return b.validUpdate(s)
	}
	if s.ID != "" || s.Replaces != "" {
		return errors.New("it is a check and has an id or replaces, as if it changed something: a check changes nothing; new is the value that it asks about")
	}
	return nil
}

func (b *binder) validNew(s Subtask) error {
	switch {
	case s.Node != "":
		return fmt.Errorf("it is new and names the node %q, which is there: a change of that is an update; to take its place, say so by the relation replaces", s.Node)
	case s.New == "":
		return errors.New("it is new and has no value: say it in new")
	case s.Slot == "":
		return errors.New("it is new and has no slot")
	}
	for _, old := range s.to(Replaces) {
		if err := b.inItsPlace(old, s); err != nil {
			return err
		}
	}
	return b.validSlot(s)
}

// validSlot wants a new node to be in a slot that there is.
func (b *binder) validSlot(s Subtask) error {
	slots := b.domain.Slots
	if b.domain.Shape == Office {
		h := b.holderOf(s)
		if h == nil && len(b.holders) == 1 {
			h = &b.holders[0]
		}
		if h == nil {
			return errors.New("it is part of no piece of work: say by child_of which; a further piece of work is begun as work or new_work")
		}
		slots = h.slots
	}
	names := []string{b.domain.Root}
	for _, one := range slots {
		names = append(names, one.Name)
	}
	root := len(s.to(ChildOf)) == 0 && len(s.to(Splits)) == 0 && len(s.to(Replaces)) == 0
	if slices.Contains(names, s.Slot) || b.domain.Shape == Shared && root || b.domain.Shape == Office && len(s.to(Splits)) > 0 {
		return nil
	}
	return fmt.Errorf("there is no slot %q; there are %s", s.Slot, list(slices.DeleteFunc(names, func(n string) bool { return n == "" })))
}

// holderOf is the piece of work that a new node is of; nil for none.
func (b *binder) holderOf(s Subtask) *holder {
	of := slices.Concat(s.to(ChildOf), s.to(Splits), s.to(Replaces))
	for i := range b.holders {
		h := &b.holders[i]
		for _, id := range of {
			if h.root.ID == id || slices.ContainsFunc(slices.Concat(h.values, h.steps), func(n tg.Node) bool { return n.ID == id }) {
				return h
			}
		}
	}
	return nil
}

func (b *binder) validUpdate(s Subtask) error {
	if s.Node == "" {
		if s.has(RollsBack) && s.To > 0 {
			return nil
		}
		return errors.New("it is an update and names no node; what is not there yet is new")
	}
	if s.has(RollsBack) || s.has(Merges) || s.New == "" {
		return nil
	}
	n, err := b.g.Node(s.Node)
	if err == nil && strings.EqualFold(n.Value, s.New) && len(s.Relations) == 0 && !(s.Replaces != "" && !same(s.Replaces, s.New)) {
		return fmt.Errorf("%q is %q already: that is a check with the relation duplicate", s.Node, s.New)
	}
	return b.inItsPlace(s.Node, s)
}

// inItsPlace wants replaces to be what a node holds, and new not to be it.
func (b *binder) inItsPlace(id string, s Subtask) error {
	n, err := b.g.Node(id)
	if err != nil || s.Replaces == "" || Likeness(s.Replaces, n.Value) == 1 {
		return nil
	}
	if same(s.New, n.Value) {
		return fmt.Errorf("new is %q and replaces is %q: they are swapped, for %q holds %q now; new is the value from now on", s.New, s.Replaces, id, n.Value)
	}
	return fmt.Errorf("replaces is %q, and %q holds %q now: another node is meant, or replaces is wrong", s.Replaces, id, n.Value)
}

// unknown says that there is no such node, and which there are.
func (b *binder) unknown(id string) error {
	var ids []string
	for _, n := range b.likeliest() {
		if len(ids) == mostNamed {
			ids = append(ids, "...")
			break
		}
		ids = append(ids, n)
	}
	if len(ids) == 0 {
		return fmt.Errorf("there is no node %q: the graph is empty; a new node gets an id before others name it", id)
	}
	return fmt.Errorf("there is no node %q; there are %s, and the new ones that have an id before", id, list(ids))
}

// mostNamed is how many ids are told to a model that names none of them.
const mostNamed = 30
