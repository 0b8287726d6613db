package desk

import (
	"encoding/json"
	"strings"
	"testing"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/tools/value"
)

// TestKeepSeenOfTheTrusted: work that is learned again keeps the wordings that were
// vouched for here, and none that a file brought.
func TestKeepSeenOfTheTrusted(t *testing.T) {
	learned := func(patterns ...reflex.Pattern) membank.Unit {
		p := reflex.Procedure{Version: reflex.Version, Slots: []reflex.Slot{{Name: "who", Kind: value.Person}}, Patterns: patterns}
		return must.Have(membank.Seal(membank.Unit{ID: "m-van", Kind: membank.FullTask, Task: "Book Lee", Curator: "rule/1",
			Subtasks: []membank.Subtask{{Agent: "calendar_agent"}}, Procedure: must.Have(json.Marshal(p))(t), Compiler: reflex.Version}))(t)
	}
	said := func(word string, seen bool) reflex.Pattern {
		return reflex.Pattern{Template: word + " {who}", Seen: seen}
	}
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "ann"))(t)
	var lines strings.Builder
	must.Do(t, membank.WriteUnits(&lines, []membank.Unit{learned(said("book", false), said("fancies", true))}))
	must.Have(bank.Import(t.Context(), strings.NewReader(lines.String()), membank.Importing{}))(t)
	c := &curating{bank: bank}
	for _, want := range []int{1, 2} { // before, and after, the user trusts it
		u := must.Have(c.keepSeen(t.Context(), learned(said("book", false))))(t)
		if p := must.Have(reflex.Decode(u.Procedure))(t); len(p.Patterns) != want {
			t.Errorf("%d wordings, want %d", len(p.Patterns), want)
		}
		must.Have(bank.Trust(t.Context(), []string{"m-van"}))(t)
	}
}
