package reflex

import (
	"slices"
	"strings"

	"legomem/tools/value"
)

// Not every sentence with a request's words asks for it: "I moved the talk",
// "the talk was moved", "Hugo, remind Tom", "the cell should be 25?". What marks
// such a sentence is noted for each word of a text. A procedure takes a marked
// word only if it was practised in a sentence so marked.

// modals ask, and so lead from a person to a request's verb: "could you move".
var modals = set("could can would will may might shall should must please to")

// persons stand before what they do.
var persons = set("i we they he she it everybody everyone somebody someone nobody")

// speakers are the persons of whom a verb in "ed" tells what they did.
var speakers = set("i we he she")

// causing has something done: "gets it put there".
var causing = set("get gets getting have having has")

// past tells of what is done, where a request would ask for it.
var past = set("was were had has sent made told wrote took gave scheduled booked moved cancelled canceled deleted removed changed updated copied emailed mailed reminded answered listed created added informed saved converted")

// interrogatives begin questions that ask for an answer, which may be practised
// work.
var interrogatives = set("what which how who whose when where why")

// tags are what a request may end with to be a question.
var tags = set("okay ok alright please pls")

// reminders are verbs with which a question only names something.
var reminders = set("know see remember")

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// moods marks the words of a text; "" is a word that only asks.
func moods(text string, ws []word, lx *lexicon) []string {
	out := make([]string, len(ws))
	for j := range ws {
		out[j] = mood(text, ws, j, lx)
	}
	begin := 0
	for j := 1; j <= len(ws); j++ {
		if j < len(ws) && !ws[j].breakBefore {
			continue
		}
		end := len(text)
		if j < len(ws) {
			end = ws[j].start
		}
		if strings.Contains(text[ws[j-1].end:end], "?") && !asksFor(ws[begin:j]) {
			out[begin] = "?"
		}
		begin = j
	}
	return out
}

// asksFor says that a question is a polite request, or wants an answer.
func asksFor(ws []word) bool {
	if last := ws[len(ws)-1].lower; tags[last] {
		return true
	}
	if len(ws) > 1 && (ws[0].lower == "you" || ws[0].lower == "do" && ws[1].lower == "you") && reminders[ws[min(len(ws)-1, 1)].lower] {
		return true // "You know the list?" only names what is meant
	}
	for _, w := range ws {
		if w.lower == "please" || interrogatives[w.lower] || modals[w.lower] && w.lower != "should" && w.lower != "to" && w.lower != "must" {
			return true
		}
	}
	return false
}

func mood(text string, ws []word, j int, lx *lexicon) string {
	w := ws[j]
	if who := doer(text, ws, j, lx); who != "" && (lx.begins(w.stem) || past[w.lower] || speakers[ws[j-1].lower] && strings.HasSuffix(w.lower, "ed")) {
		return who + w.stem
	}
	if !past[w.lower] {
		return ""
	}
	before, after := "", ""
	if j > 0 {
		before = ws[j-1].lower
	}
	if j+1 < len(ws) {
		after = ws[j+1].lower
	}
	if w.lower == "has" && (after == "to" || interrogatives[before] || before == "that" || before == "which") {
		return ""
	}
	if modals[before] || before == "be" || before == "it" || before == "get" {
		return "" // "needs to be moved" and "have it moved" ask
	}
	return w.lower
}

// doer is who does what word j says: "person " behind a pronoun that no modal
// leads to, "themselves " behind one that will, "name " behind a sentence's first
// name, "" for nobody.
func doer(text string, ws []word, j int, lx *lexicon) string {
	if j == 0 {
		return ""
	}
	p, gap := ws[j-1], text[ws[j-1].end:ws[j].start]
	name := (j == 1 || p.breakBefore) && capitalised(p.text) && lx.content(p.lower) && !lx.begins(p.stem) && !interrogatives[p.lower] && !lx.strict[p.lower]
	switch {
	case name && strings.Contains(gap, ","):
		return "name, "
	case strings.TrimSpace(gap) != "":
		return ""
	case name:
		return "name "
	case strings.HasSuffix(p.lower, "'ll"), strings.HasSuffix(p.lower, "’ll"):
		return "themselves " // "and I'll email it"
	case persons[p.lower] && (j < 2 || !modals[ws[j-2].lower] && !causing[ws[j-2].lower]):
		return "person "
	}
	return ""
}

