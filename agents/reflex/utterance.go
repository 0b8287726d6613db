package reflex

import (
	filepath "path"
	"strings"
	"sync"
	"unicode"

	"legomem/lists"
	"legomem/tools/value"
)

// maxFileName is how many words the name of a quoted file may have.
const maxFileName = 4

// maxName is how many words a person's name may have.
const maxName = 3

// utterance is a task's text made ready for matching: its words, and the
// typed values that begin at each.
type utterance struct {
	text  string
	words []word
	// values are the mentions that no larger one contains, by first word.
	values map[int][]span
	// within tells for each word that is inside a mention where the mention
	// begins; -1 elsewhere.
	within []int
	// moods marks the words of sentences that tell or question, by word.
	moods func() []string
	// signs are its turns of phrase.
	signs func() map[string]bool
	said  said
	// passed says that it is the text of a run that passed, whose actions are compared
	// beside it.
	passed bool
	// answers are what was asked of its words before.
	answers map[question]bool
}

// word is a token of the text without its punctuation.
type word struct {
	text, lower, stem string
	start, end        int
	// breakBefore says that a sentence or clause ends before the word.
	breakBefore bool
}

// span is a value over words [first, last].
type span struct {
	kind        value.Kind
	first, last int
	canon, text string
	quoted      bool
}

// read makes an utterance of a text.
func read(text string, ref value.Reference) *utterance {
	u := &utterance{text: text, values: map[int][]span{}, words: wordsOf(text), answers: map[question]bool{}}
	u.said = saidBy(u.words, words())
	u.moods = sync.OnceValue(func() []string { return moods(text, u.words, words()) })
	u.signs = sync.OnceValue(func() map[string]bool { return signs(text, u.words, words()) })
	u.within = make([]int, len(u.words))
	for i := range u.within {
		u.within[i] = -1
	}
	u.addValues(outermost(value.Find(text, ref)))
	u.addValues(periods(text, ref))
	return u
}

// periods are the stretches of days that a text names: "last week".
func periods(text string, ref value.Reference) []value.Mention {
	return lists.Filter(value.FindAll(text, ref), func(m value.Mention) bool { return m.Kind == value.Period })
}

func hasLetterOrDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// outermost drops the mentions that lie inside a larger one of another kind,
// such as the number in a date. Persons are kept apart: any capitalised word
// may be one, so they neither hide nor are hidden.
func outermost(all []value.Mention) []value.Mention {
	var out []value.Mention
	for i, m := range all {
		hidden := false
		for j, o := range all {
			larger := o.Start <= m.Start && m.End <= o.End && o.End-o.Start > m.End-m.Start
			if i != j && larger && o.Kind != value.Person {
				hidden = true
			}
		}
		if !hidden {
			out = append(out, m)
		}
	}
	return out
}

func (u *utterance) addValues(mentions []value.Mention) {
	for _, m := range mentions {
		first, last, ok := u.wordsOf(m.Start, m.End)
		if !ok {
			continue
		}
		s := span{kind: m.Kind, first: first, last: last, canon: m.Canon, text: m.Text, quoted: isQuoted(m.Text)}
		u.values[first] = append(u.values[first], s)
		if s.quoted && isFile(m.Canon) {
			u.values[first] = append(u.values[first], span{kind: value.File, first: first, last: last, canon: m.Canon, text: m.Text})
		}
		if m.Kind == value.Person || m.Kind == value.Period {
			continue // it hides no word: only a slot for one takes it
		}
		for w := first; w <= last; w++ {
			u.within[w] = first
		}
	}
}

// isFile says that a quoted text is one file's name, which may have blanks in
// it: "my plan.xlsx", but not "plan.xlsx and delete stock.xlsx".
func isFile(s string) bool {
	files := 0
	for _, m := range value.Find(s, value.Reference{}) {
		if m.Kind == value.File {
			files++
		}
	}
	_, err := value.Parse(value.File, s, value.Reference{})
	return err == nil && files == 1 && filepath.Ext(s) != "" && len(strings.Fields(s)) <= maxFileName
}

