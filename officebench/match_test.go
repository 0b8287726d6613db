package officebench_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite"
	"legomem/must"
	"legomem/trajectory"
)

// matched is a sentence that one procedure of the starter bank reads.
const matched = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"

// wordsApart make the tasks of further procedures: each is said with other words
// than the next, as other people's work is.
var wordsApart = [][]string{
	{"Order", "Paint", "Repair", "Water", "Polish", "Measure", "Photograph", "Label", "Stack", "Ship"},
	{"chairs", "windows", "engines", "plants", "lamps", "shelves", "boxes", "tyres", "carpets", "pipes"},
	{"Monday", "summer", "harvest", "inventory", "opening", "moving", "cleaning", "training", "audit", "fair"},
}

// bankOf is the starter bank with so many further procedures.
func bankOf(t testing.TB, further int) *membank.Bank {
	t.Helper()
	s := must.Have(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "bank.db"), sqlite.ReadWrite))(t)
	t.Cleanup(func() { _ = s.Close() })
	bank := must.Have(membank.Open(t.Context(), s, hashembed.Embedder{}, "me"))(t)
	units := must.Have(membank.Starter())(t)
	var like membank.Unit // whose procedure the further ones have
	for _, u := range units {
		if len(u.Procedure) > 0 && strings.HasPrefix(u.Subtasks[0].Steps[0].Action, "calendar.create_event(") {
			like = u
		}
	}
	if like.Procedure == nil {
		t.Fatal("the starter bank has no procedure to make others from")
	}
	for i := range further {
		units = append(units, another(t, like, i))
	}
	must.Have(bank.Add(t.Context(), units))(t)
	return bank
}

// another is a unit as the one is, but said with its own words.
func another(t testing.TB, like membank.Unit, i int) membank.Unit {
	t.Helper()
	p := must.Have(reflex.Decode(like.Procedure))(t)
	words := fmt.Sprintf("%s the %s of the %s", wordsApart[0][i%10], wordsApart[1][i/10%10], wordsApart[2][i/100%10])
	for k, pat := range p.Patterns {
		p.Patterns[k] = reflex.Pattern{Text: words + " " + pat.Text, Template: words + " " + pat.Template}
	}
	u := like
	u.ID, u.Task, u.Source = fmt.Sprintf("m-further-%d", i), p.Patterns[0].Text, membank.Source{Run: fmt.Sprintf("further-%d", i)}
	u.Procedure = must.Have(json.Marshal(p))(t)
	return u
}

// match has reflex find and bind the procedure of a sentence.
func match(t testing.TB, bank *membank.Bank) string {
	t.Helper()
	task := trajectory.Task{Text: matched, User: "Sam", Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	m := must.Have(reflex.Brain{}.Choose(t.Context(), agents.Brief{Task: task, SearchTasks: bank.SearchTasks}))(t)
	return m.Unit.Unit.ID
}

// TestMatchAmongMany: a thousand further procedures change nothing of what is
// found for a sentence.
func TestMatchAmongMany(t *testing.T) {
	if got, want := match(t, bankOf(t, 1000)), match(t, bankOf(t, 0)); got != want {
		t.Errorf("among a thousand %s is found, else %s", got, want)
	}
}

// BenchmarkMatch is what it costs to find and bind the procedure of a sentence,
// from the bank to its values: the further procedures of a grown bank may add no
// more than 5 ms.
func BenchmarkMatch(b *testing.B) {
	for _, further := range []int{0, 1000} {
		b.Run(fmt.Sprintf("further=%d", further), func(b *testing.B) {
			bank := bankOf(b, further)
			match(b, bank) // the first decodes what it finds
			for b.Loop() {
				match(b, bank)
			}
		})
	}
}
