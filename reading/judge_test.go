package reading_test

import (
	"bytes"
	"math"
	"testing"

	"legomem/must"
	"legomem/reading"
)

// TestJudge: what a judge learned it knows after it was saved and loaded, and training again
// gives the same.
func TestJudge(t *testing.T) {
	pair := func(a, b string) []uint32 {
		return []uint32{reading.Cross(reading.Feature(1, a), reading.Feature(2, b)), reading.Feature(3)}
	}
	var all []reading.Example
	words := []string{"city", "date", "seats"}
	for _, a := range words {
		for _, b := range words {
			all = append(all, reading.Example{Features: pair(a, b), Right: a == b})
		}
	}
	school := reading.Schooling{Bits: 10, Epochs: 60, Rate: 0.3, Seed: 1}
	j := reading.TrainJudge(all, school)
	var file, again bytes.Buffer
	must.Do(t, reading.SaveJudge(&file, j))
	must.Do(t, reading.SaveJudge(&again, reading.TrainJudge(all, school)))
	if !bytes.Equal(file.Bytes(), again.Bytes()) {
		t.Error("the same training gave another judge")
	}
	loaded := must.Have(reading.LoadJudge(&file))(t)
	for _, e := range all {
		p := loaded.Probability(e.Features)
		if (p > 0.5) != e.Right {
			t.Errorf("a pair that is right: %t has the probability %.2f", e.Right, p)
		}
		if math.Abs(p-j.Probability(e.Features)) > 0.05 {
			t.Errorf("loaded, it is %.3f, and was %.3f", p, j.Probability(e.Features))
		}
	}
	for _, bad := range []string{"", "no judge"} {
		if _, err := reading.LoadJudge(bytes.NewReader([]byte(bad))); err == nil {
			t.Errorf("%q was loaded", bad)
		}
	}
}
