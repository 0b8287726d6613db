package reflex

import (
	"strings"
	"testing"

	"legomem/must"
	"legomem/trajectory"
)

// TestNotJoined: why runs of the same tools and words stay apart is told, and of other
// work nothing is.
func TestNotJoined(t *testing.T) {
	mail := func(id, text, to, content string) *trajectory.Run {
		r := practised(text, "", []done{{"email.send", map[string]any{"to": []any{to}, "subject": "News", "content": content}, nil}})
		r.ID, r.Constants = id, []any{"News"}
		return r
	}
	one := mail("r1", "Send the news to Omar", "Omar", "All is well.")
	for _, tt := range []struct {
		name  string
		other *trajectory.Run
		want  string
	}{
		{"another text", mail("r2", "Send the news to Priya", "Priya", "Nothing is well."),
			`run r2: content of email.send is "All is well." here and "Nothing is well." there`},
		{"other work", meeting(), ""},
	} {
		tt.other.ID = "r2"
		_, notes, err := Compile(one, []*trajectory.Run{tt.other}, office())
		must.Do(t, err)
		if said := strings.Join(notes, "\n"); !strings.Contains(said, tt.want) || (tt.want == "") != (said == "") {
			t.Errorf("%s: notes %q, want %q", tt.name, said, tt.want)
		}
	}
}
