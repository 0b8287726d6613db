package orchestrator_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/trajectory"
)

// asOneBrain is the testbed after the whole work was done by one brain.
func asOneBrain(t *testing.T) string {
	t.Helper()
	_, deps, order := inOffice(t, &scripted{name: "one", work: planned()})
	res, err := orchestrator.Run(t.Context(), deps, order)
	if err != nil || res.Outcome != trajectory.Solved || res.Suppressed > 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	return res.Testbed
}

// same reports every file in which two testbeds differ: an event or a mail that
// is missing, or there twice.
func same(t *testing.T, want, got string) {
	t.Helper()
	changes := must.Have(orchestrator.Diff(want, got))(t)
	for _, c := range changes {
		if c.Kind == "changed" && filepath.Ext(c.Path) == ".eml" {
			continue // whoever sent it spelled the recipients
		}
		a, _ := os.ReadFile(filepath.Join(want, c.Path))
		b, _ := os.ReadFile(filepath.Join(got, c.Path))
		t.Errorf("%s is %s:\n%.900s\nwant:\n%.900s", c.Path, c.Kind, b, a)
	}
}

// once checks that each mail was sent once, and each event made once: the tools
// themselves forgive an equal one.
func once(t *testing.T, b *officeBox) {
	t.Helper()
	made := map[string]int{}
	for _, a := range b.calls {
		if tool := strings.Replace(a.Tool, "__", ".", 1); tool == "email.send" || tool == "calendar.create_event" {
			made[fmt.Sprint(tool, " ", a.Args["subject"], a.Args["summary"])]++
		}
	}
	want := map[string]int{"email.send Review<nil>": 1, "email.send Lunch<nil>": 1, "calendar.create_event <nil>Review": 1, "calendar.create_event <nil>Lunch": 1}
	must.NoDiff(t, cmp.Diff(want, made), "made (-want +got):\n%s")
}

// TestHandOver stops the first brain at every step in turn, in every way, and
// has the second do the whole work again, in its own spelling: all is done, and
// nothing twice.
func TestHandOver(t *testing.T) {
	t.Parallel()
	want := asOneBrain(t)
	n := planned().actions()
	for _, way := range []string{inAct, atFailure, inNext, inAnswer} {
		stops := n
		switch way {
		case inNext:
			stops = len(planned()) + 1
		case inAnswer:
			stops = 1
		}
		for stop := range stops {
			t.Run(fmt.Sprintf("%s %d", way, stop), func(t *testing.T) {
				first := &scripted{name: "first", work: planned(), way: way, stop: stop}
				second := &scripted{name: "second", work: respelled()}
				l, deps, order := inOffice(t, orchestrator.Hybrid{First: first, Second: second})
				res, err := orchestrator.Run(t.Context(), deps, order)
				if err != nil || res.Outcome != trajectory.Solved || res.Answer != "Done by second" || res.Replans != 0 {
					t.Fatalf("%+v, %v", res, err)
				}
				same(t, want, res.Testbed)
				once(t, l.box)
				log := openLog(t, filepath.Join(deps.Runs, "run-1"))
				checkHandOver(t, log, second.brief.Done, res.Suppressed)
			})
		}
	}
}

// checkHandOver holds what a log says of a change of brains.
func checkHandOver(t *testing.T, log *trajectory.Run, done []agents.Round, suppressed int) {
	t.Helper()
	took := log.Position.Takeover
	if took == nil || !strings.HasPrefix(took.Why, "first gave up (it") || !strings.HasSuffix(took.Why, "second takes over") || took.Subtasks != len(done) || log.Position.Revision != 1 {
		t.Errorf("the log has %+v, revision %d", took, log.Position.Revision)
	}
	last := 0
	for i, s := range log.Subtasks {
		if s.Round <= last || !s.Done {
			t.Errorf("subtask %d is of round %d after %d, done %v", i+1, s.Round, last, s.Done)
		}
		last = s.Round
	}
	marked := 0
	for _, s := range log.Steps() {
		if s.Suppressed {
			marked++
			if s.Observation.Failed || !strings.HasPrefix(s.Observation.Text, "Already done in this run, before second took over: ") {
				t.Errorf("step %d observes %+v", s.Number, s.Observation)
			}
		}
	}
	if marked != suppressed {
		t.Errorf("%d steps are marked, %d were suppressed", marked, suppressed)
	}
}

// TestOneBrainRepeats: what one brain does twice, it means.
func TestOneBrainRepeats(t *testing.T) {
	twice := append(planned(), planned()...)
	for _, brain := range []agents.Brain{
		&scripted{name: "one", work: twice},
		orchestrator.Hybrid{First: &scripted{name: "first", work: twice}},
		orchestrator.Hybrid{First: &scripted{name: "first", way: inNext}, Second: &scripted{name: "second", work: twice}},
	} {
		l, deps, order := inOffice(t, brain)
		res, err := orchestrator.Run(t.Context(), deps, order)
		if err != nil || res.Outcome != trajectory.Solved || res.Suppressed != 0 || len(l.box.calls) != twice.actions() {
			t.Errorf("%+v, %v", res, err)
		}
	}
}

// TestBothGiveUp: the run ends with the reasons of both, wherever they stopped.
func TestBothGiveUp(t *testing.T) {
	for _, way := range []string{inAct, atFailure, inNext, inAnswer} {
		first := &scripted{name: "first", work: planned(), way: inAct, stop: 4}
		second := &scripted{name: "second", work: respelled(), way: way, stop: 1}
		_, deps, order := inOffice(t, orchestrator.Hybrid{First: first, Second: second})
		res, err := orchestrator.Run(t.Context(), deps, order)
		if err != nil || res.Outcome != trajectory.GaveUp || !strings.HasPrefix(res.Reason, "it failed: Gave up: it cannot go on; it ") && !strings.HasPrefix(res.Reason, "it cannot go on; it ") {
			t.Errorf("%s: %+v, %v", way, res, err)
		}
	}
}

// TestSecondBreaks: a second brain that cannot even be opened ends the run as its
// error, which says what is missing.
func TestSecondBreaks(t *testing.T) {
	gone := errors.New("the endpoint is gone")
	_, deps, order := inOffice(t, orchestrator.Hybrid{First: &scripted{name: "first", work: planned(), way: inAct, stop: 2}, Second: &fakeBrain{openErr: gone}})
	res, err := orchestrator.Run(t.Context(), deps, order)
	if !errors.Is(err, gone) || res.Outcome != trajectory.Errored || res.Steps != 2 {
		t.Errorf("%+v, %v", res, err)
	}
}
