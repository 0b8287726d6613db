package reading

import (
	"errors"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools/value"
)

var now = value.Reference{Now: time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)}

func TestNewSentence(t *testing.T) {
	s := must.Have(NewSentence(`Mail "see you" to Dana, tomorrow at 3 pm`, now, nil))(t)
	kinds := map[value.Kind]string{}
	for _, all := range s.Spans {
		for _, span := range all {
			kinds[span.Kind] = s.Slice(span.First, span.Last)
		}
	}
	for kind, text := range map[value.Kind]string{value.Phrase: "see you", value.Person: "Dana", value.Date: "tomorrow", value.Time: "3 pm"} {
		if kinds[kind] != text {
			t.Errorf("the %s is %q, want %q", kind, kinds[kind], text)
		}
	}
}

func TestTooLong(t *testing.T) {
	_, err := NewSentence(strings.Repeat("word ", MaxWords+1), now, nil)
	if long := (*TooLongError)(nil); !errors.As(err, &long) || long.Words != MaxWords+1 {
		t.Errorf("err is %v, want one that counts %d words", err, MaxWords+1)
	}
}
