package orchestrator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/golden"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// clerk is a team of one, who has all tools of the office: so each server is shown every
// schema.
var clerk = agents.Team{Name: "clerk", Agents: []agents.Agent{{Name: "clerk", Description: "Does office work.", Tools: []string{"*"}}}}

// threeCalls are the model's actions in the task that every server is given.
var threeCalls = []llmtest.Reply{
	{Text: "First the event.", Tool: "calendar__create_event", Args: `{"user":"Dana","summary":"Review","start":"2026-03-12 14:00","end":"2026-03-12 15:30"}`},
	{Text: "Then the note.", Tool: "word__create", Args: `{"file_path":"data/note.docx","content":"Dear all,"}`},
	{Text: "Then the mail.", Tool: "email__send", Args: `{"to":["Dana"],"subject":"Review","content":"On Thursday."}`},
}

// clerkModel answers as a model that knows its work: it reads from a prompt what is asked
// of it, and counts the calls that succeeded.
func clerkModel(r llmtest.Request) llmtest.Reply {
	all := ""
	for _, m := range r.Messages {
		all += m.Content + "\n"
	}
	switch {
	case strings.Contains(all, "Your work now:"):
		n := strings.Count(all, "The call succeeded and returned:")
		if n < len(threeCalls) {
			return threeCalls[n]
		}
		return llmtest.Reply{Tool: "done", Args: `{"summary":"All three are done.","succeeded":true}`}
	case strings.Contains(all, "Make a short plan"):
		return llmtest.Reply{Text: `{"steps":[{"agent":"clerk","description":"book, write and mail"}],"cannot_be_done":""}`}
	case strings.Contains(all, "Judge where the work stands"):
		if strings.Contains(all, "All three are done.") {
			return llmtest.Reply{Text: strings.ReplaceAll(ledger("true", "true", "").Text, "noter", "clerk")}
		}
		return llmtest.Reply{Text: strings.ReplaceAll(ledger("false", "true", "Book, write and mail.").Text, "noter", "clerk")}
	case strings.Contains(all, "Write the final answer"):
		return llmtest.Reply{Text: "The review is booked, noted and mailed."}
	}
	return llmtest.Reply{Text: "1. GIVEN: a review on 12 March"}
}

// met is what came of a task at one server.
type met struct {
	result trajectory.Result
	err    error
	box    *officeBox
	waited time.Duration // that the client was told to wait, without waiting
	notes  []string
	heard  int
	url    string
	model  string
}

// visit has a server drive the three-tool task through the loop and the office's own
// tools. Waits between tries take no time.
func visit(t *testing.T, s llmtest.Server) met {
	running := s.Start(t, clerkModel)
	var m met
	launcher := &officeLauncher{t: t}
	f := setUp(t)
	f.deps.Team, f.deps.Tools, f.deps.Launcher, f.deps.Memory = clerk, apps.Registry(), launcher, nil
	f.order.Verifier, f.order.AnswerAction = nil, nil
	must.Do(t, os.Remove(filepath.Join(f.order.From, "calendar", "Dana.ics")))
	f.order.Observer = func(p trajectory.Payload) {
		if n, ok := p.(trajectory.Noted); ok {
			m.notes = append(m.notes, n.About+": "+n.Text)
		}
	}
	client := must.Have(llm.NewClient(endpointOf(running, &m)))(t)
	prompts := must.Have(modelbrain.LoadPrompts(""))(t)
	zero, one, seed := 0.0, 1.0, 1
	role := llm.Role{Chat: client, Model: s.Model, Sampling: llm.Sampling{Temperature: &zero, TopP: &one, Seed: &seed, MaxTokens: 4000}}
	f.deps.Brain = must.Have(modelbrain.New(modelbrain.Config{Default: role, Prompts: prompts, Retries: 3, Now: f.deps.Now}))(t)
	m.result, m.err = orchestrator.Run(t.Context(), f.deps, f.order)
	m.box, m.heard, m.url, m.model = launcher.first, len(running.Heard()), running.URL, s.Model
	return m
}

