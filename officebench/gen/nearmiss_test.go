package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools/value"
	"legomem/trajectory"
)

// TestNearMisses: a practised request with one word dropped, added or swapped, or with
// one value changed, is done as it now stands or not at all. What is not done is safe; how
// often it is done is the figure. None is done otherwise.
func TestNearMisses(t *testing.T) {
	b, bank := testBench(t), starterBank(t)
	words := contentWords()
	ended, otherwise := tallies{}, 0
	for _, x := range sweep.Sample(t, suiteTasks(), 6, 12) {
		task := must.Have(b.suite.Task(x.id + "/0"))(t).Task
		m := chosenFor(t, bank, task)
		if m == nil {
			continue // said in a way that nobody taught
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(x.id))
		n := nearness{task: task, match: m, foreign: foreignTo(m.Procedure, words), Rand: rand.New(rand.NewPCG(1, h.Sum64()))}
		for _, miss := range n.all() {
			task.Text = miss.text
			now := chosenFor(t, bank, task)
			ended.count(miss.what, miss.end(t, now))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(ended)) {
		e := ended[what]
		otherwise += e[wrong]
		t.Logf("%-20s %5d: %4d done as it stands, %4d refused, %d done otherwise", what, e[right]+e[refused]+e[wrong], e[right], e[refused], e[wrong])
	}
	if otherwise > 0 {
		t.Errorf("%d are done otherwise", otherwise)
	}
	if e := ended["another value"]; float64(e[right]) < newValuesDone*float64(e[right]+e[refused]+e[wrong]) {
		t.Errorf("%d requests with another value are done, %d refused; want a share of %.2f", e[right], e[refused], newValuesDone)
	}
}

// newValuesDone is the least share of practised requests with another value that are done.
const newValuesDone = 0.94

// ending is how a near miss ended: done as it stands, refused, or done otherwise.
type ending int

const (
	right ending = iota
	refused
	wrong
)

type tallies map[string]*[3]int

func (all tallies) count(what string, e ending) {
	if all[what] == nil {
		all[what] = &[3]int{}
	}
	all[what][e]++
}

// chosenFor is the procedure that is played for a task, nil for none.
func chosenFor(t *testing.T, bank memory, task trajectory.Task) *reflex.Match {
	t.Helper()
	m, err := reflex.Brain{}.Choose(t.Context(), agents.Brief{Task: task, SearchTasks: bank.SearchTasks})
	var no *agents.GiveUp
	if err != nil && !errors.As(err, &no) {
		t.Fatal(err)
	}
	return m
}

// contentWords are words of the suite's requests, in lower case.
func contentWords() []string {
	out := map[string]bool{}
	for _, x := range append(suiteTasks(), drawnTasks(3, 3)...) {
		for _, w := range value.Tokens(x.text) {
			if plain(w.Text) {
				out[w.Lower] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(out))
}

// plain says that a word has only small letters, and enough of them to say something.
func plain(w string) bool {
	const least = 5
	return len(w) >= least && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == ""
}

// foreignTo are those of the words that no wording of a procedure has, in any form.
func foreignTo(p *reflex.Procedure, words []string) []string {
	own := map[string]bool{}
	for _, pattern := range p.Patterns {
		for _, w := range value.Tokens(pattern.Template) {
			own[value.Stem(w.Lower)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return own[value.Stem(w)] })
}

// nearness makes near misses of a request that is done.
type nearness struct {
	task    trajectory.Task
	match   *reflex.Match
	foreign []string
	*rand.Rand
}

// nearMiss is a changed request. Of what is done for it, the slot is to have another
// value than before, or with "" no slot may.
type nearMiss struct {
	what, text string
	before     *reflex.Match
	slot, want string
	never      bool // it is not to be done at all
}

func (n nearness) all() []nearMiss {
	var out []nearMiss
	for _, w := range value.Tokens(n.task.Text) {
		if !plain(strings.ToLower(w.Text)) {
			continue
		}
		before, behind := n.task.Text[:w.Start], n.task.Text[w.End:]
		other := n.foreign[n.IntN(len(n.foreign))]
		out = append(out,
			n.miss("a word dropped", before, "", strings.TrimPrefix(behind, " ")),
			n.miss("a word added", before, other+" "+w.Text, behind),
			n.miss("a word swapped", before, other, behind))
	}
	for _, b := range n.match.Bindings {
		out = append(out, n.values(b)...)
	}
	return out
}

// miss is a request in which one word is changed. Where the word is of a value, that
// value is to be as it stands.
func (n nearness) miss(what, before, now, behind string) nearMiss {
	m := nearMiss{what: what, text: before + now + behind, before: n.match}
	for _, b := range n.match.Bindings {
		if at := strings.Index(n.task.Text, b.Spelled); at >= 0 && at <= len(before) && len(before) < at+len(b.Spelled) {
			m.slot = b.Slot
		}
	}
	m.never = m.slot == "" && what != "a word dropped"
	return m
}

// another is a value of each kind that no request has.
var another = map[value.Kind]string{
	value.Person: "Zacharias", value.Date: "11/28/2029", value.Time: "18:35", value.Cell: "H17", value.Number: "77313", value.Phrase: "Zeppelin",
}

// values are requests with another value, and with two in its place.
func (n nearness) values(b reflex.Binding) []nearMiss {
	other := another[b.Kind]
	if b.Kind == value.File {
		other = "zeppelin" + path.Ext(b.Canon)
	}
	if other == "" || strings.Count(n.task.Text, b.Spelled) != 1 {
		return nil
	}
	canon := other
	if parsed, err := value.Parse(b.Kind, other, value.Reference{Now: n.task.Now}); err == nil {
		canon = parsed
	}
	say := func(what, now string) nearMiss {
		return nearMiss{what: what, text: strings.Replace(n.task.Text, b.Spelled, now, 1), before: n.match}
	}
	one := say("another value", other)
	one.slot, one.want = b.Slot, canon
	both, either := say("a value and another", b.Spelled+" and "+other), say("a value or another", b.Spelled+" or "+other)
	both.never, either.never = true, true
	if b.Kind == value.Phrase {
		return []nearMiss{one} // "black and white" is a title
	}
	return []nearMiss{one, both, either}
}

// end is how the near miss ended.
func (m nearMiss) end(t *testing.T, now *reflex.Match) ending {
	t.Helper()
	if now == nil {
		return refused
	}
	if why := m.otherwise(now); why != "" {
		tell := t.Logf
		if now.Exact {
			tell = t.Errorf
		}
		tell("%s: %s\n%s\ndone with %v", m.what, m.text, why, now.Bindings)
		return wrong
	}
	return right
}

// otherwise says in what the text is not done as it stands; "" where it is.
func (m nearMiss) otherwise(now *reflex.Match) string {
	had := map[string]string{}
	for _, b := range m.before.Bindings {
		had[b.Slot] = b.Canon
	}
	taken := false // the changed word is part of a value, beside which it may stand
	for _, b := range now.Bindings {
		changed := b.Canon != had[b.Slot]
		switch {
		case b.Slot == m.slot && m.want != "" && !strings.EqualFold(b.Canon, m.want):
			return fmt.Sprintf("%s is not %s", b.Slot, m.want)
		case changed && b.Slot != m.slot && !strings.Contains(m.text, b.Canon):
			return fmt.Sprintf("%s is not what the text has", b.Slot)
		}
		taken = taken || changed
	}
	if m.never && (!taken || strings.HasPrefix(m.what, "a value")) {
		return "nothing accounts for the word, or for one of two values"
	}
	return ""
}