// questioned says that a sentence of the text questions what the wordings ask
// for.
func (f *family) questioned(u *utterance) bool {
	return slices.Contains(u.moods(), "?") && !f.moods()["?"]
}

// told are the moods of the procedure's own wordings.
func (f *family) told() map[string]bool {
	out := map[string]bool{}
	for _, p := range f.Patterns {
		for _, m := range moods(p.Text, wordsOf(p.Text), f.lx) {
			out[m] = true
		}
	}
	return out
}

// wordsOf are a text's words without its punctuation.
func wordsOf(text string) []word {
	var out []word
	end := 0
	for _, t := range value.Tokens(text) {
		if !hasLetterOrDigit(t.Text) {
			continue
		}
		gap := text[end:t.Start]
		if t.Lower == "line" && gap == " " && len(out) > 0 && out[len(out)-1].lower == "subject" {
			continue // "subject line" is "subject"
		}
		lower := t.Lower
		if t.Text == "A" && len(out) > 0 && !strings.ContainsAny(gap, ".;!?\n") {
			lower = t.Text // "section A" is no article
		}
		out = append(out, word{text: t.Text, lower: lower, stem: value.Stem(lower), start: t.Start, end: t.End,
			breakBefore: len(out) > 0 && strings.ContainsAny(gap, ".;!?\n")})
		end = t.End
	}
	return out
}

// tells says that word j of the text tells or questions where the procedure's
// wordings ask.
func (a *aligner) tells(j int) bool {
	if a.parts == nil { // in free order no pattern says more
		owner := ""
		if j > 0 && capitalised(a.u.words[j-1].text) && a.f.lx.content(a.u.words[j-1].lower) {
			owner = a.person()
		}
		if a.tellsOnly(j) || a.leadsAway(j) || a.misowned(j, owner) {
			return true
		}
	}
	if a.acts(j) || a.elsewhere(j) || a.isDone(j) || a.whoDoes(j) {
		return true
	}
	m := a.u.moods()[j]
	return m != "" && !a.f.moods()[m]
}

// acts says that word j tells what the person before it does: "the events Marcus
// organises".
func (a *aligner) acts(j int) bool {
	w := a.u.words[j]
	if j == 0 || w.lower != w.text || !strings.HasSuffix(w.lower, "s") || asking[w.lower] || !a.f.lx.begins(w.stem) || a.u.gap(j) != " " {
		return false
	}
	return capitalised(a.u.words[j-1].text) && a.f.lx.content(a.u.words[j-1].lower) && !a.f.lx.begins(a.u.words[j-1].stem) && !a.f.writes(w.text)
}

// elsewhere says that word j is a "there" that tells of another place than the
// wordings have: "add what is missing there".
func (a *aligner) elsewhere(j int) bool {
	if a.u.words[j].lower != "there" || j > 0 && a.u.words[j-1].lower == "in" {
		return false
	}
	if j+1 == len(a.u.words) {
		return !a.f.writes("there")
	}
	next := a.u.words[j+1].lower
	return !tellingVerbs[next] && !strings.HasSuffix(next, "s") && !modals[next]
}

// whoDoes says that word j tells of those who are meant what no wording of many
// tells of them: "the person who made it", "a pdf that names them".
func (a *aligner) whoDoes(j int) bool {
	w := a.u.words[j]
	if j == 0 || len(a.f.parts) < many || a.u.within[j] >= 0 || nameLike(a.u, j) {
		return false
	}
	before := a.u.words[j-1].lower
	if does := relatives[before] && strings.HasSuffix(w.lower, "s") && a.f.lx.content(w.lower); before != "who" && !does {
		return false
	}
	return !a.f.usage().paired(before, a.f.lx.key(w.lower, w.stem))
}

// isDone says that word j tells that something is done already that the family's
// requests ask for: "the events are listed in monday.xlsx".
func (a *aligner) isDone(j int) bool {
	w := a.u.words[j]
	if j < 2 || !past[w.lower] || !a.f.leads[w.stem] || a.u.words[j-1].lower != "is" && a.u.words[j-1].lower != "are" {
		return false
	}
	for k := j - 1; k >= 0; k-- {
		before := a.u.words[k]
		asks := requesting[before.lower] || asking[before.lower] || relatives[before.lower] || conditions[before.lower] || interrogatives[before.lower]
		if asks || a.f.lx.begins(before.stem) && !nameLike(a.u, k) && a.u.within[k] < 0 {
			return false
		}
		if before.breakBefore {
			break
		}
	}
	return true
}
