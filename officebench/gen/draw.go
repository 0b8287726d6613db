package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// draw is a family's source of randomness: what it draws depends only on the seed, the
// family's name and what was drawn before. Each pool is a pack of cards that is dealt out
// before it is shuffled again, so that the instances of a family differ as much as the
// pools allow.
type draw struct {
	*rand.Rand
	instance int // from 0
	packs    map[*string][]string
	dealt    map[string]bool // in this instance: no word comes twice in a task
	files    map[string]bool // the names given so far, in all instances
	first    time.Time       // the first instance's day
}

func newDraw(seed uint64, family string) *draw {
	h := fnv.New64a()
	_, _ = h.Write([]byte(family))
	d := &draw{Rand: rand.New(rand.NewPCG(seed, h.Sum64())), instance: -1, packs: map[*string][]string{}, files: map[string]bool{}}
	d.first = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC).AddDate(0, 0, 7*d.IntN(50))
	return d
}

// draw makes that many instances of the family.
func (f family) draw(seed uint64, instances int) []task {
	d := newDraw(seed, f.name)
	var all []task
	for range instances {
		d.instance++
		d.dealt = map[string]bool{}
		t := f.make(d)
		d.clutter(&t)
		t.keep()
		all = append(all, t)
	}
	return all
}

// one deals a word of a pool that this instance has not had.
func (d *draw) one(pool []string) string {
	pack := d.packs[&pool[0]]
	for range 2 {
		for i, w := range pack {
			if !d.dealt[w] {
				d.dealt[w] = true
				d.packs[&pool[0]] = append(pack[:i:i], pack[i+1:]...)
				return w
			}
		}
		pack = append([]string(nil), pool...)
		d.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	}
	panic(fmt.Sprintf("one instance wants more than the %d words from %q on", len(pool), pool[0]))
}

// some deals n words of a pool.
func (d *draw) some(n int, pool []string) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = d.one(pool)
	}
	return words
}

// between is a number from low to high.
func (d *draw) between(low, high int) int { return low + d.IntN(high-low+1) }

// chance is true with that probability, in percent.
func (d *draw) chance(percent int) bool { return d.IntN(100) < percent }

// asked begins a task: a person, a working day, in another week for each of 400 instances
// in a row, and a time of day. The words come later, from say.
func (d *draw) asked() task {
	day := d.first.AddDate(0, 0, 7*(d.instance%400)+d.IntN(5))
	clock := time.Date(2026, 1, 1, d.between(7, 18), 5*d.IntN(12), 0, 0, time.UTC)
	return asked(d.one(people), day.Format(time.DateOnly), clock.Format("3:04 PM"), "")
}

// ahead is a working day low to high days after another, moved past a weekend.
func (d *draw) ahead(day string, low, high int) string {
	t := moment(day+" 00:00").AddDate(0, 0, d.between(low, high))
	for t.Weekday() == time.Saturday || t.Weekday() == time.Sunday {
		t = t.AddDate(0, 0, 1)
	}
	return t.Format(time.DateOnly)
}

// soon is a working day after another: often within a week, so that people would call it
// tomorrow or by its weekday, else within two months.
func (d *draw) soon(day string) string {
	if d.chance(35) {
		return d.ahead(day, 1, 6)
	}
	return d.ahead(day, 7, 60)
}

// span is a time that starts between nine and four, clear of what busy puts into a day,
// and its end.
func (d *draw) span() (start, end string) {
	first := 15 * d.between(9*4, 11*4)
	if d.chance(50) {
		first = 15 * d.between(13*4+2, 16*4)
	}
	last := first + 15*d.between(2, 5)
	return clock(first), clock(last)
}

// clock is minutes after midnight as a time of day.
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// whole is a number of three digits that this instance has not had.
func (d *draw) whole() int {
	for {
		n := d.between(101, 999)
		if key := fmt.Sprint(n); !d.dealt[key] {
			d.dealt[key] = true
			return n
		}
	}
}

// amount is a number as sheets hold them, with or without decimals: 240, 84.5,
// 31.25. No two in a task have the same whole part.
func (d *draw) amount() any {
	n := d.whole()
	switch d.IntN(3) {
	case 0:
		return n
	case 1:
		return float64(10*n+d.between(1, 9)) / 10
	}
	return float64(100*n+d.between(1, 99)) / 100
}

// pair is two words together, one of each pool.
func (d *draw) pair(one, other []string) string { return d.one(one) + " " + d.one(other) }

// file is a new file's name with that suffix.
func (d *draw) file(suffix string) string { return d.fileOf(stems, suffix) }

// fileOf is the same with a stem of that kind. No other instance has it, unless 50 tries
// find none.
func (d *draw) fileOf(kind []string, suffix string) string {
	stem := d.one(kind)
	name := stem + suffix
	for range 50 {
		if !d.files[name] {
			break
		}
		if name = stem + "_" + marks[d.IntN(len(marks))] + suffix; d.chance(50) {
			name = fmt.Sprintf("%s_%d%s", stem, d.between(2, 31), suffix)
		}
	}
	d.files[name] = true
	return name
}
