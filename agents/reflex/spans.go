package reflex

import (
	"strings"

	"legomem/tools/value"
)

// spans lists what the slot can take from word j of a text in free order.
func (r *reader) spans(slot Slot, j int) []span {
	if !isWords(slot.Kind) {
		return r.candidates(slot, 0, j)
	}
	var quoted []span
	for _, s := range r.u.values[j] {
		if s.quoted && s.kind != value.File {
			quoted = append(quoted, s)
		}
	}
	if len(quoted) > 0 || r.u.within[j] >= 0 {
		return quoted
	}
	return r.words(slot, j)
}

// words lists the words without quotes that the slot can take from word j: as
// many as no wording explains, or, behind what announces a title or a text, all
// to the end of the clause.
func (r *reader) words(slot Slot, j int) []span {
	var out []span
	class := r.announcerBefore(j)
	announced := r.f.announced[slot.Name][class] && class == "subject" || slot.Kind == value.Message && j > 0
	announced = announced && r.begins(slot, j)
	if !announced && (slot.Kind == value.Message || !r.own(j) || j > 0 && !r.u.words[j].breakBefore && r.own(j-1) && !r.parted(slot, j)) {
		return nil
	}
	longest := maxPhrase
	if slot.Kind == value.Message {
		longest = maxMessage
	}
	for last := j; last < len(r.u.words) && last < j+longest; last++ {
		own := r.u.cuts(last) || r.own(last) && r.u.within[last] < 0
		if last > j && r.ends(slot, last) || !announced && !own && !r.title(slot, j, last) {
			break
		}
		if (announced || !own) && !r.stops(slot, last+1) || !r.holds(slot, 0, j, last) {
			continue
		}
		text := r.u.slice(j, last)
		out = append(out, span{kind: slot.Kind, first: j, last: last, canon: text, text: text})
	}
	return out
}

// title says that the words from j may go on to word last as a title, whose last
// words the family knows: "Conference day", where "as the subject" follows.
func (r *reader) title(slot Slot, j, last int) bool {
	if float64(r.usage.titled[slot.Name]) < mostSay*float64(r.times[slot.Name]) || r.f.after[slot.Name][r.u.words[last].stem] {
		return false
	}
	return nameLike(r.u, j) && r.u.within[last] < 0 && r.f.lx.content(r.u.words[last].lower)
}

// begins says that an announced text begins with word j: a message right behind
// what announces it, a title with a word that leads nowhere.
func (r *reader) begins(slot Slot, j int) bool {
	if slot.Kind == value.Message {
		before := r.u.words[j-1]
		if r.usage.before[slot.Name][r.key(j)] > 0 || tellingVerbs[r.u.words[j].lower] {
			return false // the text begins behind it, "that they ..."
		}
		return r.f.lx.announcer[before.lower] != "" || r.predicate(slot) && r.usage.before[slot.Name][r.key(j-1)] > 1 || r.u.colonBefore(j)
	}
	w := r.u.words[j]
	return nameLike(r.u, j) || !r.f.lx.light[w.lower] && !r.f.lx.preposition[w.lower] && !r.f.lx.direction[w.lower]
}

// own says that word j is no word of the family's: it is written as a name, or
// nothing explains it.
func (r *reader) own(j int) bool {
	w, lx := r.u.words[j], r.f.lx
	if !r.ownWord(j) {
		return false
	}
	if nameLike(r.u, j) {
		return !r.f.writes(w.text)
	}
	apart := lx.light[w.lower] || lx.selector[w.lower] || lx.strict[w.lower] || lx.universal[w.lower] || lx.direction[w.lower]
	return !apart && !lx.begins(w.stem) && r.shareOf(w.stem) == 0
}

// parted says that a phrase may begin at word j behind a word of another: both
// are written as names, as in "the Line Fuel", or the slot's are not, as in "with
// Exam done".
func (r *reader) parted(slot Slot, j int) bool {
	return nameLike(r.u, j-1) && (nameLike(r.u, j) || !capitalised(slot.Example))
}

// stops says that an announced text ends before word j: the clause does, or
// there stands what follows the slot in some wording.
func (r *reader) stops(slot Slot, j int) bool {
	if slot.Kind == value.Message {
		return j == len(r.u.words) || r.ends(slot, j) || strings.Contains(r.u.gap(j), ")")
	}
	if j == len(r.u.words) || r.u.words[j].breakBefore || r.u.commaBefore(j) || r.u.colonBefore(j) || r.u.within[j] >= 0 {
		return true
	}
	key := r.key(j)
	return key == "and" || key != "" && !r.f.lx.content(r.u.words[j].lower) && r.behind[slot.Name][key] > 0
}
