package reading

import (
	"fmt"
	"testing"
	"time"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/value"
)

// TestWith: what a user teaches is read from then on, by that reader alone, and as if the
// skills had known it from the beginning.
func TestWith(t *testing.T) {
	m, d := must.Have(Shipped())(t), taught(t)
	before := must.Have(NewReader(m, d.Skills, now))(t)
	further := must.Have(ParseWording("[b.txt](file) has to go onto dead trees"))(t)
	fresh := skillOf(t, "stamp", []Slot{{Name: "file", Kind: value.File}}, "stamp [a.docx](file) as paid", "mark [b.docx](file) as paid")
	reader := must.Have(must.Have(before.With(d.Skills[0], further))(t).With(fresh))(t)

	whole := taught(t).Skills
	whole[0].Wordings = append(whole[0].Wordings, further)
	all := must.Have(NewReader(m, append(whole, fresh), now))(t)
	for text, want := range map[string]string{"x.pdf has to go onto dead trees": "print", "stamp x.pdf as paid": "stamp", "send z.pdf to Zoe": "mail"} {
		s := must.Have(NewSentence(text, now, nil))(t)
		got, same := must.Have(reader.Read(t.Context(), s))(t)[0], must.Have(all.Read(t.Context(), s))(t)[0]
		if got.Skill.ID != want || got.Confidence != same.Confidence || got.Known != same.Known {
			t.Errorf("%s: %s, %.3f, known %v; want %s, %.3f, known %v", text, got.Skill.ID, got.Confidence, got.Known, want, same.Confidence, same.Known)
		}
	}
	s := must.Have(NewSentence("x.pdf has to go onto dead trees", now, nil))(t)
	if got := must.Have(before.Read(t.Context(), s))(t)[0]; got.Known {
		t.Error("the reader from before knows what another was taught")
	}
	if _, err := before.With(d.Skills[0], must.Have(ParseWording("paper for [Lee](to)"))(t)); err == nil {
		t.Error("a wording with a slot that the skill has not is taken")
	}
}

// TestWithout: what was refused is not read so again, and in other words it is.
func TestWithout(t *testing.T) {
	r := must.Have(NewReader(must.Have(Shipped())(t), taught(t).Skills, now))(t)
	asks := func(r *Reader, text string) bool {
		for _, one := range must.Have(r.Read(t.Context(), must.Have(NewSentence(text, now, nil))(t)))(t) {
			if one.Skill.ID == "print" {
				return true
			}
		}
		return false
	}
	first := must.Have(r.Read(t.Context(), must.Have(NewSentence("put a.docx on paper", now, nil))(t)))(t)[0]
	refused := r.Without(first.Skill.ID, first.Template)
	for text, want := range map[string]bool{"put b.pdf on paper": false, "please print b.pdf": true} {
		if got := asks(refused, text); got != want || !asks(r, text) {
			t.Errorf("%s is read as %s: %v, want %v", text, first.Skill.ID, got, want)
		}
	}
}

// TestWithIsCheap: one more wording among a thousand skills takes no rebuilding.
func TestWithIsCheap(t *testing.T) {
	sweep.OneGoroutine(t)
	r := must.Have(NewReader(must.Have(Shipped())(t), thousand(t), now))(t)
	w := must.Have(ParseWording("a table for [lunch](title) [friday](date) [noon](start) would be good"))(t)
	best := time.Hour
	for i := range 20 {
		start := time.Now()
		r = must.Have(r.With(&Skill{ID: fmt.Sprint("skill", i)}, w))(t)
		best = min(best, time.Since(start))
	}
	if best > 5*time.Millisecond {
		t.Errorf("a wording takes %s", best)
	}
}
