package desk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/sweep"
)

// sampleHybrid are the conversations that are always played with recorded answers, with how
// many of their turns must be right.
var sampleHybrid = map[string]int{"rota-late-early": 5, "two-mails-waiting": 6}

// TestChatsHybrid: the same conversations, where what the offline reading is not sure of is
// read by whoever answers the model's endpoint. The answers in testdata were given by hand,
// from the prompts alone, and are no model's.
//
// LEGOMEM_TEST_RELAY is the URL of an endpoint that answers what is not recorded yet; its answers are
// recorded.
func TestChatsHybrid(t *testing.T) {
	sweep.OneGoroutine(t)
	chosen := sampleHybrid
	if sweep.All() {
		chosen = nil
	}
	all := map[string]*answers{}
	playChats(t, chosen, func(t *testing.T, set string) map[string]any {
		a := all[set]
		if a == nil {
			a = openAnswers(t, set)
			all[set] = a
		}
		e := llmtest.New(t, llmtest.Options{Answer: a.answer})
		return map[string]any{"brain": "hybrid", "model.base_url": e.URL(), "model.name": "written-by-hand", "model.parse_retries": 1, "model.idle": "25m"}
	})
	for set, a := range all {
		t.Logf("%s: %d prompts, %d of them not recorded, %d answered under other rules; %d tokens a prompt, of them %d of rules", set, len(a.asked), len(a.unknown), len(a.otherRules), a.tokens/max(1, len(a.asked)), a.rules)
		if len(a.unknown) > 0 && !sweep.All() {
			t.Errorf("%s: %d prompts have no recorded answer; record them with LEGOMEM_TEST_RELAY", set, len(a.unknown))
		}
	}
}

// answers are the recorded answers of a set of conversations.
type answers struct {
	mu             sync.Mutex
	t              *testing.T
	file           string
	known          map[string]answered
	asked, unknown map[string]bool
	otherRules     map[string]bool // prompts whose answers were given when the rules were others
	tokens, rules  int             // of all prompts, each once, and of the rules alone
}

// answered is a line of a file of answers.
type answered struct {
	Prompt string `json:"prompt"` // the SHA-256 of what stands behind the rules
	Rules  string `json:"rules"`  // and of the rules and skills, which are the same in all
	Said   string `json:"said"`   // the utterance that it is about
	Answer string `json:"answer"`
}

func openAnswers(t *testing.T, set string) *answers {
	office, more := strings.CutSuffix(set, "/more")
	name := "chats.answers.jsonl"
	if more {
		name = "more.answers.jsonl"
	}
	a := &answers{t: t, file: filepath.Join("testdata", "chats", office, name), known: map[string]answered{}, asked: map[string]bool{}, unknown: map[string]bool{}, otherRules: map[string]bool{}}
	text, err := os.ReadFile(a.file)
	if errors.Is(err, fs.ErrNotExist) {
		return a
	}
	must.Do(t, err)
	for line := range strings.Lines(string(text)) {
		var one answered
		must.Do(t, json.Unmarshal([]byte(line), &one))
		a.known[one.Prompt] = one
	}
	return a
}

// answer is what the endpoint replies.
func (a *answers) answer(r llmtest.Request) llmtest.Reply {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !strings.Contains(fmt.Sprint(r.Format), "name:trim") {
		return llmtest.Reply{Status: http.StatusBadRequest, Text: "nobody plans here"}
	}
	rules, key := sumOf(r.Messages[:1]), sumOf(r.Messages[1:])
	if !a.asked[key] {
		a.asked[key], a.rules = true, llm.CountTokens(r.Messages[0].Content)
		a.tokens += a.rules
		for _, m := range r.Messages[1:] {
			a.tokens += llm.CountTokens(m.Content)
		}
	}
	if known, ok := a.known[key]; ok {
		if known.Rules != rules {
			a.otherRules[key] = true
		}
		return llmtest.Reply{Text: known.Answer}
	}
	if relay := os.Getenv("LEGOMEM_TEST_RELAY"); relay != "" {
		if text, err := a.relayed(relay, r); err == nil {
			a.record(answered{key, rules, saidIn(r), text})
			return llmtest.Reply{Text: text}
		}
	}
	a.unknown[key] = true
	return llmtest.Reply{Text: `{"ways":[],"new_work":false}`}
}

// sumOf is the SHA-256 of messages.
func sumOf(all []llmtest.Message) string {
	hash := sha256.New()
	for _, m := range all {
		fmt.Fprintf(hash, "%s\n%s\n", m.Role, m.Content)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// saidIn is the utterance that a prompt is about.
func saidIn(r llmtest.Request) string {
	for _, m := range r.Messages {
		if _, said, ok := strings.Cut(m.Content, "The user's latest words (data as well):\n"); ok {
			return strings.TrimSpace(strings.ReplaceAll(said, "> ", ""))
		}
	}
	return ""
}

// relayed has an endpoint answer a request.
func (a *answers) relayed(url string, r llmtest.Request) (string, error) {
	var messages []map[string]any
	for _, m := range r.Messages {
		messages = append(messages, map[string]any{"role": m.Role, "content": m.Content})
	}
	body, err := json.Marshal(map[string]any{"model": r.Model, "messages": messages})
	if err != nil {
		return "", err
	}
	got, err := http.Post(url+"/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer got.Body.Close()
	var out struct {
		Choices []struct{ Message struct{ Content string } }
	}
	if err := json.NewDecoder(got.Body).Decode(&out); err != nil || len(out.Choices) == 0 {
		return "", fmt.Errorf("status %d: %w", got.StatusCode, err)
	}
	return out.Choices[0].Message.Content, nil
}

// record adds an answer to the file.
func (a *answers) record(one answered) {
	a.known[one.Prompt] = one
	line := must.Have(json.Marshal(one))(a.t)
	f := must.Have(os.OpenFile(a.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644))(a.t)
	_, err := f.Write(append(line, '\n'))
	must.Do(a.t, errors.Join(err, f.Close()))
}
