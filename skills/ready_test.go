package skills

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// TestReady: what was made ready is what would be made of the YAML now.
func TestReady(t *testing.T) {
	if !bytes.Equal(readyFile, must.Have(MakeReady())(t)) {
		t.Error("ready.bin is of other skills, or was made by another program; go run ./reading/train -ready makes it anew")
	}
}

// TestReadyIsTheSame: the skills are those of the YAML, whichever they come from.
func TestReadyIsTheSame(t *testing.T) {
	got, ok := fromReady()
	if !ok {
		t.Fatal("they are not taken from ready.bin")
	}
	want := must.Have(parse())(t)
	must.NoDiff(t, cmp.Diff(inJSON(t, want), inJSON(t, got)), "the skills (-parsed +ready)\n%s")
}

// inJSON writes the library so that numbers, which YAML and JSON read as different types,
// are the same.
func inJSON(t *testing.T, l Library) string {
	t.Helper()
	return string(must.Have(json.MarshalIndent(l, "", " "))(t))
}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		must.Have(must.Have(All())(b).Prepared())(b)
	}
}
