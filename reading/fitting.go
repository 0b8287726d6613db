package reading

import (
	"strings"

	"legomem/tools/value"
)

// fitting fits a sentence to a wording. What may follow is found from their ends,
// in time linear in words times places, so that no way is begun that leads nowhere.
type fitting struct {
	s *Sentence
	w *wording
	// fits says that the places from one on fit the words from another on; rest that they
	// fit from that word or a later one on, with no sign in between.
	fits, rest [][]bool
	starts     []int
	found      [][]fill
	steps      int
}

// mostWays is how many ways are told of one wording: two are a doubt. A sentence in which
// mostSteps do not find them all fits in none.
const (
	mostWays  = 4
	mostSteps = 10_000
)

func newFitting(s *Sentence, w *wording, starts, ends []int) *fitting {
	f := &fitting{s: s, w: w, starts: starts}
	places, words := len(w.places), len(s.Words)
	for range places + 1 {
		f.fits, f.rest = append(f.fits, make([]bool, words+2)), append(f.rest, make([]bool, words+2))
	}
	for _, end := range ends {
		if end == words || !w.endsOpen() {
			f.fits[places][end], f.rest[places][end] = true, true
		}
	}
	for i := places; i >= 0; i-- {
		for j := words - 1; j >= 0; j-- {
			if i < places {
				f.fits[i][j] = f.fit(i, j)
			}
			f.rest[i][j] = f.fits[i][j] || !s.Words[j].Break && f.rest[i][j+1]
		}
	}
	return f
}

// fit says that place i may begin at word j so that all behind it fits too.
func (f *fitting) fit(i, j int) bool {
	p := f.w.places[i]
	if j > 0 && p.apart != f.s.apart(j) {
		return false
	}
	if p.word != "" {
		return p.word == oneArticle(f.s.Words[j].Lower) && f.fits[i+1][j+1]
	}
	for _, v := range f.formed(p, j) {
		if f.fits[i+1][v.last+1] {
			return true
		}
	}
	return open(f.w.skill.Slots[p.slot]) && f.rest[i+1][j+1]
}

// open says that any words may be a slot's value.
func open(s Slot) bool { return s.Kind == value.Phrase || s.Kind == value.Message }

// formed are the values of the place that begin at word j and are told by their form, or
// else what stands for one as in the wording.
func (f *fitting) formed(p place, j int) []fill {
	out := f.formedAt(p, j)
	if k := f.w.skill.Slots[p.slot].Kind; f.s.leadsToDay(k, j) {
		out = append(out, f.formedAt(p, j+1)...)
	}
	if len(out) > 0 || p.spelled == "" {
		return out
	}
	last := j + len(value.Tokens(p.spelled)) - 1
	if last < len(f.s.Words) && strings.EqualFold(f.s.Slice(j, last), p.spelled) {
		return []fill{{p.slot, j, last, true}}
	}
	return nil
}

func (f *fitting) formedAt(p place, j int) []fill {
	var out []fill
	for _, v := range f.s.Spans[j] {
		if _, ok := f.s.as(f.w.skill.Slots[p.slot], v); ok && !f.s.afterDash(v) {
			out = append(out, fill{p.slot, j, v.Last, true})
		}
	}
	return out
}

// ways are the values of each way to fit the wording.
func (f *fitting) ways() [][]fill {
	for _, start := range f.starts {
		if f.fits[0][start] && f.asksSo(start) {
			f.follow(0, start, nil)
		}
	}
	if f.steps > mostSteps {
		return nil
	}
	return f.found
}

// asksSo says that a sentence whose request begins at a word is a question as the wording
// is one; what stands before may make it one: "could you ...?".
func (f *fitting) asksSo(start int) bool {
	return f.w.asks == f.s.asks() || start > 0 && f.s.asks()
}

// follow goes on from place i and word j, from which all fits, with the values so far.
func (f *fitting) follow(i, j int, all []fill) {
	f.steps++
	if len(f.found) == mostWays || f.steps > mostSteps {
		return
	}
	if i == len(f.w.places) {
		f.found = append(f.found, all)
		return // what is behind frames it
	}
	p := f.w.places[i]
	if p.word != "" {
		f.follow(i+1, j+1, all)
		return
	}
	taken := map[int]bool{}
	for _, v := range f.formed(p, j) {
		taken[v.last] = true
		f.take(i, v, all)
	}
	for last := j; open(f.w.skill.Slots[p.slot]) && f.rest[i+1][last+1]; last++ {
		if !taken[last] && !f.endsBeforeDay(i+1, last) {
			f.take(i, fill{slot: p.slot, first: j, last: last}, all)
		}
		if last+1 == len(f.s.Words) || f.s.Words[last+1].Break {
			return // the next words are behind a sign, and of no open value
		}
	}
}

// endsBeforeDay says that word j is of how the day behind it is spelled, which place i takes.
func (f *fitting) endsBeforeDay(i, j int) bool {
	return i < len(f.w.places) && f.w.places[i].word == "" && f.s.leadsToDay(f.w.skill.Slots[f.w.places[i].slot].Kind, j)
}

// take goes on behind a value, unless its slot has another already.
func (f *fitting) take(i int, one fill, all []fill) {
	slot := f.w.skill.Slots[one.slot]
	for _, o := range all {
		if o.slot == one.slot && !slot.List && f.s.valueOf(slot, o).Said() != f.s.valueOf(slot, one).Said() {
			return
		}
	}
	if f.fits[i+1][one.last+1] {
		f.follow(i+1, one.last+1, append(all[:len(all):len(all)], one))
	}
}
