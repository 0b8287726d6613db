package reflex

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// agenda is a calendar with so many events of a title.
func agenda(title string, n int) map[string]any {
	events := []any{}
	for i := range n {
		events = append(events, map[string]any{"id": fmt.Sprintf("%s-%d", title, i+1), "summary": title})
	}
	return map[string]any{"user": "Alice", "events": events, "count": n}
}

// deletedOf is a run that lists so many events of a title, and deletes the first few.
func deletedOf(id, text, title string, listed, deleted int) *trajectory.Run {
	steps := []done{{"calendar.list_events", map[string]any{"contains": title}, agenda(title, listed)}}
	for i := range deleted {
		steps = append(steps, done{"calendar.delete_event", map[string]any{"id": fmt.Sprintf("%s-%d", title, i+1)}, nil})
	}
	run := practised(text, "Done.", steps)
	run.ID = id
	return run
}

func calendarOffice() *tools.Registry {
	type list struct {
		Contains string `json:"contains" kind:"phrase"`
	}
	type event struct {
		ID string `json:"id"`
	}
	return tools.NewRegistry([]tools.Tool{fake[list]("calendar.list_events"), fake[event]("calendar.delete_event")})
}

// deletions are the events that a procedure deletes where so many are listed.
func deletions(t *testing.T, p *Procedure, title string, listed int) []string {
	t.Helper()
	var out []string
	for _, call := range play(t, p, []Binding{{Slot: "contains", Kind: "phrase", Canon: title, Spelled: title}}, func(tools.Action) any { return agenda(title, listed) }) {
		var args struct{ ID string }
		if _, text, ok := strings.Cut(call, "calendar.delete_event"); ok {
			must.Do(t, json.Unmarshal([]byte(text), &args))
			out = append(out, args.ID)
		}
		if strings.Contains(call, "gave up") || strings.Contains(call, "failed") {
			out = append(out, "stopped")
		}
	}
	return out
}

// TestListOfOne: a run whose list had one element tells nothing of all, next or first. It
// is generalised with one of several that is asked for in the same words, and with no other.
func TestListOfOne(t *testing.T) {
	all := func(id, title string, n int) *trajectory.Run {
		return deletedOf(id, "Delete all future '"+title+"' events", title, n, n)
	}
	next := func(id, title string, n int) *trajectory.Run {
		return deletedOf(id, "Cancel the next '"+title+"'", title, n, 1)
	}
	const kept = "had one element"
	for _, tt := range []struct {
		name string
		runs []*trajectory.Run
		with int // of the others
		note string
		want []string // what is deleted of three
	}{
		{"all of one with the next of three", []*trajectory.Run{all("r1", "standup", 1), next("r2", "yoga", 3)}, 0, kept, []string{"stopped"}},
		{"the next of three with all of one", []*trajectory.Run{next("r2", "yoga", 3), all("r1", "standup", 1)}, 0, kept, []string{"x-1"}},
		{"the next of one with all of three", []*trajectory.Run{next("r1", "standup", 1), all("r2", "yoga", 3)}, 0, kept, []string{"stopped"}},
		{"all of one with all of three", []*trajectory.Run{all("r1", "standup", 1), all("r2", "yoga", 3)}, 1, "", []string{"x-1", "x-2", "x-3"}},
		{"the next of one with the next of three", []*trajectory.Run{next("r1", "standup", 1), next("r2", "yoga", 3)}, 1, "", []string{"x-1"}},
		{"two of one each", []*trajectory.Run{all("r1", "standup", 1), all("r2", "yoga", 1)}, 1, "calendar.list_events at /events", []string{"stopped"}},
		{"both of one each, then the next of three", []*trajectory.Run{all("r1", "standup", 1), next("r2", "yoga", 1), next("r3", "chess", 3)}, 1, kept, []string{"stopped"}},
		{"one alone", []*trajectory.Run{all("r1", "standup", 1)}, 0, "calendar.list_events at /events", []string{"stopped"}},
		{"three alone", []*trajectory.Run{all("r1", "standup", 3)}, 0, "", []string{"x-1", "x-2", "x-3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, notes, err := Compile(tt.runs[0], tt.runs[1:], calendarOffice())
			must.Do(t, err)
			if with := max(p.Examples-1, 0); with != tt.with {
				t.Errorf("generalised together with %d runs, want %d; notes %q", with, tt.with, notes)
			}
			if said := strings.Join(append(notes, p.Ones()...), "\n"); !strings.Contains(said, tt.note) {
				t.Errorf("notes %q, want one that says %q", notes, tt.note)
			}
			if got := deletions(t, p, "x", 1); !slices.Equal(got, []string{"x-1"}) {
				t.Errorf("of one are deleted %q", got)
			}
			got := deletions(t, p, "x", 3)
			must.NoDiff(t, cmp.Diff(tt.want, got), "deleted of three (-want +got):\n%s")
		})
	}
}
