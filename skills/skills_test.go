package skills

import (
	"testing"

	"legomem/must"
)

func TestAll(t *testing.T) {
	l := must.Have(All())(t)
	n := 0
	for _, s := range l.Skills {
		n += len(s.Wordings)
		if len(s.Wordings) == 0 {
			t.Errorf("%s has no wording", s.ID)
		}
	}
	t.Logf("%d skills, %d wordings, %d sentences that ask for none", len(l.Skills), n, len(l.None))
}
