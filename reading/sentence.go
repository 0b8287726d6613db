package reading

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/tools/value"
)

// MaxWords is how many words a sentence may have.
const MaxWords = 2000

// TooLongError is the error of a text with more than MaxWords words.
type TooLongError struct{ Words int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the text has %d words, and one of at most %d is read; put what is long into a file, and name that", e.Words, MaxWords)
}

// Sentence is a text made ready for reading.
type Sentence struct {
	Text  string
	Words []Word
	// Spans are the typed values that it may hold, by the index of their first word.
	Spans map[int][]Span

	grams []gram
	today time.Time
}

// Word is a word of a sentence, at Text[Start:End].
type Word struct {
	Text, Lower, Stem string
	Start, End        int
	// Break says that a sign such as a comma stands before it.
	Break bool
}

// Span is a value that a sentence may hold, from its First word to its Last.
type Span struct {
	Kind        value.Kind
	First, Last int
	Canon       string
	// Quoted says that it stands in quotes, which are no part of Canon.
	Quoted bool
	// There says that it is the name of something that is there, which Canon spells; "" if
	// it may be several.
	There bool
}

// NewSentence takes a text apart. Dates and times are read against ref; names are of what
// is there, nil for nothing that is known.
func NewSentence(text string, ref value.Reference, names *Names) (*Sentence, error) {
	s, err := wordsOf(text)
	if err != nil {
		return nil, err
	}
	s.today = ref.Now
	for _, m := range value.FindAll(text, ref) {
		s.add(m)
	}
	s.addFirstNames(ref)
	if names != nil {
		s.addNames(names)
	}
	s.grams = gramsOf(s)
	return s, nil
}

// AddLikely notes what a word is likely to be, as "thrusday" is a day.
func (s *Sentence) AddLikely(kind value.Kind, word int, canon string) {
	s.Spans[word] = append(s.Spans[word], Span{Kind: kind, First: word, Last: word, Canon: canon})
}

// Respell has words read as others that were meant: a slip of the hand. The text stays.
func (s *Sentence) Respell(meant func(word string) string) {
	for i, w := range s.Words {
		if m := meant(w.Lower); m != "" {
			s.Words[i].Lower, s.Words[i].Stem = m, value.Stem(m)
		}
	}
	s.grams = gramsOf(s)
}

// wordsOf is a text as its words alone, which takes a tenth of the time.
func wordsOf(text string) (*Sentence, error) {
	tokens := value.Tokens(text)
	if len(tokens) > MaxWords {
		return nil, &TooLongError{len(tokens)}
	}
	s := &Sentence{Text: text, Words: make([]Word, len(tokens)), Spans: map[int][]Span{}}
	end := 0
	for i, t := range tokens {
		gap := text[end:t.Start]
		s.Words[i] = Word{Text: t.Text, Lower: t.Lower, Stem: value.Stem(t.Lower), Start: t.Start, End: t.End, Break: strings.ContainsAny(gap, ",;:.!?()\n\"“”")}
		end = t.End
	}
	return s, nil
}

// longestName is how many words a person's name may have.
const longestName = 3

// addFirstNames notes what may be people where a sentence begins: any word has a capital
// there, so that package value finds none, and what the words around it say decides.
func (s *Sentence) addFirstNames(ref value.Reference) {
	for i := range s.Words {
		person := func(v Span) bool { return v.Kind == value.Person }
		if i > 0 && !s.apart(i) || slices.ContainsFunc(s.Spans[i], person) {
			continue
		}
		for last := min(i+longestName, len(s.Words)) - 1; last >= i; last-- {
			if canon, err := value.Parse(value.Person, s.Slice(i, last), ref); err == nil {
				s.Spans[i] = append(s.Spans[i], Span{Kind: value.Person, First: i, Last: last, Canon: canon})
				break
			}
		}
	}
}

// add notes a value that was found in the text. One that begins or ends within a word is
// left out.
func (s *Sentence) add(m value.Mention) {
	first, last, ok := s.WordsOf(m.Start, m.End)
	if !ok {
		return
	}
	s.Spans[first] = append(s.Spans[first], Span{Kind: m.Kind, First: first, Last: last, Canon: m.Canon, Quoted: m.Kind == value.Phrase})
}

// WordsOf returns the first and the last word of Text[start:end].
func (s *Sentence) WordsOf(start, end int) (first, last int, ok bool) {
	first = slices.IndexFunc(s.Words, func(w Word) bool { return w.End > start })
	if first < 0 || s.Words[first].Start < start && s.Words[first].End > start {
		return 0, 0, false
	}
	last = first
	for last+1 < len(s.Words) && s.Words[last+1].Start < end {
		last++
	}
	return first, last, s.Words[last].End <= end && s.Words[first].Start < end
}

// start is the beginning of the text, to name it by.
func (s *Sentence) start() string {
	const most = 6
	if len(s.Words) <= most {
		return s.Text
	}
	return s.Text[:s.Words[most].End] + "…"
}

// Slice is the text from word first to word last.
func (s *Sentence) Slice(first, last int) string {
	return s.Text[s.Words[first].Start:s.Words[last].End]
}
