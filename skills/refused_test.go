package skills

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/trajectory"
)

// TestRefused: what cannot be done is refused with the way out, and changes nothing.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ skill, given, says, tool, args, path, left string }{
		{"calendar.add_free", "title=sketch; date=2026-11-24; people=Dana; length=8h", "Bob, Dana: no 480 minutes in common", events, `{"contains":"sketch"}`, "count", "0"},
		{"sheet.raise", "file=plan.xlsx; column=Name; by=5%", "the column Name has no numbers to change", read, `{"file_path":"plan.xlsx","range":"A2"}`, "value", "Ann"},
		{"pdf.read_page", "file=both.pdf; page=3", "it has 2 pages", "pdf.read", `{"file_path":"both.pdf"}`, "page_count", "2"},
		{"files.replace", "file=notes.txt; old=baker; new=tailor", `does not hold "baker"`, "system.read_text", `{"file_path":"notes.txt"}`, "text", "call the plumber\n"},
		{"contact.update", "person=Zoe; phone=1", `no contact in data/contacts.csv is called "Zoe"`, "contacts.list", `{}`, "count", "1"},
		{"contact.delete", "person=Zoe", `no contact in data/contacts.csv is called "Zoe"`, "contacts.list", `{}`, "count", "1"},
		{"list.count", "list=packing", "there is no list packing", "list.names", `{}`, "count", "1"},
	} {
		t.Run(tt.skill, func(t *testing.T) {
			s, p := ready(t, tt.skill)
			d := newOffice(t)
			planner, actor := (&reflex.Match{Procedure: p, Bindings: bind(t, d, s, tt.given)}).Play("Bob")
			st := agents.State{}
			var err error
			for err == nil && len(st.Rounds) < 3 {
				var next trajectory.Ledger
				if next, err = planner.Next(t.Context(), st); err == nil {
					st.Rounds = append(st.Rounds, delegate(t, d, actor, trajectory.Subtask{Agent: next.Speaker, Description: next.Instruction}))
				}
			}
			if no, ok := errors.AsType[*agents.GiveUp](err); !ok || !strings.Contains(no.Reason, tt.says) {
				t.Errorf("it ends in %v, want %q", err, tt.says)
			}
			if got := at(d.Data(tt.tool, tt.args), tt.path); fmt.Sprint(got) != tt.left {
				t.Errorf("%s is %v, want %s", tt.path, got, tt.left)
			}
		})
	}
}
