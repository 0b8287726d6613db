package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"legomem/llm/llmtest"
	"legomem/officebench"
)

// apprentice is a model that can do nothing but what it is shown: beside a few
// lessons, which it knows by their tasks' exact words, it only repeats the work
// in its prompt with the values of the task it is given. So an experiment with
// it shows what memory is worth, and what each setting lets through. It keeps
// nothing from one request to the next.
type apprentice struct {
	lessons map[string][]*part // by the task's text

	mu    sync.Mutex
	keeps bool
	hasty bool
	asked int
	kept  []llmtest.Request
}

// newApprentice is taught the lessons of testdata/apprentice.yaml.
func newApprentice(suite *officebench.Suite) (*apprentice, error) {
	data, err := os.ReadFile(filepath.Join("testdata", "apprentice.yaml"))
	if err != nil {
		return nil, err
	}
	var lessons []struct {
		Task  string
		Parts []struct {
			Agent, Description string
			Calls              []struct {
				Why, Tool string
				Args      map[string]any
			}
		}
	}
	if err := yaml.Unmarshal(data, &lessons); err != nil {
		return nil, err
	}
	a := &apprentice{lessons: map[string][]*part{}}
	for _, l := range lessons {
		task, err := suite.Task(l.Task)
		if err != nil {
			return nil, err
		}
		for _, p := range l.Parts {
			own := &part{agent: p.Agent, description: p.Description}
			for _, c := range p.Calls {
				own.calls = append(own.calls, call{c.Why, strings.Replace(c.Tool, ".", "__", 1), c.Args})
			}
			own.alone = !strings.Contains(marshal(p.Calls), "{re")
			a.lessons[task.Text] = append(a.lessons[task.Text], own)
		}
	}
	return a, nil
}

// count is how often it was asked.
func (a *apprentice) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.asked
}

// watch keeps what is asked while something is done.
func (a *apprentice) watch(do func()) []llmtest.Request {
	a.mu.Lock()
	a.keeps, a.kept = true, nil
	a.mu.Unlock()
	do()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.keeps = false
	return a.kept
}

// answer is what the apprentice says to any of the program's prompts.
func (a *apprentice) answer(r llmtest.Request) llmtest.Reply {
	a.mu.Lock()
	a.asked++
	if a.keeps {
		a.kept = append(a.kept, r)
	}
	a.mu.Unlock()
	system, prompt := r.Messages[0].Content, r.Messages[len(r.Messages)-1].Content
	if len(r.Messages) > 1 {
		prompt = r.Messages[1].Content
	}
	switch {
	case len(r.Tools) > 0:
		return a.act(system, prompt, r.Messages)
	case strings.Contains(prompt, "Write the lists only."):
		return llmtest.Reply{Text: "1. GIVEN: what the task says\n2. TO LOOK UP: none\n3. TO WORK OUT: none\n4. GUESSES: none"}
	case strings.Contains(prompt, `"cannot_be_done"`):
		return llmtest.Reply{Text: a.plan(system, prompt)}
	case strings.Contains(prompt, "Judge where the work stands"):
		return llmtest.Reply{Text: a.judge(prompt)}
	case strings.Contains(prompt, "Write the final answer"):
		return llmtest.Reply{Text: "That is all I could do."}
	case strings.Contains(prompt, "A team of office agents is about to be given a task."):
		return llmtest.Reply{Text: draft(prompt)}
	case strings.Contains(prompt, `"high_level_plan"`):
		return llmtest.Reply{Text: remember(prompt)}
	case strings.Contains(prompt, `"routines"`):
		return llmtest.Reply{Text: induce(prompt)}
	}
	return llmtest.Reply{Status: 400, Text: "the apprentice does not know this prompt"}
}

// plan names the pieces of work that are known from a lesson or a memory. Where
// none is, every agent gets the task as it is.
func (a *apprentice) plan(system, prompt string) string {
	type step struct {
		Agent       string `json:"agent"`
		Description string `json:"description"`
	}
	var steps []step
	for _, p := range a.pieces(prompt, nil) {
		steps = append(steps, step{p.agent, p.description})
	}
	if len(steps) == 0 {
		for _, agent := range teamOf(system) {
			steps = append(steps, step{agent, taskOf(prompt)})
		}
	}
	return marshal(map[string]any{"facts": "what the task says", "steps": steps, "cannot_be_done": ""})
}

// judge hands out the next piece of work: of the lesson, of the memories, or
// else of the plan. After the last one it is satisfied, whatever came of it.
func (a *apprentice) judge(prompt string) string {
	rounds := roundsOf(prompt)
	pieces := a.pieces(prompt, rounds)
	if len(pieces) == 0 {
		pieces = planOf(prompt, rounds)
	}
	speaker, instruction := "", ""
	over := len(rounds) >= len(pieces)
	if !over {
		p := pieces[len(rounds)]
		speaker, instruction = p.agent, instruct(p, reportsOf(rounds))
		if p.description == taskOf(prompt) {
			instruction = p.description
		}
	}
	finding := func(answer any) map[string]any { return map[string]any{"reason": "So it stands.", "answer": answer} }
	if over {
		speaker = "system_agent"
	}
	return marshal(map[string]any{"is_request_satisfied": finding(over), "is_in_loop": finding(false), "is_progress_being_made": finding(true),
		"next_speaker": finding(speaker), "instruction_or_question": finding(instruction), "plan_step": ""})
}

// instruct writes an instruction: what to do, what was found before, where that
// may be needed, and the calls, where they are known.
func instruct(p *part, reports []string) string {
	var b strings.Builder
	b.WriteString(p.description)
	found := false
	for i, r := range reports {
		if r == "" || p.alone {
			continue
		}
		if !found {
			b.WriteString("\nWhat was found:")
			found = true
		}
		fmt.Fprintf(&b, "\nReport %d: %s", i+1, r)
	}
	for _, c := range p.calls {
		fmt.Fprintf(&b, "\nCall: %s(%s)", c.tool, marshal(c.args))
	}
	return b.String()
}
