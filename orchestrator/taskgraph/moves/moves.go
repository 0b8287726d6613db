// Package moves reads what a user does in the middle of a conversation: says a value, adds
// one, takes one out, asks what was said, takes something back. What it knows of language
// is learned by package reading from sentences that people wrote for each move
// (wordings/); it holds no list of words. Which nodes of the graph are meant is found out
// above it (package trim).
//
// Start with Reader.
package moves

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"legomem/reading"
	"legomem/tools/value"
)

//go:embed moves.yaml wordings
var files embed.FS

//go:embed moves.bin
var shipped []byte

// Kind is what a user does.
type Kind string

// The moves, as moves.yaml has them.
const (
	Tell       Kind = "tell"
	Add        Kind = "add"
	Remove     Kind = "remove"
	Swap       Kind = "swap"
	Keep       Kind = "keep"
	Only       Kind = "only"
	Split      Kind = "split"
	Merge      Kind = "merge"
	Undo       Kind = "undo"
	Redo       Kind = "redo"
	Back       Kind = "back"
	Again      Kind = "again"
	Other      Kind = "other"
	AskValue   Kind = "ask_value"
	AskWhether Kind = "ask_whether"
	AskHistory Kind = "ask_history"
	AskWhy     Kind = "ask_why"
)

// Checks says that a move only asks.
func (k Kind) Checks() bool {
	return slices.Contains([]Kind{AskValue, AskWhether, AskHistory, AskWhy}, k)
}

// Move is a way to read an utterance.
type Move struct {
	Kind Kind
	// Said are the values of its slots, in the utterance's order.
	Said []Said
	// Likely is how likely the utterance is this move, from 0 to 1, and Confidence how likely
	// all of it is read rightly.
	Likely, Confidence float64
	LeftOver           []string
}

// Said is what an utterance says for a slot of a move.
type Said struct{ Slot, Text string }

// All are the texts said for a slot.
func (m Move) All(slot string) []string {
	var out []string
	for _, s := range m.Said {
		if s.Slot == slot {
			out = append(out, s.Text)
		}
	}
	return out
}

// First is the first text said for a slot, "" for none.
func (m Move) First(slot string) string {
	if all := m.All(slot); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Reader reads utterances for moves.
type Reader struct {
	reader *reading.Reader
	// says is, by kind of move, how many wordings have a stem outside their values.
	says map[Kind]map[string]int
}

// Shipped is the reader that comes with the program.
var Shipped = sync.OnceValues(func() (*Reader, error) {
	m, err := reading.Load(bytes.NewReader(shipped))
	if err != nil {
		return nil, fmt.Errorf("load what is known of moves: %w", err)
	}
	return newReader(m)
})

func newReader(m *reading.Model) (*Reader, error) {
	all, _, err := Wordings()
	if err != nil {
		return nil, err
	}
	r, err := reading.NewReader(m, all, reference)
	if err != nil {
		return nil, err
	}
	says := map[Kind]map[string]int{}
	for _, k := range all {
		kind := Kind(k.ID)
		if says[kind] == nil {
			says[kind] = map[string]int{}
		}
		for _, w := range k.Wordings {
			for stem := range stemsOf(w.Without()) {
				says[kind][stem]++
			}
		}
	}
	return &Reader{r, says}, nil
}

func stemsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range value.Tokens(text) {
		out[value.Stem(t.Lower)] = true
	}
	return out
}

// Says says that a word, in lower case, may say which move is made: more than one
// wording of these kinds, or with none named of any, has it outside their values.
func (r *Reader) Says(word string, kinds ...Kind) bool {
	n, stem := 0, value.Stem(word)
	for kind, says := range r.says {
		if len(kinds) == 0 || slices.Contains(kinds, kind) {
			n += says[stem]
		}
	}
	return n > 1
}

// reference is when the wordings were written.
var reference = value.Reference{Now: time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)}

// Names are what the conversation and its domain have names for: "what" are slots, "of" what
// has parts or values, and "value" and "old" what was said.
type Names = reading.Names

