package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/jsonlines"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// asOne is all that a request shows a model.
func asOne(r llmtest.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Content + "\n")
		if len(m.ToolCalls) > 0 {
			b.WriteString(marshal(m.ToolCalls) + "\n")
		}
	}
	if len(r.Tools) > 0 {
		b.WriteString(marshal(r.Tools))
	}
	return b.String()
}

// byRole are the prompts of ledgers, and of agents, in order.
type byRole struct{ ledgers, agents []string }

func promptsOf(asked []llmtest.Request) (p byRole) {
	for _, r := range asked {
		switch prompt := asOne(r); {
		case len(r.Tools) > 0:
			p.agents = append(p.agents, prompt)
		case strings.Contains(prompt, "Judge where the work stands"):
			p.ledgers = append(p.ledgers, prompt)
		}
	}
	return p
}

func countEach(prompts []string) (out []int) {
	for _, p := range prompts {
		out = append(out, llm.CountTokens(p))
	}
	return out
}

func added(n []int) (all int) {
	for _, one := range n {
		all += one
	}
	return all
}

// runAnswered runs a task with a model whose answers are given, and its work shown within so
// many tokens, or as it came with none.
func runAnswered(t *testing.T, tokens int, answer func(llmtest.Request) llmtest.Reply, args ...string) (trajectory.Result, []llmtest.Request) {
	t.Helper()
	endpoint := llmtest.New(t, llmtest.Options{Answer: answer})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	t.Setenv("OPENAI_API_KEY", "test-key")
	t.Setenv("LEGOMEM_MODEL_GRAPH", fmt.Sprint(tokens))
	var r trajectory.Result
	out := execute(t, append([]string{"run", "--brain", "model", "--memory", "none", "--json"}, args...)...)
	must.Do(t, json.Unmarshal([]byte(out), &r))
	return r, endpoint.Requests()
}

