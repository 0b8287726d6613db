package hashembed_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/membank/hashembed"
	"legomem/must"
)

// officeTexts are four kinds of task, two wordings each.
var officeTexts = []string{
	"Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm",
	"Please put a planning meeting into Bob's calendar on 17 May 2026, 10:00 to 11:00, and schedule a reminder",
	"Email the quarterly report to Carol with the subject Q3 numbers",
	"Send an email to Eve that has the subject Lunch and carries the report",
	"Set cell B3 of sales.xlsx to 120",
	"Write 75 into cell C9 of the workbook costs.xlsx",
	"Convert the letter letter.docx to a PDF file",
	"Make a pdf out of the Word document minutes.docx by converting it",
}

func embedAll(t testing.TB, texts []string) [][]float32 {
	t.Helper()
	v := must.Have(hashembed.Embedder{}.Embed(t.Context(), texts))(t)
	return v
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestEmbedderPairsWordings(t *testing.T) {
	v := embedAll(t, officeTexts)
	for i := range v {
		if n := dot(v[i], v[i]); math.Abs(n-1) > 1e-5 {
			t.Errorf("text %d has length %g, not 1", i, math.Sqrt(n))
		}
		best, twin := -1, i^1
		for j := range v {
			if j != i && (best < 0 || dot(v[i], v[j]) > dot(v[i], v[best])) {
				best = j
			}
		}
		if best != twin {
			t.Errorf("nearest to %q is %q (%.2f), not its twin (%.2f)", officeTexts[i], officeTexts[best], dot(v[i], v[best]), dot(v[i], v[twin]))
		}
	}
}

// A bank's vectors are compared with those of other days and machines: a
// change of the embedder must change its name.
func TestEmbedderStaysAsItIs(t *testing.T) {
	h := sha256.New()
	texts := append(slices.Clone(officeTexts), "", "ÅNGSTRÖM ﬁle 3½")
	for _, file := range []string{"paraphrases.txt", "tuning.txt"} {
		data := must.Have(os.ReadFile(filepath.Join("testdata", file)))(t)
		texts = append(texts, strings.Split(string(data), "\n")...)
	}
	for _, v := range embedAll(t, texts) {
		for _, x := range v {
			_ = binary.Write(h, binary.LittleEndian, math.Float32bits(x))
		}
	}
	const want = "deec2d445a3c7abf"
	if got := hex.EncodeToString(h.Sum(nil))[:16]; got != want {
		t.Errorf("the vectors of %s changed (%s, want %s): give it another name", hashembed.Embedder{}.Model(), got, want)
	}
}

// What is to be done counts, and not with which values; another act on the same
// things is farther away.
func TestEmbedderPassesOverValues(t *testing.T) {
	v := embedAll(t, []string{
		"Book a meeting with Bob on 3/4/2026 at 10 am",
		"Schedule an appointment with Eve on 9/12/2026 at 7:30 pm",
		"Cancel the meeting with Bob on 3/4/2026 at 10 am",
		"Add a row for Bob to a.xlsx",
		"Append a line for Eve to the spreadsheet b.xlsx",
		"Delete the row of Bob from a.xlsx",
	})
	for i := 0; i < len(v); i += 3 {
		if same, other := dot(v[i], v[i+1]), dot(v[i], v[i+2]); same <= other {
			t.Errorf("%d: the same act is at %.2f, another one at %.2f", i, same, other)
		}
	}
}

func BenchmarkEmbedder(b *testing.B) {
	for b.Loop() {
		if _, err := (hashembed.Embedder{}).Embed(b.Context(), officeTexts[:1]); err != nil {
			b.Fatal(err)
		}
	}
}