// Read reads an utterance, the likeliest move first. What is left of 1 is for none of them:
// something new, or a remark.
func (r *Reader) Read(ctx context.Context, text string, ref value.Reference) ([]Move, error) {
	s, err := reading.NewSentence(text, ref, nil)
	if err != nil {
		return nil, err
	}
	all, err := r.reader.Read(ctx, s)
	if err != nil {
		return nil, err
	}
	likely := map[string]float64{}
	for _, l := range r.reader.Likely(s) {
		likely[l.Skill.ID] = l.Probability
	}
	var out []Move
	for _, one := range all {
		m := Move{Kind: Kind(one.Skill.ID), Likely: likely[one.Skill.ID], Confidence: one.Confidence, LeftOver: one.LeftOver}
		for _, v := range one.Values {
			m.Said = append(m.Said, Said{v.Slot, v.Text})
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b Move) int { return cmp.Compare(b.Likely, a.Likely) })
	return out, nil
}

// definition is a move in moves.yaml.
type definition struct {
	Move  string   `yaml:"move"`
	Does  string   `yaml:"does"` // what it has in common with others
	Needs []string `yaml:"needs"`
	Takes []string `yaml:"takes"`
	List  []string `yaml:"list"`
}

func (d definition) skill() *reading.Skill {
	k := &reading.Skill{ID: d.Move, Operations: []string{d.Does}}
	for _, name := range slices.Concat(d.Needs, d.Takes) {
		k.Slots = append(k.Slots, reading.Slot{Name: name, Kind: value.Phrase, Optional: !slices.Contains(d.Needs, name), List: slices.Contains(d.List, name)})
	}
	return k
}

// Wordings are the moves with sentences of each, and sentences that are none.
func Wordings() (all []*reading.Skill, none []string, err error) {
	text, err := files.ReadFile("moves.yaml")
	if err != nil {
		return nil, nil, err
	}
	var defined []definition
	if err := yaml.Unmarshal(text, &defined); err != nil {
		return nil, nil, fmt.Errorf("read moves.yaml: %w", err)
	}
	by := map[string]*reading.Skill{}
	for _, d := range defined {
		by[d.Move] = d.skill()
		all = append(all, by[d.Move])
	}
	names, err := fs.Glob(files, "wordings/*.yaml")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		more, err := read(name, by)
		if err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", name, err)
		}
		none = append(none, more...)
	}
	return all, none, nil
}

// read adds a file's sentences to their moves, and returns those that are none.
func read(name string, by map[string]*reading.Skill) (none []string, err error) {
	text, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var said map[string][]string
	if err := yaml.Unmarshal(text, &said); err != nil {
		return nil, err
	}
	for move, sentences := range said {
		for _, marked := range sentences {
			w, err := reading.ParseWording(marked)
			if err != nil {
				return nil, err
			}
			k := by[move]
			switch {
			case move == "none":
				none = append(none, w.Text)
			case k == nil:
				return nil, fmt.Errorf("there is no move %q", move)
			default:
				if w, err = fitting(k, w); err != nil {
					return nil, fmt.Errorf("%s: %q: %w", move, marked, err)
				}
				k.Wordings = append(k.Wordings, w)
			}
		}
	}
	return none, nil
}

// fitting is a wording without the marks that the move has no slot for: what they mark tells
// nothing of what it does.
func fitting(k *reading.Skill, w reading.Wording) (reading.Wording, error) {
	if len(w.Text) == 0 {
		return w, errors.New("it is empty")
	}
	w.Marks = slices.DeleteFunc(w.Marks, func(m reading.Mark) bool {
		known := func(s reading.Slot) bool { return s.Name == m.Slot }
		return m.Slot != reading.Frame && !slices.ContainsFunc(k.Slots, known)
	})
	return w, nil
}

// Training is the sentences that come with the program, as what a model is trained on.
func Training() (reading.Data, error) {
	all, none, err := Wordings()
	if err != nil {
		return reading.Data{}, err
	}
	data := reading.Data{Skills: all, Reference: reference}
	for _, text := range none {
		data.Requests = append(data.Requests, reading.Request{Text: text})
	}
	return data, nil
}
