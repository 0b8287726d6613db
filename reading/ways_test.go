package reading

import (
	"slices"
	"testing"

	"legomem/must"
	"legomem/tools/value"
)

// TestWays: the ways to read a skill's values differ in them, and the first of each skill is
// that of Read.
func TestWays(t *testing.T) {
	d := taught(t)
	r := must.Have(NewReader(must.Have(Train(d, 1))(t), d.Skills, now))(t)
	s := must.Have(NewSentence("mail the plan of Dana to Zoe", now, nil))(t)
	one, several := must.Have(r.Read(t.Context(), s))(t), must.Have(r.Ways(t.Context(), s, 3))(t)
	seen := map[string][]string{}
	for _, way := range several {
		values := valuesOf(way)
		if slices.Contains(seen[way.Skill.ID], values) {
			t.Errorf("%s is read twice as %s", way.Skill.ID, values)
		}
		seen[way.Skill.ID] = append(seen[way.Skill.ID], values)
	}
	for _, way := range one {
		if !slices.Contains(seen[way.Skill.ID], valuesOf(way)) {
			t.Errorf("%s %s is read, and is none of the ways %q", way.Skill.ID, valuesOf(way), seen[way.Skill.ID])
		}
	}
	if n := len(seen["mail"]); n < 2 || n > 3 {
		t.Errorf("mail is read in %d ways: %q", n, seen["mail"])
	}
}

// TestNewFile: a file that is to be made is none that is there.
func TestNewFile(t *testing.T) {
	s := must.Have(NewSentence("copy it to old plan", now, NewNames([]Name{{value.File, "old plan.docx"}})))(t)
	at := slices.IndexFunc(s.Words, func(w Word) bool { return w.Lower == "old" })
	if len(s.Spans[at]) == 0 {
		t.Fatal("the name is not found")
	}
	for _, span := range s.Spans[at] {
		_, old := s.as(Slot{Kind: value.File}, span)
		_, made := s.as(Slot{Kind: value.File, New: true}, span)
		if !old || made {
			t.Errorf("it may be a file %v, a new one %v", old, made)
		}
	}
}

// TestRespell: a slip of the hand is read as what was meant, and stays in the text; a word that
// is likely a day may be one.
func TestRespell(t *testing.T) {
	s := must.Have(NewSentence("show the foldr on thrusday", now, nil))(t)
	s.Respell(func(word string) string {
		if word == "foldr" {
			return "folder"
		}
		return ""
	})
	s.AddLikely(value.Date, 4, "2026-11-26")
	if w := s.Words[2]; w.Lower != "folder" || w.Stem != value.Stem("folder") || w.Text != "foldr" || s.Slice(2, 2) != "foldr" {
		t.Errorf("the word is %+v", w)
	}
	if canon, ok := s.as(Slot{Kind: value.Date}, s.Spans[4][0]); !ok || canon != "2026-11-26" {
		t.Errorf("the day is %q", canon)
	}
}

// TestEvery: a sample has every n-th sentence of each skill.
func TestEvery(t *testing.T) {
	d := taught(t)
	half := d.Every(2)
	for i, k := range half.Skills {
		if got, all := len(k.Wordings), len(d.Skills[i].Wordings); got != (all+1)/2 || k.Wordings[1].Text != d.Skills[i].Wordings[2].Text {
			t.Errorf("%s has %d of %d wordings: %v", k.ID, got, all, k.Wordings)
		}
	}
	if len(half.Requests) != 3 || len(d.Skills[0].Wordings) != 8 {
		t.Errorf("it has %d of %d requests, and the data themselves %d wordings", len(half.Requests), len(d.Requests), len(d.Skills[0].Wordings))
	}
}
