package trajectory

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarks(t *testing.T) {
	tests := []struct {
		name, text, plain string
		marks             []Mark
	}{
		{"none", "Do it", "Do it", nil},
		{"named and not", "Put [Dana](user) down for [12 March]", "Put Dana down for 12 March",
			[]Mark{{4, 8, "Dana", "user"}, {18, 26, "12 March", ""}}},
		{"brackets behind a mark", "[a](b) (c)", "a (c)", []Mark{{0, 1, "a", "b"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plain, marks, err := Wording{Text: tt.text}.Marks()
			if err != nil || plain != tt.plain || !cmp.Equal(marks, tt.marks) {
				t.Errorf("Marks = %q, %v, %v", plain, marks, err)
			}
		})
	}
	for _, bad := range []string{"[x", "x]", "[]", "[a [b]]", "[x](", "[x]()"} {
		if _, _, err := (Wording{Text: bad}).Marks(); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// FuzzMarks: no wording breaks the reader, and its marks lie where they say.
func FuzzMarks(f *testing.F) {
	for _, s := range []string{"[a](b) [c]", "[", "a]", "[x](", "[[a]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		plain, marks, err := Wording{Text: s}.Marks()
		if err != nil {
			return
		}
		for _, m := range marks {
			if plain[m.Start:m.End] != m.Spelled {
				t.Errorf("mark %+v is not at its place in %q", m, plain)
			}
		}
	})
}
