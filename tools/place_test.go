package tools_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// TestPlace: what an effect names without a workspace is what Place says.
func TestPlace(t *testing.T) {
	ws := must.Have(tools.OpenWorkspace(t.TempDir(), "Bob", func() time.Time { return time.Unix(0, 0) }))(t)
	defer ws.Close()
	for _, tt := range []struct{ name, want string }{
		{"a.docx", "data/a.docx"},
		{"/testbed/a.docx", "data/a.docx"},
		{"data/a.docx", "data/a.docx"},
		{"./data/./b/a.docx", "data/b/a.docx"},
		{`data\a.docx`, "data/a.docx"},
		{" /testbed/out/a.docx ", "out/a.docx"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := must.Have(ws.Place(tt.name))(t)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			want := []tools.Effect{{Class: tools.Write, Target: "file:" + tt.want}}
			if diff := cmp.Diff(want, tools.MakeEffects(false, "", tt.name)); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, bad := range []string{"", "/testbed", "../x", "a\nb"} {
		if got, err := ws.Place(bad); err == nil {
			t.Errorf("Place(%q) = %q, want a refusal", bad, got)
		}
	}
}
