package reflex

import (
	filepath "path"
	"strings"
	"sync"

	"legomem/reading"
	"legomem/tools/value"
)

// family is a procedure made ready for matching.
type family struct {
	*Procedure
	lx *lexicon
	// vocabulary is every content word, by stem, of any of its wordings.
	vocabulary map[string]bool
	// roles are the roles that the wordings give each slot ("from", "to").
	roles map[string]map[string]bool
	// rivals are the slots of the same kind as each slot.
	rivals map[string][]string
	// spelled are the words of its wordings as they are written there, so that
	// "Excel" is known for no name.
	spelled func() map[string]bool
	// moods are those of its wordings.
	moods func() map[string]bool
	// signs are the turns of phrase that they have.
	signs func() map[string]bool
	// ledBy are the words that lead to each slot in some wording, over fillers.
	ledBy map[string]map[string]bool
	// leads are the verbs, by stem, with which its wordings begin their
	// request. As all ask for the same, one stands for another there.
	leads map[string]bool
	// before and after are the content words, by stem, that stand beside each
	// slot in some wording: "the {column} column".
	before, after map[string]map[string]bool
	// leadIn are those before each slot that is not in quotes there.
	leadIn map[string]map[string]bool
	// announced are the classes of the words that announce each slot of words
	// in some wording.
	announced map[string]map[string]bool
	parts     [][]patternPart
	// ways are the directions in which the wordings lead to things, and owned
	// what they have about owners.
	ways  ways
	owned owned
	// objects are the nouns that stand behind each verb of a request, by stems.
	objects map[string]map[string]bool
	// texts are the wordings as they were said.
	texts func() map[string]bool
	// usage is what the wordings have in common.
	usage func() *usage
	// wordings are its patterns as package reading has them; nil where one is not to be
	// read so.
	wordings func() *reading.Wordings
}

// patternPart is a Part with what matching asks of it.
type patternPart struct {
	Part
	slot    *Slot // the procedure's; noSlot for a word
	stem    string
	content bool
	// verb says that it is a request's verb (or what "not" is said of), which a
	// text may not lack, and lead that the pattern begins its request with it.
	verb, lead bool
	// anchor says that it is the word behind a phrase's slot, as in "the {where
	// value} major": without it the phrase could be anything.
	anchor bool
	// joined says that "and" or "or" joins the word to another: without it the
	// text asks for less.
	joined bool
	// obliges says that "to" follows: "has to" is no "has".
	obliges bool
	// leader is the preposition that leads to it, announced the class of the word
	// that announces it, and apart that a clause ends before it.
	leader, announced string
	apart             bool
	// quoted says that the slot stands in quotes.
	quoted bool
}

// noSlot is that of a word. Nobody writes to it.
var noSlot Slot

// slotNamed is the procedure's slot of a name: thousands of parts share it.
func (f *family) slotNamed(name string) *Slot {
	for i := range f.Slots {
		if f.Slots[i].Name == name {
			return &f.Slots[i]
		}
	}
	return &noSlot
}

func newFamily(p *Procedure, lx *lexicon) *family {
	f := &family{Procedure: p, lx: lx, vocabulary: map[string]bool{}, roles: map[string]map[string]bool{}, rivals: map[string][]string{},
		leads: map[string]bool{}, before: map[string]map[string]bool{}, leadIn: map[string]map[string]bool{}, after: map[string]map[string]bool{}, announced: map[string]map[string]bool{}, ledBy: map[string]map[string]bool{},
		ways: ways{slots: map[string]map[string]bool{}, nouns: map[string]map[string]bool{}, verbs: map[string]map[string]bool{}, toward: map[string]map[string]bool{}}, owned: owned{nouns: map[string]bool{}, parts: map[string]bool{}, mine: map[string]bool{}, slots: map[string]map[string]bool{}, told: map[string]bool{}}, objects: map[string]map[string]bool{}}
	f.spelled, f.moods, f.usage = sync.OnceValue(f.written), sync.OnceValue(f.told), sync.OnceValue(f.used)
	f.signs, f.texts = sync.OnceValue(f.turns), sync.OnceValue(f.sentences)
	f.wordings = sync.OnceValue(p.wordings)
	for _, a := range p.Slots {
		f.roles[a.Name], f.before[a.Name], f.after[a.Name] = map[string]bool{}, map[string]bool{}, map[string]bool{}
		f.announced[a.Name], f.ledBy[a.Name] = map[string]bool{}, map[string]bool{}
		for _, b := range p.Slots {
			if a.Name != b.Name && rivals(a, b) {
				f.rivals[a.Name] = append(f.rivals[a.Name], b.Name)
			}
		}
	}
	for _, pattern := range p.Patterns {
		f.parts = append(f.parts, f.prepare(pattern))
	}
	return f
}

// sentences are the texts of all wordings.
func (f *family) sentences() map[string]bool {
	out := map[string]bool{}
	for _, p := range f.Patterns {
		out[p.Text] = true
	}
	return out
}

