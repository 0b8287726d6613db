package officebench_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/must"
)

// TestRetrieval measures how well a task's own kind is found by its words, and
// holds the table in docs/retrieval.md to it.
func TestRetrieval(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for thousands of texts")
	}
	t.Run("OfficeBench", func(t *testing.T) {
		holdTable(t, tasksOf(t, sharedSuite(t), folderOf, []part{
			{"OfficeBench, all ids", func(string) bool { return true }},
			{"OfficeBench, first half", firstHalf},
			{"OfficeBench, second half", func(id string) bool { return !firstHalf(id) }},
		}))
	})
	t.Run("own suite", func(t *testing.T) { holdTable(t, ownSuite(t)) })
	t.Run("own paraphrases", func(t *testing.T) { holdTable(t, ownParaphrases(t)) })
}

// holdTable computes the rows of a set, part by part.
func holdTable(t *testing.T, w wordings) {
	t.Helper()
	doc := must.Have(os.ReadFile(filepath.Join("..", "docs", "retrieval.md")))(t)
	ways := retrievals(t, w.texts)
	answers := make([]map[int]found, len(ways))
	for i, way := range ways {
		answers[i] = ask(t, w, way)
	}
	for _, p := range w.parts {
		for i, way := range ways {
			line := row(p.name, way.name, len(w.texts), w.answersOf(p, answers[i]))
			if os.Getenv("LEGOMEM_PRINT_RETRIEVAL") == "1" { // by scripts/retrieval
				fmt.Println(line)
			} else if !strings.Contains(string(doc), line+"\n") {
				t.Errorf("docs/retrieval.md does not have this line; print the table anew with scripts/retrieval:\n%s", line)
			}
		}
	}
}

// The embedder is worth its name only while it beats counting common words.
func TestEmbedderBeatsWordOverlap(t *testing.T) {
	for _, w := range []wordings{ownSuite(t), ownParaphrases(t)} {
		p := w.parts[0]
		inverse := func(f found) float64 { return f.inverse }
		embedder := mean(w.answersOf(p, ask(t, w, retrieval{"embedder", openShelf(t, w.texts).by(store.Dense)})), inverse)
		overlap := mean(w.answersOf(p, ask(t, w, retrieval{"word overlap", byOverlap(w.texts)})), inverse)
		if embedder <= overlap {
			t.Errorf("%s: the embedder's MRR is %.3f, word overlap's %.3f", p.name, embedder, overlap)
		}
	}
}

func TestJudge(t *testing.T) {
	tests := []struct {
		name     string
		ranking  []int
		relevant []int
		want     found
	}{
		{"first", []int{3, 1, 2}, []int{3}, found{1, 1, 1, 1}},
		{"second of two", []int{1, 3, 2, 5, 6, 4}, []int{3, 4}, found{0, 1, 0.5, 0.5}},
		{"sixth", []int{1, 2, 5, 6, 7, 3}, []int{3}, found{0, 0, 1.0 / 6, 0}},
		{"left out", []int{1, 2}, []int{3}, found{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			relevant := map[int]bool{}
			for _, r := range tt.relevant {
				relevant[r] = true
			}
			if got := judge(tt.ranking, relevant); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// All queries alike leave nothing to chance; and half of them right is near a
// half, with an interval as wide as 100 tosses of a coin make it.
func TestInterval(t *testing.T) {
	first := func(f found) float64 { return f.first }
	if got := interval([]found{{first: 1}, {first: 1}}, first); got != "1.00 [1.00, 1.00]" {
		t.Errorf("two of two: %s", got)
	}
	var half []found
	for i := range 100 {
		half = append(half, found{first: float64(i % 2)})
	}
	var mean, low, high float64
	must.Have(fmt.Sscanf(interval(half, first), "%f [%f, %f]", &mean, &low, &high))(t)
	if mean != 0.5 || math.Abs(low-0.40) > 0.02 || math.Abs(high-0.60) > 0.02 {
		t.Errorf("50 of 100: %s", interval(half, first))
	}
}
