package reflex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"legomem/braces"
)

// A list of one element says nothing of all, next or first: whoever took its element may
// have meant any of these. So such a run is generalised only with runs whose lists had
// several if its text says the same as one of theirs; else "delete all future standups"
// would delete but the next.

// taken are the lists whose elements a procedure takes, by their place or one after the
// other. Lists within the elements of another are left out.
func (p *Procedure) taken() []Ref {
	var out []Ref
	note := func(r Ref) *Ref {
		parts := strings.Split(r.Path, "/")
		at := slices.IndexFunc(parts, isPlace)
		list := r
		if at >= 0 {
			list.Path = strings.Join(parts[:at], "/")
		}
		if at >= 0 && !slices.Contains(out, list) {
			out = append(out, list)
		}
		return &r
	}
	refsOf(p.Subtasks, note)
	if p.Answer != nil {
		p.Answer.refs(note)
	}
	return out
}

// isPlace says that a part of a path stands for an element of a list.
func isPlace(part string) bool {
	_, err := strconv.Atoi(part)
	return err == nil || part == element
}

// elementsIn is how many elements a list had in a run; -1 for none that was seen.
func (s story) elementsIn(list Ref) int {
	v, err := s.end.values.raw(list)
	all, ok := v.([]any)
	if err != nil || !ok {
		return -1
	}
	return len(all)
}

// tellsWhich finds out whether the runs of a join show which elements of a list are
// meant: each in which there was one says the same as one in which there were several.
func (j *joiner) tellsWhich() error {
	stories, ok := j.stories(j.p)
	if !ok {
		return errOther
	}
	all := append(slices.Clone(j.all), j.ex)
	for _, list := range j.p.taken() {
		var ones, several []example
		for i, st := range stories {
			switch n := st.elementsIn(list); {
			case n == 1:
				ones = append(ones, all[i])
			case n > 1:
				several = append(several, all[i])
			}
		}
		for _, one := range ones {
			if len(several) > 0 && !slices.ContainsFunc(several, one.saysTheSame) {
				return &apartError{why: fmt.Sprintf("the list that %s returned at %s had one element in run %s, which may have meant all, the next or the first; teach it with one of several", j.p.toolOf(list.Step), list.Path, one.run.ID), sure: true}
			}
		}
		if len(several) == 0 {
			j.p.Subtasks = atMostOne(j.p.Subtasks, list)
		}
	}
	return nil
}

// saysTheSame says that one of two runs' texts is a way to say the other's.
func (ex example) saysTheSame(o example) bool {
	return ex.compiled.out.AskedFor(o.run) || o.compiled.out.AskedFor(ex.run)
}

// atMostOne is a plan that stops where a list has more than the one element that it had
// in every run that had any.
func atMostOne(subs []Subtask, list Ref) []Subtask {
	return eachStep(subs, func(s Step) Step {
		if _, exact := s.Sizes[list.Path]; s.Number == list.Step && !exact && !slices.Contains(s.Single, list.Path) {
			s.Single = append(slices.Clone(s.Single), list.Path)
		}
		return s
	})
}

// single finds out whether an action's lists have no more than one element where nobody
// has shown which of several is meant.
func (s Step) single(data any, said string) error {
	for _, path := range s.Single {
		v, _ := braces.Resolve(data, path)
		if list, _ := v.([]any); len(list) > 1 {
			return fmt.Errorf("%s returned %d elements at %s, and which of several is meant nobody has shown: %s", s.Tool, len(list), path, said)
		}
	}
	return nil
}

func (p *Procedure) toolOf(number int) string {
	for _, s := range p.Steps() {
		if s.Number == number {
			return s.Tool
		}
	}
	return "an action"
}

// Ones are the lists of one element of which a procedure takes the element, in words, as
// "calendar.list_events at /events": it stops where there are several.
func (p *Procedure) Ones() []string {
	var out []string
	for _, s := range p.Steps() {
		for _, path := range sortedKeys(s.Sizes) {
			if s.Sizes[path] == 1 {
				out = append(out, s.Tool+" at "+path)
			}
		}
		for _, path := range s.Single {
			out = append(out, s.Tool+" at "+path)
		}
	}
	return out
}