// rivals says that a value of one slot could be taken for the other's.
func rivals(a, b Slot) bool {
	if a.Kind == value.File && b.Kind == value.File {
		return strings.EqualFold(filepath.Ext(a.Canon), filepath.Ext(b.Canon))
	}
	return rival(a.Kind, b.Kind)
}

// rival says that a value of one kind could be taken for the other.
func rival(a, b value.Kind) bool {
	return a == b || (isWords(a) && isWords(b))
}

func isWords(k value.Kind) bool { return k == value.Phrase || k == value.Message }

func (f *family) prepare(pattern Pattern) []patternPart {
	out := make([]patternPart, 0, len(pattern.Parts))
	before, led := "", ""
	for _, part := range pattern.Parts {
		pp := patternPart{Part: part, slot: &noSlot}
		if part.Slot != "" {
			pp.slot = f.slotNamed(part.Slot)
			if r := f.lx.roleOf(before); r != "" {
				f.roles[part.Slot][r] = true
			}
			f.ledBy[part.Slot][led] = true
		} else {
			pp.stem, pp.content = f.lx.stem(part.Word), f.lx.content(part.Word)
			pp.verb = (f.lx.begins(pp.stem) && !f.lx.nounPlace[before]) || f.lx.strict[before]
			if pp.content {
				f.vocabulary[pp.stem] = true
			}
		}
		before = part.Word
		if !f.lx.filler[part.Word] {
			led = part.Word
		}
		out = append(out, pp)
	}
	for i := range out[:max(0, len(out)-1)] {
		out[i].obliges = tellingVerbs[out[i].Word] && out[i+1].Word == "to"
	}
	enumerated(out)
	clauses(out, pattern.Template)
	f.lead(out)
	f.neighbours(out)
	f.learnWays(out)
	f.learnOwners(out)
	f.learnObjects(out)
	return out
}

// enumerated marks the words that "and" or "or" joins to others.
func enumerated(parts []patternPart) {
	for i, p := range parts {
		if p.Word != "and" && p.Word != "or" {
			continue
		}
		for k := max(0, i-1); k <= min(len(parts)-1, i+2); k++ {
			parts[k].joined = parts[k].joined || parts[k].content
		}
	}
}

// writes says that a wording has the word as it is written.
func (f *family) writes(word string) bool { return f.spelled()[word] }

// written are the words of all wordings as they are written there. Few texts
// ask, so the wordings are read when the first does.
func (f *family) written() map[string]bool {
	out := map[string]bool{}
	for _, pattern := range f.Patterns {
		words := map[string]bool{}
		for _, part := range pattern.Parts {
			words[part.Word] = true
		}
		for _, t := range value.Tokens(pattern.Text) {
			if words[t.Lower] {
				out[t.Text] = true
			}
		}
	}
	return out
}

// lead marks the verb with which a pattern begins its request: its first
// content word, if that is a request's verb.
func (f *family) lead(parts []patternPart) {
	for i := range parts {
		if !parts[i].content {
			continue
		}
		if parts[i].lead = parts[i].verb; parts[i].lead {
			f.leads[parts[i].stem] = true
		}
		return
	}
}

// neighbours notes the content words beside each slot.
func (f *family) neighbours(parts []patternPart) {
	for i, p := range parts {
		if p.Slot == "" {
			continue
		}
		if i+1 < len(parts) && p.slot.Kind == value.Phrase {
			parts[i+1].anchor = parts[i+1].content
		}
		if w := f.announcer(parts, i); w != "" && isWords(p.slot.Kind) {
			parts[i].announced = w
			f.announced[p.Slot][w] = true
		}
		if i > 0 && parts[i-1].content {
			f.before[p.Slot][parts[i-1].stem] = true
			if !p.quoted {
				noteKey(f.leadIn, p.Slot, parts[i-1].stem)
			}
		}
		if i+1 < len(parts) && parts[i+1].content {
			f.after[p.Slot][parts[i+1].stem] = true
		}
	}
}

// swapped says that a value stands in a role that the wordings give to a rival
// slot and never to this one: "to 2 pm" is no start.
func (f *family) swapped(slot, role string) bool {
	if role == "" || f.roles[slot][role] {
		return false
	}
	for _, r := range f.rivals[slot] {
		if f.roles[r][role] {
			return true
		}
	}
	return false
}

// announcer is the class of the word that announces a slot in a pattern: the
// nearest before it, over function words; "" for none.
func (f *family) announcer(parts []patternPart, i int) string {
	for k := i - 1; k >= 0 && parts[k].Slot == ""; k-- {
		if class := f.lx.announcer[parts[k].Word]; class != "" {
			return class
		}
		if parts[k].content || parts[k].Word == "and" {
			break // "with X as the subject and Y": the word is X's
		}
	}
	return ""
}

// announces says that words of a class announce another slot than this one.
func (f *family) announces(class, but string) bool {
	for slot, classes := range f.announced {
		if slot != but && classes[class] {
			return true
		}
	}
	return false
}
