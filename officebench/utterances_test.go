package officebench_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
)

// perIntent is how many requests of an intent are kept of a set that has many.
const perIntent = 20

// utterance is a line of ../shared/utterances: SLURP's has a scenario and an action,
// CLINC150's an intent.
type utterance struct {
	Text, Intent, Scenario, Action string
}

// ours are the scenarios and intents that an office program is asked for.
func (u utterance) ours() bool {
	return slices.Contains([]string{"calendar", "email", "lists"}, u.Scenario) || slices.Contains([]string{
		"calendar", "calendar_update", "meeting_schedule", "schedule_meeting", "reminder", "reminder_update", "todo_list", "todo_list_update", "date", "time",
	}, u.Intent)
}

// TestUtterances measures how well real people's requests find others of their intent, on
// which nothing here was tuned: by vectors, by words, and by both. The sets of everything
// that people ask are large, and tried with all else.
func TestUtterances(t *testing.T) {
	sweep.Slow(t)
	for _, set := range []struct {
		name, file string
		has        func(utterance) bool
	}{
		{"SLURP, calendar, email and lists", "slurp-devel.jsonl", utterance.ours},
		{"SLURP, all scenarios", "slurp-devel.jsonl", func(utterance) bool { return true }},
		{"CLINC150, calendar, reminders, lists and time", "clinc-train.jsonl", utterance.ours},
		{"CLINC150, all intents", "clinc-train.jsonl", func(u utterance) bool { return u.Intent != "oos" }},
	} {
		if isLarge := !strings.Contains(set.name, "calendar"); isLarge && !sweep.All() {
			t.Logf("%s: LEGOMEM_SWEEP=1 tries it", set.name)
			continue
		}
		t.Run(set.name, func(t *testing.T) {
			w := utterances(t, set.file, set.has)
			var first []float64
			for _, way := range retrievals(t, w.texts)[:3] { // word overlap takes too long
				answers := w.answersOf(w.parts[0], ask(t, w, way))
				first = append(first, mean(answers, func(f found) float64 { return f.first }))
				tellRow(t, fmt.Sprintf("| %s | %s | %d of %d | %.3f | %.3f |", set.name, way.name, len(answers), len(w.texts),
					first[len(first)-1], mean(answers, func(f found) float64 { return f.five })))
			}
			if dense, hybrid := first[0], first[2]; hybrid <= dense {
				t.Errorf("recall@1 by both is %.3f, by vectors alone %.3f", hybrid, dense)
			}
		})
	}
}

// utterances are the requests of a file by intent, at most perIntent of each, drawn with a
// fixed seed.
func utterances(t *testing.T, name string, has func(utterance) bool) wordings {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "utterances", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("../shared/utterances/%s is not beside the checkout", name)
	}
	must.Do(t, err)
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	w := wordings{parts: whole(name)}
	kept := map[string]int{}
	for _, line := range lines {
		var u utterance
		must.Do(t, json.Unmarshal([]byte(line), &u))
		group := strings.TrimSpace(u.Scenario + " " + u.Action + u.Intent)
		if !has(u) || kept[group] == perIntent {
			continue
		}
		kept[group]++
		w.texts, w.group = append(w.texts, u.Text), append(w.group, group)
	}
	return w
}
