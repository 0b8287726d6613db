package consent_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/consent"
	"legomem/must"
	"legomem/places"
)

// TestWordings: what a user said of a sentence is their own, of one tenant, and the last
// word on it counts.
func TestWordings(t *testing.T) {
	data, ctx := places.Data(t.TempDir()), t.Context()
	b := bookOf(t, data, "local")
	lunch := consent.Wording{User: "Bob", Skill: "calendar.cancel", Text: "scrub [lunch](event)"}
	other := consent.Wording{User: "Bob", Skill: "calendar.cancel", Text: "bin [lunch](event)"}
	theirs := consent.Wording{User: "Kim", Skill: "calendar.cancel", Text: "scrub [lunch](event)", Refused: true}
	no := lunch
	no.Refused = true
	steps := []struct {
		learn []consent.Wording
		want  []consent.Wording // of Bob
	}{
		{nil, nil},
		{[]consent.Wording{lunch, theirs}, []consent.Wording{lunch}},
		{[]consent.Wording{lunch}, []consent.Wording{lunch}},
		{[]consent.Wording{other}, []consent.Wording{lunch, other}},
		{[]consent.Wording{no}, []consent.Wording{other, no}},
		{[]consent.Wording{lunch}, []consent.Wording{other, lunch}},
	}
	for i, s := range steps {
		must.Do(t, b.Learn(ctx, "run", s.learn))
		must.NoDiff(t, cmp.Diff(s.want, must.Have(bookOf(t, data, "local").Wordings("Bob"))(t)), "step %d (-want +got)\n%s", i)
	}
	for _, of := range []struct {
		tenant, user string
		want         []consent.Wording
	}{{"local", "Kim", []consent.Wording{theirs}}, {"local", "bob", nil}, {"other", "Bob", nil}} {
		must.NoDiff(t, cmp.Diff(of.want, must.Have(bookOf(t, data, of.tenant).Wordings(of.user))(t)), of.tenant+" "+of.user+" (-want +got)\n%s")
	}
}
