package reflex

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Skill is the procedure as the reader sees it: what it takes, which tools do it, and
// how it is asked for.
func (p *Procedure) Skill(id string) (*reading.Skill, error) {
	k := &reading.Skill{ID: id}
	for _, s := range p.Steps() {
		if !slices.Contains(k.Operations, s.Tool) {
			k.Operations = append(k.Operations, s.Tool)
		}
	}
	for _, s := range p.Slots {
		slot := reading.Slot{Name: s.Name, Kind: s.Kind, Optional: s.mayLack(), List: s.List}
		if s.Kind == value.File {
			slot.Suffix = path.Ext(s.Canon) // the work was practised with one
		}
		k.Slots = append(k.Slots, slot)
	}
	for _, pattern := range p.Patterns {
		w, err := p.wording(pattern)
		if err != nil {
			return nil, err
		}
		k.Wordings = append(k.Wordings, w)
	}
	return k, nil
}

// wordings are the procedure's patterns, ready to find the one that a sentence fits, and
// the skill that they are of; nil where some pattern's sentence is not as its template
// says, as a person may have edited it.
func (p *Procedure) wordings() (*reading.Skill, *reading.Wordings) {
	k, err := p.Skill(p.Name)
	if err != nil {
		return nil, nil
	}
	all, err := reading.NewWordings([]*reading.Skill{k})
	if err != nil {
		return nil, nil
	}
	return k, all
}

// enough is how many wordings show what they have in common.
const enough = 32

// prepared is the procedure made ready for a reader, by some of its wordings: all have a
// part in what is known, see wordings.
func (p *Procedure) prepared() *reading.Prepared {
	k, err := p.Skill(p.Name)
	if err != nil {
		return nil
	}
	k.Wordings = atMost(k.Wordings, enough)
	ready, err := reading.Prepare([]*reading.Skill{k}, value.Reference{})
	if err != nil {
		return nil
	}
	return ready
}

// atMost are so many of some, from all over.
func atMost[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	var out []T
	for i := range most {
		out = append(out, all[i*len(all)/most])
	}
	return out
}

// saidBy are the values with which a run's text is said in the words of a wording.
func (p *Procedure) saidBy(run *trajectory.Run) [][]Binding {
	task := run.Started.Task
	_, all := p.wordings()
	s, err := reading.NewSentence(task.Text, task.Reference(), nil)
	if err != nil || all == nil {
		return nil
	}
	var out [][]Binding
	for _, r := range all.Fits(s) {
		if len(r.Missing) == 0 {
			out = append(out, bindingsOf(r, task.User))
		}
	}
	return out
}

// wording is a pattern's sentence with its values marked: what its template has slots for.
func (p *Procedure) wording(pattern Pattern) (reading.Wording, error) {
	pieces := p.pieces(pattern.Template)
	var form strings.Builder
	for _, piece := range pieces {
		if piece.slot == "" {
			form.WriteString(regexp.QuoteMeta(piece.text))
		} else {
			form.WriteString("(.+?)")
		}
	}
	said, err := regexp.Compile("^(?s:" + form.String() + ")$")
	if err != nil {
		return reading.Wording{}, fmt.Errorf("read the template %q: %w", pattern.Template, err)
	}
	at := said.FindStringSubmatchIndex(pattern.Text)
	if at == nil {
		return reading.Wording{}, fmt.Errorf("the sentence %q is not its template %q", pattern.Text, pattern.Template)
	}
	w := reading.Wording{Text: pattern.Text}
	for i, name := range p.places(pattern.Template) {
		w.Marks = append(w.Marks, reading.Mark{Slot: name, Start: at[2*i+2], End: at[2*i+3]})
	}
	return w, nil
}
