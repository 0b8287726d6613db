package pdf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/tools/office"
	"legomem/tools/toolstest"
)

// TestSharedWords: every pdf is read, and has the words that poppler finds.
// The rest is hyphenation and the spaces of formulas.
func TestSharedWords(t *testing.T) {
	pdftotext := office.Program{Command: "pdftotext", Package: "poppler-utils"}
	toolstest.Need(t, pdftotext)
	files := toolstest.SharedFiles(t, "", ".pdf")
	agree := 0
	for _, file := range files {
		data := must.Have(os.ReadFile(file))(t)
		ours, err := ReadText(t.Context(), data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		theirs, err := pdftotext.Run(t.Context(), office.Job{Args: []string{"-enc", "UTF-8", file, "-"}})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		share := shareOf(countWords(string(theirs.Stdout)), countWords(strings.Join(ours, " ")))
		if share < 0.85 {
			t.Errorf("%s: only %.3f of poppler's words", file, share)
		}
		if share > 0.99 {
			agree++
		}
	}
	t.Logf("%d files read; on %d at least 99%% of poppler's words", len(files), agree)
}

func countWords(text string) map[string]int {
	all := map[string]int{}
	for _, w := range strings.Fields(spellOut(text)) {
		all[w]++
	}
	return all
}

// shareOf is how many of a's words are in b, from 0 to 1.
func shareOf(a, b map[string]int) float64 {
	total, both := 0, 0
	for w, n := range a {
		total, both = total+n, both+min(n, b[w])
	}
	if total == 0 {
		return 1
	}
	return float64(both) / float64(total)
}

// TestDumpAgreesWithOracle: the text gives the verdicts of the benchmark's own
// evaluator, which reads with PyPDF2.
func TestDumpAgreesWithOracle(t *testing.T) {
	for _, c := range toolstest.Checks(t, "pdf") {
		data, err := os.ReadFile(filepath.Join(c.State, c.Args.File))
		if err != nil {
			continue // this state has none
		}
		text, err := Dump(t.Context(), data)
		if err != nil {
			t.Errorf("%s: %v", c.State, err)
		} else if got := c.Judge(text); got != c.Verdict {
			t.Errorf("%s: %s %q is %v, the oracle says %v of\n%s", c.State, c.Function, c.Args.Keywords, got, c.Verdict, text)
		}
	}
}

func BenchmarkReadText(b *testing.B) {
	shared := toolstest.Shared(b)
	for _, name := range []string{"1-18/testbed/data/concert_post.pdf", "2-7/testbed/data/paper.pdf"} {
		data, err := os.ReadFile(filepath.Join(shared, "tasks", name))
		must.Do(b, err)
		b.Run(filepath.Base(name), func(b *testing.B) {
			for b.Loop() {
				if _, err := ReadText(b.Context(), data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
