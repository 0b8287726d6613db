package officebench_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// found is how well one query was answered.
type found struct {
	first   float64 // 1 where a relevant text is the first, else 0
	five    float64 // 1 where one is among the first five
	inverse float64 // one divided by the rank of the first relevant text
	share   float64 // of the relevant texts, how many are among the first five
}

// judge compares a ranking with the texts that were to be found.
func judge(ranking []int, relevant map[int]bool) found {
	var f found
	for i, text := range ranking {
		if !relevant[text] {
			continue
		}
		if f.inverse == 0 {
			f.inverse = 1 / float64(i+1)
		}
		if i == 0 {
			f.first = 1
		}
		if i < 5 {
			f.five = 1
			f.share += 1 / float64(len(relevant))
		}
	}
	return f
}

// ask answers all the queries of w in one way: by the query.
func ask(t *testing.T, w wordings, way retrieval) map[int]found {
	t.Helper()
	out := map[int]found{}
	for _, q := range w.queries() {
		relevant := map[int]bool{}
		for i, g := range w.group {
			if i != q && g == w.group[q] {
				relevant[i] = true
			}
		}
		out[q] = judge(way.rank(t, q), relevant)
	}
	return out
}

// answersOf are the answers to a part's queries, in their order.
func (w wordings) answersOf(p part, answers map[int]found) []found {
	var out []found
	for _, q := range w.queries() {
		if p.has(w.group[q]) {
			out = append(out, answers[q])
		}
	}
	return out
}

// resamples is how many bootstrap samples an interval is taken from.
const resamples = 2000

// interval prints a mean over the queries and its 95% interval: the percentiles
// of the means of samples drawn with replacement, by a seed that is always the
// same.
func interval(answers []found, of func(found) float64) string {
	random := rand.New(rand.NewPCG(1, 2))
	means := make([]float64, resamples)
	for i := range means {
		for range answers {
			means[i] += of(answers[random.IntN(len(answers))])
		}
		means[i] /= float64(len(answers))
	}
	slices.Sort(means)
	return fmt.Sprintf("%.2f [%.2f, %.2f]", mean(answers, of), means[resamples*25/1000], means[resamples*975/1000-1])
}

func mean(answers []found, of func(found) float64) float64 {
	var sum float64
	for _, a := range answers {
		sum += of(a)
	}
	return sum / float64(len(answers))
}

// row is a line of the table in docs/retrieval.md.
func row(part, way string, texts int, answers []found) string {
	return fmt.Sprintf("| %s | %s | %d of %d | %s | %s | %s | %.2f |", part, way, len(answers), texts,
		interval(answers, func(f found) float64 { return f.first }),
		interval(answers, func(f found) float64 { return f.five }),
		interval(answers, func(f found) float64 { return f.inverse }),
		mean(answers, func(f found) float64 { return f.share }))
}
