package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"legomem/consent"
	"legomem/must"
	"legomem/places"
	"legomem/sweep"
	"legomem/tools/value"
	"legomem/trajectory"
)

// TestEverydayNearMisses: of requests that are done and brought home with no question, one
// word is dropped, or a word that says something is put in or in another's place. Whatever
// is then done with no question has the new word in it: none is ignored.
func TestEverydayNearMisses(t *testing.T) {
	sweep.Slow(t)
	sets := must.Have(filepath.Glob("testdata/everyday/*/requests.jsonl"))(t)
	telling := tellingWords(t, sets)
	for _, file := range sweep.Sample(t, sets, 1, 1) {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			set := filepath.Dir(file)
			d := newTestDesk(t, nil)
			p := must.Have(d.prepare(t.Context(), d.config, sandboxes{many: true}, nil))(t)
			defer p.Close()
			count := map[string]int{}
			for _, r := range readRequests(t, set) {
				e := &evening{t: t, d: d, p: p, r: r, office: filepath.Join(set, "office")}
				if before := e.alone(); before != nil && len(before.changed) > 0 {
					e.nearMisses(telling, before, count)
				}
			}
			t.Logf("%v", count)
			if count["swapped"]+count["added"] == 0 {
				t.Error("no request is done with no question")
			}
		})
	}
}

// tellingWords are words of requests that one alone of all has, and so say something.
func tellingWords(t *testing.T, sets []string) []string {
	in := map[string]int{}
	for _, file := range sets {
		for _, r := range readRequests(t, filepath.Dir(file)) {
			for _, w := range slices.Compact(slices.Sorted(slices.Values(plainWords(r.Text)))) {
				in[w]++
			}
		}
	}
	var out []string
	for w, n := range in {
		if n == 1 {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// plainWords are a text's words of five letters and more, and of letters only.
func plainWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(strings.ToLower(text)), func(w string) bool {
		return len(w) < 5 || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
	})
}

// done is what was done and brought home with no question.
type done struct {
	changed map[string][32]byte // the files that are not as they were
	actions string              // as JSON
}

// alone is what the request comes to where nobody is asked; nil where it is not done so.
func (e *evening) alone() *done {
	task := trajectory.Task{Text: e.r.Text, User: e.r.User, Now: monday}
	ran, err := e.p.Run(context.Background(), Order{Task: task, From: e.office, Apply: true}, nil)
	if err != nil {
		e.t.Fatalf("%q: %v", e.r.Text, err)
	}
	if ran.Result.Outcome != trajectory.Solved {
		return nil
	}
	run := must.Have(trajectory.Open(string(places.Runs(e.p.deps.Runs).Run(ran.Result.RunID))))(e.t)
	copied := e.t.TempDir()
	must.Do(e.t, os.CopyFS(copied, os.DirFS(e.office)))
	asked := false
	_, err = e.d.Apply(context.Background(), run, Applying{To: copied, Bounded: true, Decide: func(_ context.Context, p Proposal) (consent.Answer, error) {
		asked = true
		return consent.Answer{Reply: consent.No, List: p.List, By: e.r.User}, nil
	}})
	if err != nil {
		e.t.Fatalf("%q: %v", e.r.Text, err)
	}
	if asked {
		return nil
	}
	out := &done{changed: map[string][32]byte{}}
	now := hashes(e.t, copied)
	for _, f := range changedFiles(e.t, e.office, copied) {
		out.changed[f] = now[f]
	}
	for _, s := range run.Subtasks {
		for _, st := range s.Steps {
			out.actions += string(must.Have(json.Marshal(st.Action.Args))(e.t))
		}
	}
	return out
}

// nearMisses tries what is almost the request.
func (e *evening) nearMisses(telling []string, before *done, count map[string]int) {
	random := rand.New(rand.NewPCG(uint64(e.r.Number), 1))
	words := strings.Fields(e.r.Text)
	for i := range words {
		word := telling[random.IntN(len(telling))]
		for strings.Contains(strings.ToLower(e.r.Text), word) {
			word = telling[random.IntN(len(telling))]
		}
		for what, near := range map[string][]string{
			"dropped": slices.Delete(slices.Clone(words), i, i+1),
			"swapped": slices.Replace(slices.Clone(words), i, i+1, word),
			"added":   slices.Insert(slices.Clone(words), i, word),
		} {
			if what == "swapped" && misspelled(words[i], word) {
				continue // it is the same word, misspelled
			}
			one := *e
			one.r.Text = strings.Join(near, " ")
			after := one.alone()
			count[what]++
			if after == nil || len(after.changed) == 0 {
				continue
			}
			count[fmt.Sprintf("%s, and done unasked", what)]++
			if what != "dropped" && !strings.Contains(strings.ToLower(after.actions), word) {
				e.t.Errorf("%q is done unasked, without %q: %s", one.r.Text, word, after.actions)
			}
		}
	}
}

// misspelled says that one word may be the other, with a slip or with letters in another
// order.
func misspelled(a, b string) bool {
	if value.Near(strings.ToLower(a), b) {
		return true
	}
	x, y := []byte(strings.ToLower(a)), []byte(strings.ToLower(b))
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
