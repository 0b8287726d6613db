package reflex

import (
	"slices"
	"strings"
)

// Some turns of phrase make a request another one though all its words are known:
// whom it is asked of, and which of several things is meant. A text that has one
// is read by a procedure alone whose wordings have it too.

// The signs of such a turn.
const (
	signAnother  = "another"   // somebody else is to do it: "have Elena send it"
	signThatMail = "the mail"  // a mail that is there: "send Elena the email", "find the email"
	signWhatever = "whatever"  // it is of no account: "whatever the category"
	signAhead    = "ahead"     // at another time than is named: "the day before"
	signThatCase = "that case" // only then: "in that case", where others say "in any case"
	signCopy     = "a copy"    // done to another thing: "in a copy of stock.xlsx"
	signNowhere  = "nowhere"   // moved, and it is not said where to: "move the talk on Friday"
)

// signs lists the turns that a text has.
func signs(text string, words []word, lx *lexicon) map[string]bool {
	out := map[string]bool{}
	for i, w := range words {
		switch {
		case moving[w.lower] && !hasGoal(words):
			out[signNowhere] = true
		case w.lower == "case" && i > 1 && words[i-2].lower == "in" && (words[i-1].lower == "that" || words[i-1].lower == "which"):
			out[signThatCase] = true
		case w.lower == "copy" && i > 0 && articles[words[i-1].lower] && i+1 < len(words) && words[i+1].lower == "of":
			out[signCopy] = true
		case w.lower == "let" && i+2 < len(words) && others[words[i+1].lower] && lx.begins(words[i+2].stem):
			out[signAnother] = true
		case charging[w.lower] && charges(text, words[i+1:], lx):
			out[signAnother] = true
		case w.lower == "the" && i+1 < len(words) && lx.alike(words[i+1].stem, "email") && (sends(words[:i], lx) || i > 0 && seeking[words[i-1].lower]):
			out[signThatMail] = true
		case spells[w.lower] && i > 0 && i+1 < len(words) && words[i-1].lower == "the" && (words[i+1].lower == "before" || words[i+1].lower == "after"):
			out[signAhead] = true
		case w.lower == "whatever" && i > 0 && strings.Contains(text[words[i-1].end:w.start], ","):
			out[signWhatever] = true
		}
	}
	return out
}

// moving are verbs that need to be told where to; goals are the words of which one
// does so.
var (
	moving = set("move shift reschedule postpone")
	goals  = set("to into onto until till for new now instead out back forward so start starts begin begins")
)

func hasGoal(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return goals[w.lower] })
}

// seeking are verbs for what is to be found.
var seeking = set("find open read show search see check")

// spells are stretches of time.
var spells = set("hour morning evening night day weekend week month")

// charging are verbs that have somebody do something.
var charging = set("have let get make ask tell")

// charges says that a name comes next, and what they are to do: a verb of a request
// that is no participle.
func charges(text string, words []word, lx *lexicon) bool {
	i := 0
	for i < len(words) && capitalised(words[i].text) && lx.content(words[i].lower) {
		i++
	}
	if i == 0 || i > maxName || i == len(words) {
		return false
	}
	if words[i].lower == "to" {
		i++
	}
	if i == len(words) || strings.ContainsAny(text[words[i-1].end:words[i].start], ",.;:'’") {
		return false
	}
	w := words[i]
	return lx.begins(w.stem) && !past[w.lower] && !strings.HasSuffix(w.lower, "ed") && !strings.HasSuffix(w.lower, "s")
}

// sends says that the words end with a verb of sending, and with whom it is sent to.
func sends(words []word, lx *lexicon) bool {
	for k := len(words) - 1; k >= 0 && k >= len(words)-1-maxName; k-- {
		w := words[k]
		if w.lower == "send" || w.lower == "forward" {
			return true
		}
		if !capitalised(w.text) && !others[w.lower] && w.lower != "me" {
			return false
		}
	}
	return false
}

// turnsAway says that the text has a turn that none of the wordings has.
func (f *family) turnsAway(u *utterance) bool {
	for sign := range u.signs() {
		if !f.signs()[sign] {
			return true
		}
	}
	return false
}

// turns are the turns of the procedure's own wordings.
func (f *family) turns() map[string]bool {
	out := map[string]bool{}
	for _, p := range f.Patterns {
		for sign := range signs(p.Text, wordsOf(p.Text), f.lx) {
			out[sign] = true
		}
	}
	return out
}
