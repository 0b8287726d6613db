package reading

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/value"
)

// thousand are a thousand skills with the same two wordings.
func thousand(tb testing.TB) []*Skill {
	tb.Helper()
	k := &Skill{ID: "x", Slots: []Slot{{Name: "title", Kind: value.Phrase}, {Name: "date", Kind: value.Date}, {Name: "start", Kind: value.Time}}}
	for _, marked := range []string{"book [lunch](title) on [friday](date) at [noon](start)", "[dentist](title) [tomorrow](date) [3pm](start)"} {
		k.Wordings = append(k.Wordings, must.Have(ParseWording(marked))(tb))
	}
	var skills []*Skill
	for i := range 1000 {
		one := *k
		one.ID = fmt.Sprint("skill", i)
		skills = append(skills, &one)
	}
	return skills
}

const twenty = "could you please book a long lunch with the whole team on friday at noon in the small room upstairs "

func BenchmarkRead(b *testing.B) {
	r := must.Have(NewReader(must.Have(Shipped())(b), thousand(b), now))(b)
	for _, times := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("%d words", 20*times), func(b *testing.B) {
			for b.Loop() {
				s := must.Have(NewSentence(strings.Repeat(twenty, times), now, nil))(b)
				must.Have(r.Read(b.Context(), s))(b)
			}
		})
	}
}

// TestStops: reading ends soon after its context.
func TestStops(t *testing.T) {
	sweep.OneGoroutine(t)
	r := must.Have(NewReader(must.Have(Shipped())(t), thousand(t), now))(t)
	s := must.Have(NewSentence(strings.Repeat(twenty, 95), now, nil))(t)
	const given, grace = 20 * time.Millisecond, 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), given)
	defer cancel()
	start := time.Now()
	_, err := r.Read(ctx, s)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err is %v, want the context's", err)
	}
	if late := time.Since(start) - given; late > grace {
		t.Errorf("it stops %s after the context's end", late)
	}
}
