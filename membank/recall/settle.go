package recall

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// settle computes what the units of one intent say of each other, and returns those for which
// that has changed. The newest value of a slot comes before older ones; none is lost. What the
// user corrected by hand puts all before it out of reach. Quarantined units have no say.
func settle(units []Unit) (changed []Unit) {
	units = slices.Clone(units)
	slices.SortFunc(units, func(a, b Unit) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Session, b.Session), strings.Compare(a.ID, b.ID))
	})
	before := make([]Unit, len(units))
	said := map[string][]*Pair{} // by slot, in the order of time
	sets := map[*Pair]bool{}
	sessions := map[*Pair]string{}
	for i, u := range units {
		before[i] = u
		units[i].Pairs = slices.Clone(u.Pairs)
		for j := range units[i].Pairs {
			p := &units[i].Pairs[j]
			p.Standing = Standing{Times: 1}
			if u.Quarantine == "" {
				said[p.Slot] = append(said[p.Slot], p)
			}
			sets[p], sessions[p] = u.Curator == Corrected, u.Session
		}
	}
	for _, all := range said {
		stand(all, sets, sessions)
	}
	for i, u := range units {
		u.Past = !slices.ContainsFunc(u.Pairs, func(p Pair) bool { return p.Standing.InReach() })
		if u.Past != before[i].Past || !reflect.DeepEqual(u.Pairs, before[i].Pairs) {
			changed = append(changed, u)
		}
	}
	return changed
}

// stand computes the standing of one slot's pairs, which are in the order of time.
func stand(all []*Pair, sets map[*Pair]bool, sessions map[*Pair]string) {
	times, last := map[string]int{}, map[string]string{}
	for _, p := range all {
		v := plain(p.Answer)
		if last[v] != sessions[p] {
			times[v]++
		}
		last[v] = sessions[p]
		p.Standing.Times = times[v]
	}
	newer := map[string]bool{}
	corrected := false
	for i := len(all) - 1; i >= 0; i-- {
		p, v := all[i], plain(all[i].Answer)
		p.Standing.Again = newer[v]
		p.Standing.Newer = len(newer)
		if newer[v] {
			p.Standing.Newer--
		}
		if corrected {
			p.Standing.Newer = max(p.Standing.Newer, mostValues)
		}
		newer[v] = true
		corrected = corrected || sets[p]
	}
}

// plain is a value as it is compared with another.
func plain(answer string) string {
	return strings.Trim(strings.Join(strings.Fields(strings.ToLower(answer)), " "), " .,;:!?\"'")
}

// Same says that two answers are the same value, whatever their case and signs.
func Same(a, b string) bool { return plain(a) == plain(b) }
