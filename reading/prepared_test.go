package reading

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// TestPreparedSkills: skills that were saved are read as before.
func TestPreparedSkills(t *testing.T) {
	skills, m := taught(t).Skills, must.Have(Shipped())(t)
	p := must.Have(Prepare(skills, now))(t)
	var file bytes.Buffer
	must.Do(t, p.Save(&file))
	loaded := must.Have(LoadPrepared(bytes.NewReader(file.Bytes()), skills))(t)
	for _, text := range []string{"print z.pdf please", "mail x.docx to Zoe", "how old is the moon"} {
		s := must.Have(NewSentence(text, now, nil))(t)
		want, got := must.Have(p.Reader(m, now).Read(t.Context(), s))(t), must.Have(loaded.Reader(m, now).Read(t.Context(), s))(t)
		must.NoDiff(t, cmp.Diff(want, got), text+" (-before +after)\n%s")
	}
	if _, err := LoadPrepared(bytes.NewReader(file.Bytes()), skills[1:]); err == nil {
		t.Error("they are loaded for other skills")
	}
	if _, err := LoadPrepared(strings.NewReader("nothing"), skills); err == nil {
		t.Error("what is none is loaded")
	}
}
