package demo

import (
	"strconv"

	"legomem/tools"
	"legomem/tools/value"
)

// sources are the values that observations gave.
type sources struct {
	ref      value.Reference
	texts    []string
	mentions []value.Mention // each value once
	words    map[string]bool
	numbers  map[float64]bool
	known    map[string]bool // texts, and kinds with canonical forms
}

func newSources(ref value.Reference) sources {
	return sources{ref: ref, words: map[string]bool{}, numbers: map[float64]bool{}, known: map[string]bool{}}
}

// add takes in an observation: its data, or its text where it has none.
func (s *sources) add(o tools.Observation) {
	if v := o.Value(); v != nil {
		s.addValue(v)
		return
	}
	s.addText(o.Text)
}

func (s *sources) addValue(v any) {
	switch v := v.(type) {
	case string:
		s.addText(v)
	case float64:
		s.numbers[v] = true
		s.words[spell(v)] = true
	case []any:
		for _, one := range v {
			s.addValue(one)
		}
	case map[string]any:
		for k, one := range v {
			s.addText(k) // a table's column
			s.addValue(one)
		}
	}
}

// maxMentions is the longest text that is searched for values, in bytes: cells, fields
// and mails, not books.
const maxMentions = 20_000

func (s *sources) addText(text string) {
	if s.known[text] {
		return
	}
	s.known[text] = true
	s.texts = append(s.texts, text)
	for _, w := range words(text) {
		s.words[w.lower] = true
	}
	if len(text) <= maxMentions {
		for _, m := range value.Find(text, s.ref) {
			if key := mentionKey(m); !s.known[key] {
				s.known[key] = true
				s.mentions = append(s.mentions, m)
			}
		}
	}
}

func mentionKey(m value.Mention) string { return "\x00" + string(m.Kind) + "\x00" + m.Canon }

// spell writes a number as a person would.
func spell(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
