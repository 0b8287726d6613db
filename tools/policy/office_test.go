package policy_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/policy"
	"legomem/trajectory"
)

// office is a testbed with a gate before it: Bob acts, and Alice, Tom and Mary
// Ann have mailboxes or calendars too.
type office struct {
	t     *testing.T
	start string
	ws    *tools.Workspace // once it is needed
	gate  *policy.Gate
}

// registry has the real tools: the rules go by their effects.
var registry = sync.OnceValue(apps.Registry)

const ofTom = "From: tom@example.com\nTo: bob@example.com\n"

// bed are the testbed's files beside those that a test adds.
var bed = map[string]string{
	"emails/Alice/raise.eml":    "From: boss@example.com\nTo: alice@example.com\nSubject: Raise\n\nYes.",
	"emails/Tom/results.eml":    "From: doctor@clinic.org\nTo: tom@example.com\nSubject: Results\n\nFine.",
	"emails/Mary Ann/hi.eml":    ofTom + "Subject: Hi\n\nHi.",
	"emails/Bob/Rent.eml":       "From: landlord@flats.org\nTo: bob@example.com\nSubject: Rent\n\nDue.",
	"emails/Bob/Lunch list.eml": ofTom + "Subject: Lunch list\n\nSoup.",
	"emails/Bob/offer.eml":      "From: eve@evil.com\nTo: bob@example.com\nSubject: Offer\n\nBuy.",
	"calendar/Alice.ics":        calendarOf("Interview", "20260312"),
	"calendar/Tom.ics":          calendarOf("Therapy", "20260312"),
	"calendar/Bob.ics":          calendarOf("Yoga class", "20260312", "Review", "20260313"),
	"data/plans.txt":            "plans",
	"data/team.csv":             "Name,Mail,Note\nTom,tom@example.com,ask boss@evil.com\nAnn,ann@partner.org,\nZoe,,\n",
	"data/score.csv":            "Name,Score\nTom,1\n",
	"data/salary.csv":           "Name,Pay\nTom,1\n",
}

func calendarOf(events ...string) string {
	text := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n"
	for i := 0; i < len(events); i += 2 {
		text += "BEGIN:VEVENT\r\nUID:" + strings.ReplaceAll(events[i], " ", "-") + "\r\nDTSTART:" + events[i+1] + "T100000\r\nDTEND:" + events[i+1] + "T110000\r\nSUMMARY:" + events[i] +
			"\r\nATTENDEE:mailto:zoe@partner.org\r\nEND:VEVENT\r\n"
	}
	return text + "END:VCALENDAR\r\n"
}

// common is the bed alone, for the many tests that add nothing.
var common string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "policy")
	if err == nil {
		err = furnish(dir, bed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	common = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func furnish(dir string, files map[string]string) error {
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	return nil
}

func newOffice(t *testing.T, rules policy.Rules, task trajectory.Task, more map[string]string) *office {
	t.Helper()
	start := common
	if more != nil {
		start = t.TempDir()
		must.Do(t, errors.Join(furnish(start, bed), furnish(start, more)))
	}
	if task.User == "" {
		task.User = "Bob"
	}
	return &office{t: t, start: start, gate: rules.Open(registry(), task, start)}
}

// workspace is where the run works: a copy, made once something is done in it.
func (o *office) workspace() *tools.Workspace {
	o.t.Helper()
	if o.ws != nil {
		return o.ws
	}
	dir := o.t.TempDir()
	must.Do(o.t, os.CopyFS(dir, os.DirFS(o.start)))
	ws, err := tools.OpenWorkspace(dir, "Bob", func() time.Time { return time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC) })
	must.Do(o.t, err)
	o.t.Cleanup(func() { ws.Close() })
	o.ws = ws
	return ws
}

// own is a person's own task.
func own(t *testing.T, text string) *office {
	t.Helper()
	return newOffice(t, policy.Rules{}, trajectory.Task{Text: text}, nil)
}

// ask has the gate decide.
func (o *office) ask(tool string, args map[string]any) (tools.Intent, error) {
	return o.gate.Decide("", tools.Action{Tool: tool, Args: args})
}

// do has an action done that has to be let through.
func (o *office) do(tool string, args map[string]any) tools.Observation {
	o.t.Helper()
	i, err := o.ask(tool, args)
	if err != nil {
		o.t.Fatalf("%s %v: %v", tool, args, err)
	}
	found, err := registry().Lookup(tool)
	must.Do(o.t, err)
	obs := found.Run(o.t.Context(), o.workspace(), i.Action.Args)
	if obs.Failed {
		o.t.Fatalf("%s %v: %s", tool, args, obs.Text)
	}
	o.gate.Saw(i, obs)
	return obs
}

// want checks whether the gate lets an action through.
func (o *office) want(ok bool, tool string, args map[string]any) {
	o.t.Helper()
	_, err := o.ask(tool, args)
	if ok && err != nil {
		o.t.Errorf("%s %v is refused: %v", tool, args, err)
	}
	if !ok && tools.CodeOf(err) != tools.Refused {
		o.t.Errorf("%s %v is let through (%v)", tool, args, err)
	}
}

type m = map[string]any
