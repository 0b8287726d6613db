package membank

import (
	"context"
	"slices"
	"strings"
	"testing"

	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/trajectory"
)

// wordCount is an embedder whose cosines can be worked out by hand: a number
// for each word of a small vocabulary, how often it stands in the text.
type wordCount struct{ vocabulary []string }

func (w wordCount) Model() string { return "words" }
func (w wordCount) Dim() int      { return len(w.vocabulary) }
func (w wordCount) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		v := make([]float32, len(w.vocabulary))
		for _, word := range strings.Fields(strings.ToLower(t)) {
			if i := slices.Index(w.vocabulary, word); i >= 0 {
				v[i]++
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// practice is a full task with its parts, "agent: description" each.
func practice(id, text string, parts ...string) Unit {
	u := Unit{Kind: FullTask, Task: text, Plan: "1. do it", Curator: "rule/1", Source: Source{Run: "run-" + id, Suite: "suite", Task: id}}
	for _, p := range parts {
		agent, description, _ := strings.Cut(p, ": ")
		u.Subtasks = append(u.Subtasks, Subtask{Agent: agent, Description: description, Steps: []Step{{Think: "so", Action: "x.do({})"}}})
	}
	return u
}

// worked is a bank built so that the three strategies find different subtask
// memories for one task: the two tasks nearest to it (review, look) hold no
// mail with an attachment, while the third (files) does.
func worked(t *testing.T) *Bank {
	t.Helper()
	e := wordCount{strings.Fields("schedule review mail attachment look day list files sum total create time")}
	b := openBank(t, sqlitetest.New(t), e, "ann")
	add(t, b,
		practice("1-1/0", "schedule review then mail", "calendar_agent: create review", "email_agent: mail time"),
		practice("1-2/0", "schedule review", "calendar_agent: look day", "calendar_agent: create review day"),
		practice("2-1/0", "list files then mail list", "system_agent: list files", "email_agent: mail list attachment"),
		practice("3-1/0", "sum total", "excel_agent: sum total"))
	return b
}

// newTask has these cosines: 1-1/0 (1+1+1)/√(4·3) = 0.87, 1-2/0 2/√(4·2) = 0.71,
// 2-1/0 1/√(4·6) = 0.20, 3-1/0 0.
const newTask = "schedule review and mail attachment"

var team = []string{"calendar_agent", "email_agent", "excel_agent", "system_agent"}

// draftOf is a query rewriter that always drafts the same and keeps what it was
// shown.
func draftOf(shown *[]string, steps ...string) Drafter {
	return func(_ context.Context, _ string, full []Hit) ([]string, error) {
		*shown = brief(full)
		return steps, nil
	}
}

func TestTheThreeStrategiesDiffer(t *testing.T) {
	b := worked(t)
	limits := Limits{K: 2, PerAgent: 2}
	full := []string{"schedule review then mail", "schedule review"}
	for _, c := range []struct {
		strategy string
		// What the agents see for "look day", "create review" and "mail
		// attachment".
		look, create, mail []string
	}{
		// Those inside the two full tasks, by rank and order; always the same.
		{"vanilla", []string{"create review", "look day"}, []string{"create review", "look day"}, []string{"mail time"}},
		// Those nearest to each subtask: "create review day" has 1/√6 with
		// "look day", "mail list attachment" 2/√6 with "mail attachment".
		{"dynamic", []string{"look day", "create review day"}, []string{"create review", "create review day"}, []string{"mail list attachment", "mail time"}},
		// Those nearest to any step of the draft (look day: 1; create: 1/√2
		// with "create review"; attachment: 1/√3), the same at every delegation.
		{"rewrite", []string{"look day", "create review"}, []string{"look day", "create review"}, []string{"mail list attachment", "mail time"}},
	} {
		t.Run(c.strategy, func(t *testing.T) {
			s := must.Have(NewStrategy(c.strategy, limits))(t)
			var shown []string
			ask := Ask{Task: newTask, Agents: team, Draft: draftOf(&shown, "look day", "create", "attachment")}
			found, m, err := b.Retrieve(t.Context(), ask, s, Both)
			must.Do(t, err)
			same(t, "full-task memories", brief(found.Full), full)
			if c.strategy == "rewrite" {
				same(t, "what the rewriter saw", shown, full)
				same(t, "the draft", found.Draft, []string{"look day", "create", "attachment"})
			}
			for _, d := range []struct {
				agent, subtask string
				want           []string
			}{
				{"calendar_agent", "look day", c.look},
				{"calendar_agent", "create review", c.create},
				{"email_agent", "mail attachment", c.mail},
				{"word_agent", "mail attachment", nil},
			} {
				hits := must.Have(m.ForAgent(t.Context(), trajectory.Subtask{Agent: d.agent, Description: d.subtask}))(t)
				same(t, d.agent+" for "+d.subtask, brief(hits), d.want)
			}
		})
	}
}

func TestRewriteCountsDoublesOnce(t *testing.T) {
	b := worked(t)
	twin := practice("1-3/0", "look day twice", "calendar_agent: look day", "calendar_agent: create time")
	add(t, b, twin)
	var shown []string
	ask := Ask{Task: newTask, Agents: team, Draft: draftOf(&shown, "look day", "create time")}
	_, m, err := b.Retrieve(t.Context(), ask, Rewrite{Limits{K: 2, PerAgent: 3}}, Both)
	must.Do(t, err)
	same(t, "the calendar agent's", forAgent(t, m, "calendar_agent"), []string{"look day", "create time", "create review"})
}

func TestRewriteWithoutARewriter(t *testing.T) {
	_, _, err := worked(t).Retrieve(t.Context(), Ask{Task: newTask}, Rewrite{Limits{K: 2, PerAgent: 2}}, Both)
	if err == nil || !strings.Contains(err.Error(), "needs a model") {
		t.Errorf("error %v", err)
	}
}

func TestAnAgentsOwnLimit(t *testing.T) {
	b := worked(t)
	limits := Limits{K: 4, PerAgent: 2, Agents: map[string]int{"email_agent": 1, "calendar_agent": 3}}
	var shown []string
	ask := Ask{Task: newTask, Agents: team, Draft: draftOf(&shown, "create review look day", "mail")}
	for _, name := range []string{"vanilla", "dynamic", "rewrite"} {
		s := must.Have(NewStrategy(name, limits))(t)
		_, m, err := b.Retrieve(t.Context(), ask, s, Both)
		must.Do(t, err)
		for agent, want := range map[string]int{"email_agent": 1, "calendar_agent": 3} {
			if got := forAgent(t, m, agent); len(got) != want {
				t.Errorf("%s gives %s %v, not %d", name, agent, got, want)
			}
		}
	}
}

func TestBaselines(t *testing.T) {
	b := worked(t)
	routine := func(name, agent, description, task string) Unit {
		return Unit{Kind: RoutineUnit, Task: name, Curator: "m/1", Source: Source{Run: "run-" + task, Suite: "suite", Task: task},
			Routine: &Routine{Name: name, Agent: agent, Description: description, Steps: []Step{{Action: "x.a({})"}, {Action: "x.b({})"}}}}
	}
	raw := func(id, text string) Unit {
		u := practice(id, text, "email_agent: mail")
		u.Kind = RawTrajectory
		return u
	}
	must.Have(b.Add(t.Context(), []Unit{
		raw("1-1/0", "schedule review then mail"), raw("1-2/0", "schedule review"), raw("2-1/0", "list files then mail list"),
		routine("send", "email_agent", "mail list attachment", "2-1/0"), routine("tell", "email_agent", "mail time", "1-1/0"),
		routine("plan", "calendar_agent", "schedule review", "1-2/0"), routine("add", "excel_agent", "sum total", "3-1/0"),
	}))(t)
	limits := Limits{K: 3, PerAgent: 1, Agents: map[string]int{"email_agent": 2}}
	for _, c := range []struct {
		strategy                         string
		full, calendar, email, excelOnes []string
	}{
		{"synapse", []string{"schedule review then mail", "schedule review", "list files then mail list"},
			[]string{"schedule review then mail"}, []string{"schedule review then mail", "schedule review"}, []string{"schedule review then mail"}},
		{"awm", []string{"plan: schedule review", "send: mail list attachment", "tell: mail time"},
			[]string{"plan: schedule review"}, []string{"send: mail list attachment", "tell: mail time"}, []string{"add: sum total"}},
	} {
		t.Run(c.strategy, func(t *testing.T) {
			s := must.Have(NewStrategy(c.strategy, limits))(t)
			found, m, err := b.Retrieve(t.Context(), Ask{Task: newTask, Agents: team}, s, Both)
			must.Do(t, err)
			same(t, "the orchestrator's", brief(found.Full), c.full)
			same(t, "the calendar agent's", forAgent(t, m, "calendar_agent"), c.calendar)
			same(t, "the email agent's", forAgent(t, m, "email_agent"), c.email)
			same(t, "the excel agent's", forAgent(t, m, "excel_agent"), c.excelOnes)
		})
	}
}

// TestHiddenTasks hides a task's own units from every strategy, a routine that
// has it among its sources included.
func TestHiddenTasks(t *testing.T) {
	b := worked(t)
	shared := Unit{Kind: RoutineUnit, Task: "r", Curator: "m/1", Source: Source{Run: "run-9", Suite: "suite", Task: "9-9/9"},
		Merged:  []Source{{Run: "run-1-1/0", Suite: "suite", Task: "1-1/0"}},
		Routine: &Routine{Name: "r", Agent: "email_agent", Description: "schedule review mail attachment", Steps: []Step{{Action: "x.a({})"}, {Action: "x.b({})"}}}}
	raw := practice("1-1/0", newTask, "email_agent: mail")
	raw.Kind = RawTrajectory
	must.Have(b.Add(t.Context(), []Unit{shared, raw}))(t)
	var shown []string
	ask := Ask{Task: newTask, Agents: team, Draft: draftOf(&shown, "create review", "mail time")}
	for _, name := range Strategies() {
		s := must.Have(NewStrategy(name, Limits{K: 9, PerAgent: 9}))(t)
		seen := map[string]bool{}
		look := func(v View) map[string]bool {
			found, m, err := b.View(v).Retrieve(t.Context(), ask, s, Both)
			must.Do(t, err)
			hits := found.Full
			for _, agent := range team {
				more := must.Have(m.ForAgent(t.Context(), trajectory.Subtask{Agent: agent, Description: "mail"}))(t)
				hits = append(hits, more...)
			}
			for _, h := range hits {
				for _, from := range h.Unit.Sources() {
					seen[from.Task] = true
				}
			}
			return seen
		}
		if !look(View{})["1-1/0"] && name != "none" {
			t.Fatalf("%s does not find the task that is to be hidden", name)
		}
		clear(seen)
		if look(View{HideSuite: "suite", HideTasks: []string{"1-1/0"}})["1-1/0"] {
			t.Errorf("%s shows what was hidden", name)
		}
		clear(seen)
		if !look(View{HideSuite: "another", HideTasks: []string{"1-1/0"}})["1-1/0"] && name != "none" {
			t.Errorf("%s hides another suite's task", name)
		}
	}
}

// TestForgottenParts: a part that was forgotten by itself is not cut anew, and
// comes back when it is learned again.
func TestForgottenParts(t *testing.T) {
	b := worked(t)
	look := practice("1-2/0", "schedule review", "calendar_agent: look day", "calendar_agent: create review day")
	units := whole(t, look)
	agents := func() []string {
		_, m, err := b.Retrieve(t.Context(), Ask{Task: "schedule review"}, Vanilla{Limits{K: 1, PerAgent: 9}}, Both)
		must.Do(t, err)
		return forAgent(t, m, "calendar_agent")
	}
	for i, want := range [][]string{{"look day", "create review day"}, {"create review day"}, nil} {
		same(t, "what is left", agents(), want)
		if i < 2 {
			must.Have(b.Delete(t.Context(), []string{units[i+1].ID}))(t)
		}
	}
	must.Have(b.Add(t.Context(), units))(t)
	same(t, "learned again", agents(), []string{"look day", "create review day"})

	bare := practice("5-1/0", "sum list", "excel_agent: sum list")
	must.Have(b.Add(t.Context(), whole(t, bare)[:1]))(t)
	_, m, err := b.Retrieve(t.Context(), Ask{Task: "sum list"}, Vanilla{Limits{K: 1, PerAgent: 9}}, Both)
	must.Do(t, err)
	same(t, "of one that came without its parts", forAgent(t, m, "excel_agent"), []string{"sum list"})
}

// TestHiddenTexts hides a task by its text, whatever its suite was called, and
// shows a memory that took it in without what it has from there.
func TestHiddenTexts(t *testing.T) {
	b := worked(t)
	const copied = "list the files then mail the list"
	u := practice("7-1/0", "list files then mail the list", "system_agent: list")
	u.Source.Text = TextHash(u.Task)
	u.Merged = []Source{{Run: "r", Suite: "another", Task: "9-1/0", Text: TextHash(copied)}}
	u.Wordings = []trajectory.Wording{{Text: copied}, {Text: "mail me the files"}}
	u.Procedure, u.Compiler = []byte(`{"source":"`+copied+`"}`), "reflex/1"
	add(t, b, u)
	find := func(v View) (Unit, bool) {
		hits := must.Have(b.View(v).SearchTasks(t.Context(), "list files then mail the list", 9))(t)
		for _, h := range hits {
			if h.Unit.Source.Task == "7-1/0" {
				return h.Unit, true
			}
		}
		return Unit{}, false
	}
	whole, _ := find(View{})
	same(t, "its wordings", len(whole.Wordings), 2)
	left, ok := find(View{HideTexts: []string{copied}})
	if !ok || len(left.Wordings) != 1 || left.Procedure != nil || len(left.Merged) != 0 {
		t.Errorf("shown %v: %+v", ok, left)
	}
	if _, ok := find(View{HideTexts: []string{"list  files then mail the list "}}); ok {
		t.Error("a hidden text is shown")
	}
	if _, ok := find(View{HideSuite: "another", HideTasks: []string{"9-1/0"}}); ok {
		t.Error("what cannot be told apart is shown")
	}
	old := practice("1-1/0", "schedule review then mail", "email_agent: mail") // no Source.Text
	hits := must.Have(b.View(View{HideTexts: []string{old.Task}}).SearchTasks(t.Context(), old.Task, 9))(t)
	for _, h := range hits {
		if h.Unit.Task == old.Task {
			t.Error("an old unit of a hidden text is shown")
		}
	}
}
