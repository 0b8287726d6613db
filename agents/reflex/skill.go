package reflex

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// skill is the procedure as the reader sees it: what it takes, which tools do it, and
// how it is asked for.
func (p *Procedure) skill(id string) (*reading.Skill, error) {
	k := &reading.Skill{ID: id}
	for _, s := range p.Steps() {
		if !slices.Contains(k.Operations, s.Tool) {
			k.Operations = append(k.Operations, s.Tool)
		}
	}
	for _, s := range p.Slots {
		k.Slots = append(k.Slots, reading.Slot{Name: s.Name, Kind: s.Kind, Optional: s.mayLack(), List: s.List})
	}
	for _, pattern := range p.Patterns {
		w, err := pattern.wording()
		if err != nil {
			return nil, err
		}
		k.Wordings = append(k.Wordings, w)
	}
	return k, nil
}

// wordings are the procedure's patterns, ready to find the one that a sentence fits; nil
// where some pattern's sentence is not as its template says, as a person may have edited
// it.
func (p *Procedure) wordings() *reading.Wordings {
	k, err := p.skill(p.Name)
	if err != nil {
		return nil
	}
	all, err := reading.NewWordings([]*reading.Skill{k}, value.Reference{})
	if err != nil {
		return nil
	}
	return all
}

// saidBy are the values with which a run's text is said in the words of a wording.
func (p *Procedure) saidBy(run *trajectory.Run) [][]Binding {
	task, all := run.Started.Task, p.wordings()
	s, err := reading.NewSentence(task.Text, value.Reference{Now: task.Now, DayFirst: task.DayFirst}, nil)
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

// wording is the pattern's sentence with its values marked: what its template has slots
// for.
func (p Pattern) wording() (reading.Wording, error) {
	var slots []string
	for _, part := range p.Parts {
		if part.Slot != "" {
			slots = append(slots, part.Slot)
		}
	}
	var form strings.Builder
	rest := p.Template
	for _, name := range slots {
		before, after, found := strings.Cut(rest, "{"+name+"}")
		if !found {
			return reading.Wording{}, fmt.Errorf("the template %q has no place for %s", p.Template, name)
		}
		form.WriteString(regexp.QuoteMeta(before) + "(.+?)")
		rest = after
	}
	form.WriteString(regexp.QuoteMeta(rest))
	said, err := regexp.Compile("^(?s:" + form.String() + ")$")
	if err != nil {
		return reading.Wording{}, fmt.Errorf("read the template %q: %w", p.Template, err)
	}
	at := said.FindStringSubmatchIndex(p.Text)
	if at == nil {
		return reading.Wording{}, fmt.Errorf("the sentence %q is not its template %q", p.Text, p.Template)
	}
	w := reading.Wording{Text: p.Text}
	for i, name := range slots {
		w.Marks = append(w.Marks, reading.Mark{Slot: name, Start: at[2*i+2], End: at[2*i+3]})
	}
	return w, nil
}
