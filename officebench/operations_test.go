package officebench_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/llm"
	"legomem/membank"
	"legomem/membank/store"
	"legomem/must"
	"legomem/officebench"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// leastSame is the least share of the subtask memories shown that must have done what the
// subtask did.
const leastSame = 0.8

// TestOperations measures whether agents are shown memories of what a subtask does: for
// each subtask of the demonstrations, by its words and its agent, from a bank without what
// was learned from any task of its id. It holds the table in docs/retrieval.md to it.
func TestOperations(t *testing.T) {
	sweep.Slow(t)
	b := newBench(t)
	q := newQuiz(t, b.suite, b.learn(t))
	limits := membank.Limits{K: membank.DefaultK, PerAgent: membank.DefaultPerAgent}
	byWords, byOperation := membank.View{By: store.Dense}, membank.View{By: store.Hybrid, Changes: q.tools.Changing}
	strategies := []membank.Strategy{membank.Dynamic{Limits: limits}, membank.Vanilla{Limits: limits}}
	for _, s := range strategies[:sweep.Size(len(strategies), 1, 1)] {
		q.ask(t, s, byWords).told(t, s.Name()+", by words (the paper's)")
		now := q.ask(t, s, byOperation)
		now.told(t, s.Name()+", by operation")
		if same := now.part(now.same, now.memories); same < leastSame {
			t.Errorf("%s: %.3f of the memories shown did what the subtask did, want %v", s.Name(), same, leastSame)
		}
		if now.again > 0 {
			t.Errorf("%s: %d memories show again what is shown", s.Name(), now.again)
		}
	}
}

// quiz asks a bank for memories for the subtasks that it holds itself.
type quiz struct {
	suite *officebench.Suite
	bank  *membank.Bank
	tools *tools.Registry
	all   []membank.Unit    // the subtask memories
	does  map[string]string // by id
}

// ofSuite is the suite's name in the sources of what was learned from it.
const ofSuite = "officebench"

func newQuiz(t *testing.T, suite *officebench.Suite, bank *membank.Bank) *quiz {
	t.Helper()
	q := &quiz{suite: suite, bank: bank, tools: apps.Registry(), does: map[string]string{}}
	q.all = must.Have(bank.List(t.Context(), membank.Filter{Kind: membank.SubtaskUnit}, membank.Page{}))(t)
	for _, u := range q.all {
		q.does[u.ID] = operation(t, q.tools, u.Subtask)
	}
	return q
}

// operation is what a subtask does: the tools that change something or, where none does,
// those that it looks with.
func operation(t *testing.T, registry *tools.Registry, s *membank.Subtask) string {
	t.Helper()
	changing, all := map[string]bool{}, map[string]bool{}
	for _, st := range s.Steps {
		name, args, _ := strings.Cut(strings.TrimSuffix(st.Action, ")"), "(")
		var given map[string]any
		must.Do(t, json.Unmarshal([]byte(args), &given))
		tool := must.Have(registry.Lookup(name))(t)
		all[name] = true
		if tools.Changes(must.Have(tool.Effects(given))(t)) {
			changing[name] = true
		}
	}
	if len(changing) == 0 {
		changing = all
	}
	return s.Agent + " " + strings.Join(slices.Sorted(maps.Keys(changing)), "+")
}

// ask asks for each subtask by a strategy, and counts what its agent is shown.
func (q *quiz) ask(t *testing.T, s membank.Strategy, v membank.View) *shown {
	t.Helper()
	c := &shown{}
	v.HideSuite = ofSuite
	for _, d := range demonstrations(t) {
		sameID := func(id string) bool { return folderOf(id) == folderOf(d.ID) }
		v.HideTasks = slices.DeleteFunc(slices.Clone(q.suite.IDs()), func(id string) bool { return !sameID(id) })
		ask := membank.Ask{Task: must.Have(q.suite.Task(d.ID))(t).Text}
		r := must.Have(s.Retrieve(t.Context(), q.bank.View(v), ask))(t)
		left := map[string]bool{} // what the others do
		for _, u := range q.all {
			if u.Source.Suite != ofSuite || !sameID(u.Source.Task) {
				left[q.does[u.ID]] = true
			}
		}
		for _, u := range q.all {
			if u.Source.Suite != ofSuite || u.Source.Task != d.ID {
				continue
			}
			words := trajectory.Subtask{Agent: u.Subtask.Agent, Description: u.Subtask.Description}
			c.count(q.does, u, must.Have(r.ForAgent(t.Context(), words))(t), left[q.does[u.ID]])
		}
	}
	return c
}

// shown counts what agents are shown.
type shown struct {
	subtasks, memories int
	same               int // memories that did what the subtask did
	again              int // memories with the text, or the tools in order, of one before them
	nothing            int // subtasks that nothing is shown for
	known, found       int // subtasks whose operation is in the bank; of those, that were shown it
	tokens             int
}

func (c *shown) count(does map[string]string, asked membank.Unit, hits []membank.Hit, known bool) {
	c.subtasks++
	right, seen := 0, map[string]bool{}
	for _, h := range hits {
		s := h.Unit.Subtask
		text := "text " + strings.ToLower(s.Description)
		work := "work " + toolsInOrder(s)
		if seen[text] || seen[work] {
			c.again++
		}
		seen[text], seen[work] = true, true
		if does[h.Unit.ID] == does[asked.ID] {
			right++
		}
		c.tokens += llm.CountTokens(written(s))
	}
	c.memories += len(hits)
	c.same += right
	if len(hits) == 0 {
		c.nothing++
	}
	if known {
		c.known++
		c.found += min(right, 1)
	}
}

// toolsInOrder are a subtask's tools, one that is called several times in a row once.
func toolsInOrder(s *membank.Subtask) string {
	var names []string
	for _, st := range s.Steps {
		name, _, _ := strings.Cut(st.Action, "(")
		names = append(names, name)
	}
	return strings.Join(slices.Compact(names), " ")
}

// written is all that a subtask memory holds.
func written(s *membank.Subtask) string {
	lines := []string{s.Description}
	for _, st := range s.Steps {
		lines = append(lines, st.Think, st.Action)
	}
	return strings.Join(append(lines, s.Observations), "\n")
}

func (c *shown) part(n, of int) float64 { return float64(n) / float64(max(1, of)) }

// told prints the counts as a line of the table in docs/retrieval.md, or holds the page to it.
func (c *shown) told(t *testing.T, way string) {
	t.Helper()
	tellRow(t, fmt.Sprintf("| %s | %d | %d | %.1f%% | %d | %d | %d of %d | %.0f |", way, c.subtasks, c.memories,
		100*c.part(c.same, c.memories), c.again, c.nothing, c.found, c.known, c.part(c.tokens, c.memories)))
}

// tellRow prints a line of a table in docs/retrieval.md for scripts/retrieval, or else holds
// the page to it.
func tellRow(t *testing.T, line string) {
	t.Helper()
	t.Log(line)
	if os.Getenv("LEGOMEM_PRINT_RETRIEVAL") == "1" {
		fmt.Println(line)
		return
	}
	doc := must.Have(os.ReadFile(filepath.Join("..", "docs", "retrieval.md")))(t)
	if !strings.Contains(string(doc), line+"\n") {
		t.Errorf("docs/retrieval.md does not have this line; print the table anew with scripts/retrieval:\n%s", line)
	}
}
