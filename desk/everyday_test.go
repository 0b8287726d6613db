package desk

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/consent"
	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/tools"
	"legomem/trajectory"
)

// request is what somebody who knows nothing of the program typed, and how it can be
// told that it was done. A set's first line has its user.
type request struct {
	Number int    `json:"n"`
	User   string `json:"user"`
	Text   string `json:"text"`
	Checks []struct {
		Tool       string         `json:"tool"`
		Args       map[string]any `json:"args"`
		Has, Lacks []alternatives
	} `json:"checks"`
	MayChange   []string       `json:"may_change"`
	AnswerHas   []alternatives `json:"answer_has"`
	AnswerLacks []alternatives `json:"answer_lacks"`
	Facts       []string       `json:"facts"` // what is answered to a question
}

// pure says that a request only asks.
func (r request) pure() bool { return len(r.Checks) == 0 }

// alternatives are texts of which one will do.
type alternatives []string

func (a *alternatives) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*a = alternatives{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(a))
}

func (a alternatives) in(text string) bool {
	return slices.ContainsFunc(a, func(one string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(one)) })
}

// verdict is how a request ended: what of its user's possible answers led to what was
// wanted.
type verdict struct {
	how       string // "right", "wrong", "given up", "asked in vain"
	questions int    // before it was right
	asked     bool   // what is meant, or a value, before anything was done
	unseen    bool   // wrong, and committed without a question
	trail     []string
}

// TestEveryday: the requests of people who saw neither the program's code nor the wordings
// that it is trained on, each in an office of their own. Their user knows what they want,
// and takes of every question the answer that leads there soonest, if there is one.
func TestEveryday(t *testing.T) {
	sweep.OneGoroutine(t)
	sets := must.Have(filepath.Glob("testdata/everyday/*/requests.jsonl"))(t)
	for i := range sets {
		sets[i] = filepath.Dir(sets[i])
	}
	if more := os.Getenv("LEGOMEM_TEST_EVERYDAY"); more != "" {
		sets = filepath.SplitList(more)
	}
	switch {
	case sweep.All() || os.Getenv("LEGOMEM_TEST_EVERYDAY") != "":
	case sweep.Full():
		sets = []string{sets[0], sets[6]}
		t.Log("a sample: two of the sets; LEGOMEM_SWEEP=1 plays all")
	default:
		sets = sets[:1]
	}
	right, given := 0, 0
	for _, set := range sets {
		t.Run(filepath.Base(set), func(t *testing.T) {
			r, g := playSet(t, set)
			right, given = right+r, given+g
		})
	}
	t.Logf("answers to pure questions right: %d of %d given", right, given)
	if 10*right < 9*given {
		t.Errorf("of %d answers to pure questions %d are right, want nine in ten", given, right)
	}
}

// leastRight is how many of a set's 60 requests are right with at most one question, at
// least: one fewer than when this was written.
var leastRight = map[string]int{"bicycles": 41, "builders": 48, "dental": 47, "school": 54, "travel": 51, "theatre": 40, "vet": 42, "sailing": 45, "museum": 42, "roasters": 32, "pianos": 22}

// tellingAnswers is how many answers a set must have for nine in ten of them to be asked of it
// alone: of fewer, one wrong one is more than that. All sets together are held to it anyway.
const tellingAnswers = 10

