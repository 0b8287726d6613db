package reading

import "slices"

// knows says that a labelled sentence fits one of its skill's wordings with the same
// values, but for words around it that frame any request.
func (all *Wordings) knows(d decoded) bool {
	from, to := d.request()
	mine := fills(d.labels)
	for _, w := range all.sharing(d.s) {
		if w.skill == d.skill && from < to && slices.ContainsFunc(newFitting(d.s, w, from, to).ways(), func(way []fill) bool { return sameWords(way, mine) }) {
			return true
		}
	}
	return false
}

// request are the words without the frame around them.
func (d decoded) request() (from, to int) {
	to = len(d.s.Words)
	for from < len(d.labels) && d.labels[from].part == frame {
		from++
	}
	for i := len(d.labels) - 1; i > from && d.labels[i].part == frame; i-- {
		to--
	}
	return from, to
}

// sameWords says that the slots have the same words, whether told by their form or not.
func sameWords(a, b []fill) bool {
	return slices.EqualFunc(a, b, func(x, y fill) bool {
		return x.slot == y.slot && x.first == y.first && x.last == y.last
	})
}
