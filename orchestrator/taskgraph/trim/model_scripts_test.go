package trim

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"legomem/llm"
	"legomem/llm/cost"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
)

// paperRound is a round of a paper's script: what the user says, and the operations that it
// means.
type paperRound struct {
	User string           `yaml:"user"`
	Do   []map[string]any `yaml:"do"`
}

func paperScript(t testing.TB, name string) []paperRound {
	t.Helper()
	var script struct {
		Rounds []paperRound `yaml:"rounds"`
	}
	must.Do(t, yaml.Unmarshal(must.Have(os.ReadFile("../testdata/scripts/"+name+".yaml"))(t), &script))
	return script.Rounds
}

// meant applies what a round means.
func (r paperRound) meant(t testing.TB, g *tg.Graph, turn int) {
	t.Helper()
	for _, one := range r.Do {
		for kind, fields := range one {
			op := must.Have(tg.ParseOperation(tg.Kind(kind), must.Have(json.Marshal(must.Have(inDomain(fields))(t)))(t)))(t)
			must.Have(g.Apply(tg.Moment{Turn: turn}, op))(t)
		}
	}
}

// inDomain are fields with the slots as the domains call them.
func inDomain(fields any) (any, error) {
	text, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	var out any
	return out, json.Unmarshal([]byte(strings.ReplaceAll(string(text), `"prepare.`, `"`)), &out)
}

// model is a model's trimmer over a transport.
func model(t testing.TB, domain string, wire http.RoundTripper, base string) *ByModel {
	t.Helper()
	client := must.Have(llm.NewClient(llm.Endpoint{BaseURL: base, Transport: wire, MaxTries: 1}))(t)
	zero := 0.0
	return &ByModel{
		Knows: &Offline{Moves: must.Have(moves.Shipped())(t), Domain: must.Have(OpenDomain(domain))(t)},
		Role:  llm.Role{Chat: client, Model: "written-by-hand", Sampling: llm.Sampling{Temperature: &zero}}, Prompts: must.Have(LoadPrompts(""))(t),
		Retries: 2, Meter: cost.NewMeter(nil, cost.Budget{}),
	}
}

// told is what answers to the checks of the scripts say, by round.
var answersOf = map[string]map[int][]string{
	"cooking": {5: {"mushrooms"}, 6: {"until turn 4", "replaced by"}, 7: {"celery", "from turn 1 until turn 4"}},
	"meeting": {5: {"3 PM", "single 3 PM meeting"}},
}

// TestPapersByModel: two of the papers' scripts, read by replies that were written by hand
// to what the prompts show. After each round the graph is what the script says, node by
// node. With LEGOMEM_TEST_RELAY=http://.../v1 it asks that endpoint and records anew.
func TestPapersByModel(t *testing.T) {
	var rounds int
	var spent cost.Spend
	for _, name := range []string{"meeting", "cooking"} {
		t.Run(name, func(t *testing.T) {
			dir := "testdata/byhand/" + name
			base := os.Getenv("LEGOMEM_TEST_RELAY")
			var wire http.RoundTripper
			if base == "" {
				base = "http://recorded.invalid/v1"
				r := must.Have(llm.NewReplayer(dir))(t)
				defer func() {
					if r.Left() != 0 {
						t.Errorf("%d recorded exchanges were not asked for", r.Left())
					}
				}()
				wire = r
			} else {
				must.Do(t, os.RemoveAll(dir))
				r := must.Have(llm.NewRecorder(dir, time.Now(), rand.Reader, nil))(t)
				defer func() {
					must.Do(t, r.Close())
					must.Do(t, os.WriteFile(dir+"/replies.jsonl", withoutUsage(t, must.Have(os.ReadFile(r.File()))(t)), 0o600))
					must.Do(t, os.Remove(r.File()))
				}()
				wire = r
			}
			m := model(t, name, wire, base)
			g, want := tg.New(tg.AskUser), tg.New(tg.AskUser)
			for i, r := range paperScript(t, name) {
				rounds++
				r.meant(t, want, i+1)
				tr := must.Have(m.Trim(t.Context(), g, Utterance{Text: r.User, Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}))(t)
				if tr.Question != nil || tr.Changes() != (len(r.Do) > 0) {
					t.Errorf("round %d, %q: it asks %v, and changes %v", i+1, r.User, tr.Question, tr.Changes())
				}
				answer := Answer(g, tr.Subtasks)
				for _, has := range answersOf[name][i+1] {
					if !strings.Contains(answer, has) {
						t.Errorf("round %d: the answer lacks %q:\n%s", i+1, has, answer)
					}
				}
				for _, op := range must.Have(Operations(g, tr.Subtasks, r.User))(t) {
					must.Have(g.Apply(tg.Moment{Turn: i + 1}, op))(t)
				}
				must.NoDiff(t, cmp.Diff(nodesOf(want), nodesOf(g)), "round %d, %q (-want +got):\n%s", i+1, r.User)
				t.Logf("round %d: %d tokens read, %d written", i+1, tr.Tokens.Prompt, tr.Tokens.Completion)
			}
			total := m.Meter.Total()
			spent.Calls, spent.Prompt, spent.Completion = spent.Calls+total.Calls, spent.Prompt+total.Prompt, spent.Completion+total.Completion
		})
	}
	t.Logf("%d rounds, %d calls, %d tokens read, %d written", rounds, spent.Calls, spent.Prompt, spent.Completion)
}

// withoutUsage is a recording without the figures of whoever wrote the replies, who has
// none: the client then counts by a real tokenizer.
func withoutUsage(t *testing.T, recording []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for line := range bytes.Lines(recording) {
		var e llm.Exchange
		must.Do(t, json.Unmarshal(line, &e))
		var body map[string]any
		must.Do(t, json.Unmarshal(e.Response.Body, &body))
		delete(body, "usage")
		e.Response.Body = must.Have(json.Marshal(body))(t)
		must.Do(t, json.NewEncoder(&out).Encode(e))
	}
	return out.Bytes()
}

// nodesOf are a graph's nodes, each told by its values and not by its id: its slot and
// value, whether it counts, what it is part of and stands on, the values that it had, and
// what was part of it.
func nodesOf(g *tg.Graph) []string {
	value := func(id string) string {
		n, err := g.Node(id)
		if err != nil {
			return "?" + id
		}
		return plainly(n.Value)
	}
	values := func(ids []string) []string {
		var out []string
		for _, id := range ids {
			out = append(out, value(id))
		}
		slices.Sort(out)
		return out
	}
	var out []string
	for _, n := range g.Nodes() {
		var was, gone []string
		if lineage, err := g.Lineage(n.ID); err == nil {
			for _, v := range lineage {
				was = append(was, plainly(v.Value))
			}
		}
		if stays, err := g.Stays(n.ID); err == nil {
			for _, s := range stays {
				if s.Until != nil {
					gone = append(gone, fmt.Sprintf("%s %d to %d by %s", plainly(s.Value), s.From.Turn, s.Until.Turn, s.By))
				}
			}
		}
		slices.Sort(was) // of what was split and merged, either may come first
		slices.Sort(gone)
		out = append(out, fmt.Sprintf("%s = %s, inactive %v, of %q, needs %q, was %q, had %q", n.Slot, plainly(n.Value), n.Status == tg.Inactive, values(n.Parents), values(n.DependsOn), was, gone))
	}
	slices.Sort(out)
	return out
}

// plainly is a value with its signs and letters as everybody would write them.
func plainly(v string) string {
	return strings.ToLower(strings.ReplaceAll(v, "&", "and"))
}