// playSet plays the requests of a set. It returns how many answers to pure questions are
// right, of how many given.
func playSet(t *testing.T, set string) (pureRight, pure int) {
	d := newTestDesk(t, nil)
	p := must.Have(d.prepare(t.Context(), d.config, sandboxes{many: true}, nil))(t)
	defer p.Close()
	count, unseen := map[string]int{}, 0
	asked, led := 0, 0
	for _, r := range readRequests(t, set) {
		e := &evening{t: t, d: d, p: p, r: r, office: filepath.Join(set, "office")}
		v := e.play(nil)
		key := v.how
		if v.how == "right" {
			key = fmt.Sprintf("right after %d", v.questions)
		}
		count[key]++
		if v.unseen {
			unseen++
		}
		if v.asked {
			asked++
			if v.how == "right" {
				led++
			}
		}
		if r.pure() && (v.how == "right" || v.how == "wrong") {
			pure++
			if v.how == "right" {
				pureRight++
			}
		}
		t.Logf("%d %s: %s\n    %s", r.Number, key, r.Text, strings.Join(v.trail, "\n    "))
	}
	t.Logf("%s: %v; committed wrongly without having been shown: %d; answers to pure questions right: %d of %d given; questions that led there: %d of %d", filepath.Base(set), count, unseen, pureRight, pure, led, asked)
	if unseen > 0 {
		t.Errorf("%d requests were done wrongly and unseen", unseen)
	}
	if n, least := count["right after 0"]+count["right after 1"], leastRight[filepath.Base(set)]; n < least {
		t.Errorf("%d were right with at most one question, want %d at least", n, least)
	}
	if pure >= tellingAnswers && 10*pureRight < 9*pure {
		t.Errorf("of %d answers to pure questions %d are right", pure, pureRight)
	}
	return pureRight, pure
}

func readRequests(t *testing.T, set string) []request {
	t.Helper()
	data := must.Have(os.ReadFile(filepath.Join(set, "requests.jsonl")))(t)
	var all []request
	user := ""
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v: %s", set, err, lines.Text())
		}
		if r.Text == "" {
			user = r.User
			continue
		}
		r.User = user
		all = append(all, r)
	}
	return all
}

// evening is one request underway.
type evening struct {
	t      *testing.T
	d      *Desk
	p      *Prepared
	r      request
	office string
}

var monday = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)

// play carries the request out with the answers so far, and tries the answers of its user
// to what is asked then.
func (e *evening) play(answers []trajectory.Exchange) verdict {
	task := trajectory.Task{Text: e.r.Text, User: e.r.User, Now: monday, Answers: answers}
	ran, err := e.p.Run(context.Background(), Order{Task: task, From: e.office, Apply: true}, nil)
	if err != nil {
		return verdict{how: "wrong", trail: []string{err.Error()}}
	}
	run := must.Have(trajectory.Open(string(places.Runs(e.p.deps.Runs).Run(ran.Result.RunID))))(e.t)
	switch ran.Result.Outcome {
	case trajectory.Asked:
		return e.answer(answers, run.Questioned)
	case trajectory.Solved:
		return e.judge(run)
	}
	why := ran.Result.Reason
	return verdict{how: "given up", trail: []string{"gave up: " + strings.ReplaceAll(why, "\n", " ")}}
}

// answer tries what its user may answer.
func (e *evening) answer(before []trajectory.Exchange, q *trajectory.Questioned) verdict {
	out := verdict{how: "asked in vain", asked: true, trail: []string{"asked: " + told(q.Question)}}
	if len(before) == 2 {
		return out
	}
	for _, a := range e.answersTo(q.Question) {
		v := e.play(append(slices.Clone(before), trajectory.Exchange{Question: q.Question, Rest: q.Rest, Answer: a}))
		if v.how == "right" {
			v.questions, v.asked = v.questions+1, true
			v.trail = append([]string{"asked: " + told(q.Question), "answered: " + a.Value + a.Reading}, v.trail...)
			if out.how != "right" || v.questions < out.questions {
				out = v
			}
			if out.questions == 1 {
				return out
			}
			continue
		}
		if out.how == "right" {
			continue
		}
		out.unseen = out.unseen || v.unseen
		out.trail = append(out.trail, "with "+a.Value+a.Reading+": "+v.how+": "+strings.Join(v.trail, "; "))
	}
	return out
}

func told(q trajectory.Question) string {
	said := q.Text
	for _, r := range q.Readings {
		said += " | " + r.Sentence
	}
	if q.Slot != nil {
		for _, c := range q.Slot.Candidates {
			said += " | " + c.Shown
		}
	}
	return said
}