func isQuoted(s string) bool {
	return len(s) > 0 && strings.ContainsAny(s[:1], `"'`) || strings.HasPrefix(s, "“") || strings.HasPrefix(s, "‘") || strings.HasPrefix(s, "«")
}

// wordsOf finds the words that lie in a byte range; false where it cuts one.
func (u *utterance) wordsOf(start, end int) (first, last int, ok bool) {
	first, last = -1, -1
	for i, w := range u.words {
		if w.end <= start || w.start >= end {
			continue
		}
		if w.start < start || w.end > end {
			return 0, 0, false
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	return first, last, first >= 0
}

// slice is the text of words [first, last].
func (u *utterance) slice(first, last int) string {
	return u.text[u.words[first].start:u.words[last].end]
}

// names lists the spans from word i that may name a person: one to maxName
// capitalised words with no more behind them, an address, or a pronoun for the
// acting user. A sentence's first word is capitalised anyway, so there a word
// that known recognises is no name.
func (u *utterance) names(i int, lx *lexicon, user string, known func(word) bool) []span {
	if lx.pronoun[u.words[i].lower] {
		return []span{{kind: value.Person, first: i, last: i, canon: user, text: u.words[i].text}}
	}
	for _, s := range u.values[i] {
		if s.kind == value.Email {
			return []span{s}
		}
	}
	if i > 0 && articles[u.words[i-1].lower] {
		return nil // "the Kickoff" is no person
	}
	last := i - 1
	for last+1 < len(u.words) && u.nameGoesOn(i, last+1) {
		last++
	}
	first := i == 0 || u.words[i].breakBefore
	if last < i || last-i >= maxName || (first && known(u.words[i])) {
		return nil
	}
	text := u.slice(i, last)
	return []span{{kind: value.Person, first: i, last: last, canon: text, text: text}}
}

var articles = map[string]bool{"a": true, "an": true, "the": true}

// colonBefore says that a colon stands right before word i.
func (u *utterance) colonBefore(i int) bool {
	return i > 0 && strings.Contains(u.gap(i), ":")
}

// cuts says that what stands before word i and the word are one: "data/cases".
func (u *utterance) cuts(i int) bool {
	return i > 0 && i < len(u.words) && strings.ContainsAny(u.gap(i), `/\_`) && !strings.Contains(u.gap(i), " ") || u.hyphened(i)
}

// hyphened says that word i is the rest of the one before: "stand-up".
func (u *utterance) hyphened(i int) bool {
	return i > 0 && i < len(u.words) && u.gap(i) == "-" && u.within[i] < 0 && u.within[i-1] < 0
}

// leaves says that words [first, last] begin between parentheses and go on behind
// them.
func (u *utterance) leaves(first, last int) bool {
	text := u.slice(first, last)
	return strings.Count(text, ")") > strings.Count(text, "(")
}

// nameGoesOn says that word j continues (or begins) a name that begins at i.
func (u *utterance) nameGoesOn(i, j int) bool {
	if !capitalised(u.words[j].text) || u.within[j] >= 0 {
		return false
	}
	return j == i || (!u.words[j].breakBefore && (u.gap(j) == " " || u.gap(j) == "-"))
}

// gap is what stands between word i-1 and word i.
func (u *utterance) gap(i int) string { return u.text[u.words[i-1].end:u.words[i].start] }

func capitalised(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r)
	}
	return false
}

// commaBefore says that a comma stands right before word i.
func (u *utterance) commaBefore(i int) bool {
	return i > 0 && strings.Contains(u.gap(i), ",")
}

// percent says that a number is of a hundred: "12.5%" is not 12.5.
func (u *utterance) percent(s span) bool {
	return strings.HasPrefix(u.text[u.words[s.last].end:], "%")
}

// minus says that a sign stands apart before a number, or as it is printed:
// "- 25", "−25".
func (u *utterance) minus(s span) bool {
	before := strings.TrimRight(u.text[:u.words[s.first].start], " ")
	return strings.HasSuffix(before, "−") || strings.HasSuffix(before, " -") && (s.kind == value.Number || s.kind == value.Money)
}
