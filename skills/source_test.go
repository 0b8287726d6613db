package skills

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/must"
	"legomem/tools/value"
)

var sample = Skill{ID: "sample", Does: "try", Slots: []Slot{{Name: "title", Kind: value.Phrase}, {Name: "people", Kind: value.Person, List: true}}}

func TestSources(t *testing.T) {
	for text, want := range map[string]string{
		``:                   `{"const":""}`,
		`as it is`:           `{"const":"as it is"}`,
		`{title}`:            `{"slot":"title"}`,
		`{title words}`:      `{"slot":"title","as":"words"}`,
		`{user}`:             `{"user":true}`,
		`{people}`:           `{"slot":"people"}`,
		`{1}`:                `{"said":1}`,
		`{1.a.0}`:            `{"from":{"step":1,"path":"/a/0"}}`,
		`{1.record.{title}}`: `{"from":{"step":1,"path":"/record/{title}"}}`,
		`{1.n event/events}`: `{"from":{"step":1,"path":"/n"},"as":"event/events"}`,
		`with {people}`:      `{"text":[{"const":"with "},{"slot":"people","as":"list"}]}`,
		`[{title}|none]`:     `{"when":{"slot":"title","is":"given","not":"missing"},"then":{"slot":"title"},"else":{"const":"none"}}`,
		`[{1.a list}]`:       `{"when":{"of":{"step":1,"path":"/a"},"is":"given","not":"missing"},"then":{"from":{"step":1,"path":"/a"},"as":"list"},"else":{"const":""}}`,
	} {
		w := writer{skill: sample}
		got := must.Have(json.Marshal(must.Have(w.text(text))(t)))(t)
		must.NoDiff(t, cmp.Diff(want, string(got)), text+" (-want +got)\n%s")
	}
}

func TestSourcesRefuse(t *testing.T) {
	for _, text := range []string{"{nothing}", "{title", "[{title}", "{*}", "[nothing]", "[{1}]", "[{user}]"} {
		w := writer{skill: sample}
		if got, err := w.text(text); err == nil {
			t.Errorf("%s is %v", text, got)
		}
	}
}

// TestLoops: what is done for each element, and a line for each.
func TestLoops(t *testing.T) {
	s := sample
	s.Do = []Action{
		{Tool: "system.list_files"},
		{Each: "1.files", Do: []Action{{Tool: "system.delete", Args: map[string]any{"file_path": "{*}"}}}},
	}
	s.Answer = Answer{{Given: "1.files", Say: "Gone:", Each: "1.files", Line: "- {* name}"}, {Say: "Nothing."}}
	p := must.Have(s.Procedure(agents.DefaultTeam()))(t)
	d := newOffice(t)
	d.Data("system.delete", `{"file_path":["data","calendar"]}`)
	want := "Gone:\n- Keys.eml\n- Lunch.eml\n- Offer.eml\n- Roof.eml\n- Offer.eml"
	if got := carryOut(t, d, p, nil); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if n := d.Field("system.list_files", `{}`, "count"); n != 0.0 {
		t.Errorf("%v files are left", n)
	}
}

func TestProcedureRefuses(t *testing.T) {
	for why, s := range map[string]Skill{
		"a tool of nobody":       {Do: []Action{{Tool: "garden.dig"}}},
		"an unknown slot":        {Do: []Action{{Tool: "email.list", Args: map[string]any{"user": "{whose}"}}}},
		"a loop over no list":    {Do: []Action{{Each: "user", Do: []Action{{Tool: "email.list"}}}}},
		"an answer of a bad one": {Do: []Action{{Tool: "email.list"}}, Answer: Answer{{Say: "{whose}"}}},
	} {
		if _, err := s.Procedure(agents.DefaultTeam()); err == nil {
			t.Errorf("%s is accepted", why)
		}
	}
}
