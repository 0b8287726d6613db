package skills

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/must"
	"legomem/tools/apps"
	"legomem/tools/office"
	"legomem/tools/toolstest"
	"legomem/trajectory"
)

// library is All, read once.
var library = sync.OnceValues(All)

// play is a skill with values for its slots ("title=lunch; people=Dana; people=Priya"), what
// it says, and what a tool finds in the office afterwards.
type play struct {
	skill, given, says string
	tool, args, path   string
	want               any
}

// TestPlays plays every skill through the real tools.
func TestPlays(t *testing.T) {
	played := map[string]bool{}
	for _, tt := range plays {
		played[tt.skill] = true
		t.Run(tt.skill+" "+tt.given, func(t *testing.T) {
			s, p := ready(t, tt.skill)
			d := newOffice(t)
			if got := carryOut(t, d, p, bind(t, d, s, tt.given)); got != tt.says {
				t.Errorf("it says %q, want %q", got, tt.says)
			}
			if tt.tool != "" {
				must.NoDiff(t, cmp.Diff(tt.want, at(d.Data(tt.tool, tt.args), tt.path)), tt.tool+" (-want +got)\n%s")
			}
		})
	}
	for _, s := range must.Have(library())(t).Skills {
		if !played[s.ID] {
			t.Errorf("nothing plays %s", s.ID)
		}
	}
}

// TestProcedures holds that every procedure made of a skill is a good one.
func TestProcedures(t *testing.T) {
	for _, s := range must.Have(library())(t).Skills {
		p := must.Have(s.Procedure(agents.DefaultTeam()))(t)
		for _, problem := range p.Validate(apps.Registry(), agents.DefaultTeam()) {
			t.Errorf("%s: %s", s.ID, problem)
		}
	}
}

// programs are the programs that tools need.
var programs = map[string]office.Program{
	"word.to_pdf": office.LibreOfficeWriter(), "excel.to_pdf": office.LibreOfficeCalc(), "ocr.recognise": office.Tesseract(),
}

// ready is a skill's procedure as a bank would keep it.
func ready(t *testing.T, id string) (Skill, *reflex.Procedure) {
	t.Helper()
	l := must.Have(library())(t)
	i := slices.IndexFunc(l.Skills, func(s Skill) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("there is no skill %s", id)
	}
	for _, a := range l.Skills[i].Do {
		if program, ok := programs[a.Tool]; ok {
			toolstest.Need(t, program)
		}
	}
	p := must.Have(l.Skills[i].Procedure(agents.DefaultTeam()))(t)
	data := must.Have(json.Marshal(p))(t)
	return l.Skills[i], must.Have(reflex.Decode(data))(t)
}

// bind gives the slots their values, and what a text need not give. The value of an event
// is its title, for which its id is looked up.
func bind(t *testing.T, d *toolstest.Desk, s Skill, given string) []reflex.Binding {
	t.Helper()
	var bound []reflex.Binding
	for one := range strings.SplitSeq(given, "; ") {
		name, value, _ := strings.Cut(one, "=")
		slot, ok := s.Slot(name)
		if !ok && given != "" {
			t.Fatalf("%s has no slot %s", s.ID, name)
		}
		if slot.Kind == reflex.Event {
			value, _ = at(d.Data("calendar.list_events", `{"contains":"`+value+`"}`), "events.0.id").(string)
		}
		if ok {
			bound = append(bound, reflex.Binding{Slot: name, Kind: slot.Kind, Canon: value, Spelled: value})
		}
	}
	return s.Complete(bound, "Bob", tuesday)
}

// at is what a tool's data has at a path, "events.0.id".
func at(data any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch in := data.(type) {
		case map[string]any:
			data = in[key]
		case []any:
			n, err := strconv.Atoi(key)
			if err != nil || n >= len(in) {
				return nil
			}
			data = in[n]
		}
	}
	return data
}

// carryOut plays a procedure, and returns what the user is told.
func carryOut(t *testing.T, d *toolstest.Desk, p *reflex.Procedure, bound []reflex.Binding) string {
	t.Helper()
	planner, actor := (&reflex.Match{Procedure: p, Bindings: bound}).Play("Bob")
	plan := must.Have(planner.Plan(t.Context()))(t)
	st := agents.State{Plan: plan}
	for {
		next := must.Have(planner.Next(t.Context(), st))(t)
		if next.Satisfied.Answer {
			return must.Have(planner.Answer(t.Context(), st))(t)
		}
		st.Rounds = append(st.Rounds, delegate(t, d, actor, trajectory.Subtask{Agent: next.Speaker, Description: next.Instruction}))
	}
}

// delegate has an agent act until it is done.
func delegate(t *testing.T, d *toolstest.Desk, actor agents.Actor, sub trajectory.Subtask) agents.Round {
	t.Helper()
	r := agents.Round{Subtask: sub}
	for {
		does := must.Have(actor.Act(t.Context(), sub, r.Steps))(t)
		if does.Action == nil {
			r.Summary, r.Failed = does.Summary, does.Failed
			return r
		}
		obs := d.Run(does.Action.Tool, does.Action.Args)
		r.Steps = append(r.Steps, trajectory.Step{Number: len(r.Steps) + 1, Action: *does.Action, Observation: &obs})
	}
}
