package reading

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestParseWording(t *testing.T) {
	got := must.Have(ParseWording("[please](frame) move [my 2pm](event) to [4](start)"))(t)
	want := Wording{Text: "please move my 2pm to 4", Marks: []Mark{{Frame, 0, 6}, {"event", 12, 18}, {"start", 22, 23}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"move [lunch", "move [lunch] to", "move [lunch](event to 4"} {
		if _, err := ParseWording(bad); err == nil {
			t.Errorf("%q is taken for a wording", bad)
		}
	}
}