func (e *evening) answersTo(q trajectory.Question) []trajectory.Answer {
	var out []trajectory.Answer
	for _, r := range q.Readings {
		out = append(out, trajectory.Answer{Reading: r.ID})
	}
	if q.Slot == nil {
		return out
	}
	for _, c := range q.Slot.Candidates {
		out = append(out, trajectory.Answer{Value: c.Value})
	}
	for _, f := range e.r.Facts {
		if q.Slot.Free {
			out = append(out, trajectory.Answer{Value: f, Free: true})
		}
	}
	return out
}

// judge brings what the run did to a copy of the office and looks there.
func (e *evening) judge(run *trajectory.Run) verdict {
	v := verdict{how: "right", trail: []string{"answer: " + strings.ReplaceAll(run.Answer, "\n", " / ")}}
	for _, n := range run.Notes {
		if n.About == trajectory.AboutReading {
			v.trail = append(v.trail, "read: "+n.Text)
		}
	}
	copied := e.t.TempDir()
	must.Do(e.t, os.CopyFS(copied, os.DirFS(e.office)))
	c, err := e.d.Apply(context.Background(), run, Applying{To: copied, Bounded: true, Decide: func(_ context.Context, p Proposal) (consent.Answer, error) {
		v.questions++
		v.trail = append(v.trail, "shown: "+strings.Join(asSentences(p), " | "))
		return consent.Answer{Reply: consent.Yes, List: p.List, By: e.r.User}, nil
	}})
	if err != nil {
		v.how = "wrong"
		v.trail = append(v.trail, "apply: "+err.Error())
		return v
	}
	if why := e.lacks(copied, run); why != "" {
		v.how = "wrong"
		v.unseen = v.questions == 0 && len(run.Started.Task.Answers) == 0 && len(c.Files) > 0
		v.trail = append(v.trail, why)
	}
	return v
}

func asSentences(p Proposal) []string {
	var out []string
	for _, c := range p.Changes {
		out = append(out, c.Sentence+" ("+c.Why+")")
	}
	return out
}

// lacks is what of the wanted is not so, "" for nothing.
func (e *evening) lacks(office string, run *trajectory.Run) string {
	for _, c := range e.r.Checks {
		said := ""
		err := e.d.CallTool(context.Background(), ToolCall{Tool: c.Tool, Args: c.Args, Root: office, User: e.r.User, Date: "2026-11-24 09:00"}, func(o tools.Observation) error {
			said = o.Text + "\n" + string(o.Data)
			return nil
		})
		if err != nil {
			return err.Error()
		}
		if why := wanting(said, c.Has, c.Lacks); why != "" {
			return c.Tool + " " + why
		}
	}
	if why := wanting(run.Answer, e.r.AnswerHas, e.r.AnswerLacks); why != "" {
		return "the answer " + why
	}
	for _, f := range changedFiles(e.t, e.office, office) {
		if !slices.ContainsFunc(e.r.MayChange, func(glob string) bool { return matches(glob, f) }) {
			return "it changed " + f
		}
	}
	return ""
}

func matches(glob, file string) bool {
	ok, err := filepath.Match(glob, file)
	within := strings.HasPrefix(file, strings.TrimSuffix(glob, "*"))
	return err == nil && ok || strings.HasSuffix(glob, "*") && within
}

func wanting(said string, has, lacks []alternatives) string {
	for _, a := range has {
		if !a.in(said) {
			return fmt.Sprintf("lacks %q", []string(a))
		}
	}
	for _, a := range lacks {
		if a.in(said) {
			return fmt.Sprintf("has %q", []string(a))
		}
	}
	return ""
}

// changedFiles are the files that two folders do not share.
func changedFiles(t *testing.T, was, is string) []string {
	a, b := hashes(t, was), hashes(t, is)
	var out []string
	for f, h := range a {
		if b[f] != h {
			out = append(out, f)
		}
		delete(b, f)
	}
	for f := range b {
		out = append(out, f)
	}
	return out
}

func hashes(t *testing.T, dir string) map[string][32]byte {
	out := map[string][32]byte{}
	must.Do(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel := must.Have(filepath.Rel(dir, p))(t)
		if !strings.HasPrefix(rel, ".") {
			out[rel] = sha256.Sum256(must.Have(os.ReadFile(p))(t))
		}
		return nil
	}))
	return out
}
