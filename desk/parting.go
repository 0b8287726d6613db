package desk

import (
	"maps"
	"slices"

	"legomem/changes"
	"legomem/commit"
	"legomem/orchestrator"
	"legomem/tools/facts"
)

// parting finds out what goes with the changes that are left out. Two changes hang together
// where they are made of one piece: a file, the events of a calendar with one UID (those
// without one have "" together), or all that is no event in a calendar.
type parting struct {
	all  []changes.Change
	byID map[string]int
	of   map[piece][]int   // the changes that a piece is part of
	in   map[string][]part // what is changed in a file, by path
	out  map[int]bool      // the changes that are left out
}

// piece is what can be left out by itself.
type piece struct {
	path, uid string
	event     bool
}

// part is what one change does to a file.
type part struct {
	change int
	uids   []string // of an event; none of a change that is no event
}

func newParting(list changes.List) *parting {
	p := &parting{all: list.Changes, byID: map[string]int{}, of: map[piece][]int{}, in: map[string][]part{}, out: map[int]bool{}}
	for i, c := range list.Changes {
		p.byID[c.ID] = i
		for _, f := range c.Files {
			p.in[f.Path] = append(p.in[f.Path], part{i, f.UIDs})
			for _, one := range piecesOf(f) {
				p.of[one] = append(p.of[one], i)
			}
		}
	}
	return p
}

func piecesOf(f changes.File) []piece {
	if len(f.UIDs) == 0 {
		return []piece{{path: f.Path}}
	}
	var all []piece
	for _, uid := range f.UIDs {
		all = append(all, piece{f.Path, uid, true})
	}
	return all
}

// leaveOut leaves out a change, with all that hang together with it.
func (p *parting) leaveOut(change int) {
	for left := []int{change}; len(left) > 0; {
		at := left[0]
		left = left[1:]
		if p.out[at] {
			continue
		}
		p.out[at] = true
		for _, f := range p.all[at].Files {
			left = append(left, p.hangingOn(at, f)...)
		}
	}
}

// hangingOn are the changes that go with one, for the sake of a file.
func (p *parting) hangingOn(change int, f changes.File) (all []int) {
	pieces, isEvent := piecesOf(f), len(f.UIDs) > 0
	switch {
	case isEvent && f.After == "": // an event that stays needs its calendar
		pieces = append(pieces, piece{path: f.Path})
	case !isEvent && hasMark(p.all[change], facts.Large): // a UID that is not listed may be one that is
		for _, other := range p.in[f.Path] {
			all = append(all, other.change)
		}
	}
	for _, one := range pieces {
		all = append(all, p.of[one]...)
		delete(p.of, one) // they are all left out now
	}
	return all
}

func hasMark(c changes.Change, kind facts.MarkKind) bool {
	return slices.ContainsFunc(c.Marks, func(m facts.Mark) bool { return m.Kind == kind })
}

// also are the ids of the changes that are left out without being asked for.
func (p *parting) also(asked []string) (ids []string) {
	for i, c := range p.all {
		if p.out[i] && !slices.Contains(asked, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// paths are the files of the changes that are left out, in order; "" stands for those that
// the list has no room for.
func (p *parting) paths() []string {
	all := map[string]bool{}
	for i := range p.out {
		for _, f := range p.all[i].Files {
			all[f.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// cut is where a calendar is parted: the UIDs of events, whose changes are left out, or, with
// only, all else is.
type cut struct {
	uids []string
	only bool
}

// cutOf tells where a file is parted; whole says that all of its changes are left out.
func (p *parting) cutOf(path string) (c cut, whole bool) {
	kept := []string{} // never nil: it is an argument
	whole = true
	for _, one := range p.in[path] {
		switch out := p.out[one.change]; {
		case !out:
			kept, whole = append(kept, one.uids...), false
		case len(one.uids) == 0:
			c.only = true
		default:
			c.uids = append(c.uids, one.uids...)
		}
	}
	if c.only {
		c.uids = kept
	}
	return c, whole
}

// unlisted are the files and folders that a run changed and that no change of the list names.
func (p *parting) unlisted(o commit.Order) (paths []string) {
	for _, f := range orchestrator.ChangesBetween(o.Was, o.Is) {
		if len(p.in[f.Path]) == 0 && f.Path != changes.AnswerFile {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
