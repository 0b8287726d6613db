package reflex

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

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
// Of several ways in which the sentence is as the template says, each value is as short as
// can be, the first ones first.
func (p *Procedure) wording(pattern Pattern) (reading.Wording, error) {
	pieces := p.pieces(pattern.Template)
	text, w := pattern.Text, reading.Wording{Text: pattern.Text}
	at, ok := 0, strings.HasPrefix(text, pieces[0].text)
	if len(pieces) == 1 {
		ok = text == pieces[0].text
	}
	at += len(pieces[0].text)
	for i := 1; ok && i < len(pieces); i += 2 { // a slot, and what stands behind it
		start, behind := at, pieces[i+1].text
		if at, ok = valueEnd(text, start, behind, i+2 == len(pieces)); ok {
			w.Marks = append(w.Marks, reading.Mark{Slot: pieces[i].slot, Start: start, End: at})
			at += len(behind)
		}
	}
	if !ok {
		return reading.Wording{}, fmt.Errorf("the sentence %q is not its template %q", pattern.Text, pattern.Template)
	}
	return w, nil
}

// valueEnd is where a value ends that begins at a place, is not empty, and has these words
// behind it, the text's last ones or not; false where there is no such place.
func valueEnd(text string, start int, behind string, last bool) (int, bool) {
	_, size := utf8.DecodeRuneInString(text[start:])
	least := start + size
	if size == 0 {
		return 0, false
	}
	if last {
		end := len(text) - len(behind)
		return end, end >= least && strings.HasSuffix(text, behind)
	}
	end := strings.Index(text[least:], behind)
	return least + end, end >= 0
}