// recordedReplies are the replies of a recording, in order.
func recordedReplies(t *testing.T, file string) (out []llmtest.Reply) {
	t.Helper()
	f := must.Have(os.Open(file))(t)
	defer f.Close()
	must.Have(jsonlines.Each(f, func(_ int, line []byte) error {
		var e struct {
			Response struct {
				Body struct {
					Choices []struct {
						Message struct {
							Content string
							Calls   []struct {
								Function struct{ Name, Arguments string }
							} `json:"tool_calls"`
						}
					}
				}
			}
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		m := e.Response.Body.Choices[0].Message
		reply := llmtest.Reply{Text: m.Content}
		for i, c := range m.Calls {
			if i == 0 {
				reply.Tool, reply.Args = c.Function.Name, c.Function.Arguments
				continue
			}
			reply.More = append(reply.More, llmtest.Reply{Tool: c.Function.Name, Args: c.Function.Arguments})
		}
		out = append(out, reply)
		return nil
	}))(t)
	return out
}

// oneAfterOther answers with replies, one after the other.
func oneAfterOther(replies []llmtest.Reply) func(llmtest.Request) llmtest.Reply {
	return func(llmtest.Request) llmtest.Reply {
		next := replies[0]
		replies = replies[1:]
		return next
	}
}

// graphTokens is what the work may take where the configuration does not say.
const graphTokens = 500

// TestWorkingTokensRecorded prints the tokens of each ledger's and each agent's prompt in the
// recorded runs.
func TestWorkingTokensRecorded(t *testing.T) {
	sweep.OneGoroutine(t)
	all := 0
	for _, task := range replayed {
		usedHome(t)
		replies := recordedReplies(t, filepath.Join("testdata", "replay", filepath.Base(filepath.Dir(task))+".jsonl"))
		r, asked := runAnswered(t, graphTokens, oneAfterOther(replies), "--suite", filepath.Join("..", "..", "officebench", "suite"), "--task", task)
		if r.Passed == nil || !*r.Passed {
			t.Errorf("%s: %+v", task, r)
		}
		p := promptsOf(asked)
		ledgers, agents := countEach(p.ledgers), countEach(p.agents)
		t.Logf("%s: ledgers %v, agents %v; %d in all", task, ledgers, agents, added(ledgers)+added(agents))
		all += added(ledgers) + added(agents)
	}
	t.Logf("the three runs: %d tokens", all)
}

// The run of 20 rounds: what an agent found in a round, and the figure in it.
const longRun = 20

func figureOf(round int) string { return fmt.Sprintf("%d,%03d.50", 17+round, 100+37*round) }

func foundIn(round int) string {
	return fmt.Sprintf("I opened the ledger of branch %d, looked through all of its sheets and compared the entries with the receipts that the branch had handed in. ", round) +
		"Most of the entries agree with their receipts; some receipts are hard to read, and the branch was asked to send them again. " +
		fmt.Sprintf("The turnover of branch %d is %s. ", round, figureOf(round)) +
		"The sheets were left as they are, and nothing was written into any file."
}

// longRunAnswers plays the model: five branches are planned, the others come up as it goes.
// The last round uses what the second one found.
func longRunAnswers() func(llmtest.Request) llmtest.Reply {
	round := 0
	finding := func(answer any) map[string]any { return map[string]any{"reason": "So it stands.", "answer": answer} }
	return func(r llmtest.Request) llmtest.Reply {
		asked := r.Messages[1].Content
		switch {
		case len(r.Tools) > 0:
			return llmtest.Reply{Tool: "done", Args: marshal(map[string]any{"summary": foundIn(round), "succeeded": true})}
		case strings.Contains(asked, `"cannot_be_done"`):
			var steps []map[string]any
			for n := 1; n <= 5; n++ {
				steps = append(steps, map[string]any{"agent": "excel_agent", "description": fmt.Sprintf("Find the turnover of branch %d", n), "needs": []string{}})
			}
			return llmtest.Reply{Text: marshal(map[string]any{"facts": "TO LOOK UP: the turnover of each branch", "steps": steps, "cannot_be_done": ""})}
		case strings.Contains(asked, "Judge where the work stands") && round == longRun:
			return llmtest.Reply{Text: marshal(map[string]any{"is_request_satisfied": finding(true)})}
		case strings.Contains(asked, "Judge where the work stands"):
			round++
			step, uses := "", []string{}
			if round <= 5 {
				step = fmt.Sprintf("0.%d", round)
			}
			if round == longRun {
				uses = []string{"0.2"}
			}
			return llmtest.Reply{Text: marshal(map[string]any{"is_request_satisfied": finding(false), "is_in_loop": finding(false), "is_progress_being_made": finding(true),
				"next_speaker": finding("excel_agent"), "instruction_or_question": finding(fmt.Sprintf("Find the turnover of branch %d in data/branches.xlsx", round)), "plan_step": step, "uses": uses})}
		}
		return llmtest.Reply{Text: "Branch 2 has " + figureOf(2) + "."}
	}
}

// How much more than in round 6 a ledger may take in round 20, and in any round from there
// on, in tokens: it grows until the work takes what it may.
const levelWithin, highestWithin = 100, 200

// TestWorkingTokensLong prints the tokens of each ledger's and agent's prompt over 20 rounds,
// each of which has a ledger.
// As it came, the ledger grows with each report; as a graph it is level from round 6 on. The
// figure of round 2 is in every later ledger, in the prompt of the agent whose work uses it
// with all of the report, and so is every report in the question for the answer.
func TestWorkingTokensLong(t *testing.T) {
	sweep.OneGoroutine(t)
	usedHome(t)
	t.Setenv("LEGOMEM_MODEL_DIRECT_STEPS", "false")
	office := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(office, "data"), 0o700))
	ways := map[int]byRole{}
	for _, tokens := range []int{0, graphTokens} {
		r, asked := runAnswered(t, tokens, longRunAnswers(), "Find the turnover of each branch, and say that of branch 2.", "--testbed", office)
		if r.Outcome != trajectory.Solved || !strings.Contains(r.Answer, figureOf(2)) {
			t.Fatalf("with %d tokens for the work: %+v", tokens, r)
		}
		ways[tokens] = promptsOf(asked)
		answering := asOne(asked[len(asked)-1])
		for round := 1; round <= longRun; round++ {
			if !strings.Contains(answering, foundIn(round)) {
				t.Errorf("with %d tokens the question for the answer has not all of round %d", tokens, round)
			}
		}
	}
	t.Logf("a report has %d tokens", llm.CountTokens(foundIn(1)))
	flat, graph := countEach(ways[0].ledgers), countEach(ways[graphTokens].ledgers)
	flatAgents, graphAgents := countEach(ways[0].agents), countEach(ways[graphTokens].agents)
	for i := range longRun {
		t.Logf("round %2d: ledger %5d as it came, %5d as a graph; agent %5d and %5d", i+1, flat[i], graph[i], flatAgents[i], graphAgents[i])
	}
	t.Logf("in all: ledgers %d as it came, %d as a graph; agents %d and %d", added(flat), added(graph), added(flatAgents), added(graphAgents))
	if more := flat[longRun-1] - flat[5]; more < 1000 {
		t.Errorf("as it came the ledger grows by %d tokens alone: the run is too small to measure by", more)
	}
	if more := graph[longRun-1] - graph[5]; more > levelWithin {
		t.Errorf("the ledger takes %d tokens more in round %d than in round 6", more, longRun)
	}
	if more := slices.Max(graph[5:]) - graph[5]; more > highestWithin {
		t.Errorf("a ledger takes %d tokens more than that of round 6", more)
	}
	for i, ledger := range ways[graphTokens].ledgers[2:] {
		if !strings.Contains(ledger, figureOf(2)) {
			t.Errorf("the ledger of round %d has not the figure of round 2", i+3)
		}
	}
	last := ways[graphTokens].agents[longRun-1]
	if !strings.Contains(last, foundIn(2)) || strings.Contains(last, figureOf(3)) {
		t.Errorf("the last agent is not shown what its work uses, and that alone:\n%s", last)
	}
}