// endpointOf is how a person sets up an endpoint. One that stalls is given little time, so
// that the test takes none.
func endpointOf(r *llmtest.Running, m *met) llm.Endpoint {
	patience := time.Minute
	if r.Stalls {
		patience = 500 * time.Millisecond
	}
	return llm.Endpoint{BaseURL: r.URL, Key: r.Key, APIVersion: r.Version, MaxTries: 5, Idle: patience,
		Sleep: func(ctx context.Context, d time.Duration) error { m.waited += d; return ctx.Err() }}
}

// did names the tools whose calls succeeded, without what a run does beside them.
func (m met) did() string {
	var out []string
	if m.box != nil {
		for _, a := range m.box.calls {
			out = append(out, a.Tool)
		}
	}
	return strings.Join(out, " ")
}

// TestEndpoints gives every known kind of server the same task: three tools, through the
// real loop and the real tools. Each finishes it, or says in one sentence why it cannot.
// The table that it prints with -v stands in docs/endpoints.md, but for what varies.
func TestEndpoints(t *testing.T) {
	var rows strings.Builder
	table := tabwriter.NewWriter(&rows, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "server\toutcome\trequests\tit would wait\twhat was learned, or why it ended")
	page := "| kind of server | what is its own | a task of three tools | what is learned of it, or how the run ends |\n| --- | --- | --- | --- |\n"
	for _, s := range llmtest.Servers() {
		t.Run(s.Name, func(t *testing.T) {
			m := visit(t, s)
			fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", s.Name, m.result.Outcome, m.heard, m.waited.Round(time.Second), m.outcome())
			page += fmt.Sprintf("| [%s](%s) | %s | %s | %s |\n", s.Name, s.Source, s.About, m.result.Outcome, m.outcome())
			if s.Never {
				m.endsPlainly(t, s)
				return
			}
			m.finished(t)
			if !strings.Contains(strings.Join(m.notes, "\n"), s.Learned) {
				t.Errorf("of %q nothing was learned: %q", s.Learned, m.notes)
			}
		})
	}
	must.Do(t, table.Flush())
	t.Log("\n" + rows.String())
	golden.Check(t, "endpoints.md", page)
	if docs := string(must.Have(os.ReadFile("../docs/endpoints.md"))(t)); !strings.Contains(docs, page) {
		t.Errorf("docs/endpoints.md does not show\n%s", page)
	}
}

// counted are tokens of the prompts, which change with every word in them.
var counted = regexp.MustCompile(`(Requested |n_keep: |n_prompt_tokens":|request \(|of some )\d+`)

// outcome is what was learned, or the sentence that a run ends with.
func (m met) outcome() string { return counted.ReplaceAllString(m.said(), "${1}N") }

func (m met) said() string {
	if m.err != nil {
		said := strings.TrimPrefix(m.err.Error(), "run run-1: ")
		return strings.ReplaceAll(strings.ReplaceAll(said, "the model endpoint "+m.url, "the model endpoint ADDRESS"), "|", "/")
	}
	var out []string
	for _, n := range m.notes {
		if text, ok := strings.CutPrefix(n, "endpoint: "+m.model+": "); ok {
			out = append(out, text)
		}
	}
	return strings.Join(out, "; ")
}

func (m met) finished(t *testing.T) {
	if m.result.Outcome != trajectory.Solved || m.did() != "calendar.create_event word.create email.send" {
		notes, _ := json.Marshal(m.notes)
		t.Errorf("%s (%s), after the calls %q; notes %s", m.result.Outcome, m.result.Reason, m.did(), notes)
	}
	if m.result.Answer != "The review is booked, noted and mailed." {
		t.Errorf("the answer is %q", m.result.Answer)
	}
}

// endsPlainly: the run ends as an error whose one sentence says what is wrong.
func (m met) endsPlainly(t *testing.T, s llmtest.Server) {
	if m.result.Outcome != trajectory.Errored || m.err == nil {
		t.Fatalf("%s: %s, %v", m.result.Outcome, m.result.Reason, m.err)
	}
	text := m.err.Error()
	if !strings.Contains(text, s.Ends) || strings.Contains(text, "\n") || strings.Contains(text, "<") || len(text) > 600 {
		t.Errorf("it ends with: %s", text)
	}
}
