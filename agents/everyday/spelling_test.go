package everyday

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/reading"
	"legomem/skills"
)

// TestMeant: a slip of the hand is taken for a word that many wordings have; another word,
// a name and a word that is said at times are left as they are.
func TestMeant(t *testing.T) {
	skill := skills.Skill{ID: "files.list"}
	for range often {
		skill.Wordings = append(skill.Wordings, must.Have(reading.ParseWording("list the folder [marla](folder) please"))(t))
	}
	s := tablesOf([]skills.Skill{skill}).known()
	for word, want := range map[string]string{
		"foldr": "folder", "fodler": "folder", "lsit": "list", "pleese": "please",
		"folder": "", "marla": "", "marlb": "", "lost": "", "fold": "", "lis": "", "volunteer": "",
	} {
		if got := s.meant(word); got != want {
			t.Errorf("%q is taken for %q, want %q", word, got, want)
		}
	}
}

// TestParts: what stands between the values of a list in the wordings parts them, and
// another word is of a value.
func TestParts(t *testing.T) {
	b := must.Have(bindingIn(t, newOffice(t, map[string]string{"data/lists/shopping.txt": "tea\n"}), "list.add", []given{
		{Slot: "entries", Text: "gloves", Before: []string{"add"}},
		{Slot: "entries", Text: "badge", Before: []string{"and", "name"}},
		{Slot: "entries", Text: "rice", Before: []string{",", "and"}},
		{Slot: "list", Text: "shopping", Before: []string{"to", "the"}, Last: true},
	}))(t)
	if diff := cmp.Diff([]string{"gloves", "name badge", "rice"}, b.bindingsOf("entries")); diff != "" {
		t.Errorf("the entries (-want +got):\n%s", diff)
	}
	if len(b.doubts) != 1 {
		t.Errorf("the doubts are %q", b.doubts)
	}
}
