package sqlite

import (
	"cmp"
	"slices"
	"strings"
)

// near is a record's key and score.
type near struct {
	key   int64
	id    string
	score float64
}

func compare(a, b near) int {
	return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.id, b.id))
}

// best keeps the k nearest of what it is shown. It keeps up to twice as many
// before it drops the worse half, which is cheap for any k.
type best struct {
	k    int
	list []near
	cut  bool    // list was trimmed to k records
	last float64 // the score of the last of them
}

// above reports whether a record of that score cannot be among the best.
func (b *best) above(score float64) bool { return b.cut && score < b.last }

func (b *best) show(n near) {
	if b.above(n.score) {
		return
	}
	b.list = append(b.list, n)
	if len(b.list) == b.k || len(b.list)-b.k >= b.k {
		b.trim()
	}
}

func (b *best) trim() {
	slices.SortFunc(b.list, compare)
	b.list = b.list[:min(b.k, len(b.list))]
	if len(b.list) == b.k {
		b.cut, b.last = true, b.list[b.k-1].score
	}
}

// ranked are the best, best first.
func (b *best) ranked() []near {
	b.trim()
	return b.list
}
