package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/jsonlines"
	"legomem/places"
	"legomem/trajectory"
)

// await waits until a text stands so many times in the session's logs and
// journals: await TEXT 2.
func await(ts *testscript.TestScript, _ bool, args []string) {
	times, err := strconv.Atoi(args[1])
	ts.Check(err)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		if timesLogged(ts, args[0]) >= times {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%q never stood %d times in the logs", args[0], times)
		}
	}
}

// inLogs wants a text to stand so many times in the session's logs and journals:
// inLogs TEXT 2.
func inLogs(ts *testscript.TestScript, _ bool, args []string) {
	times, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := timesLogged(ts, args[0]); got != times {
		ts.Fatalf("%q stands %d times in the logs, not %d", args[0], got, times)
	}
}

func timesLogged(ts *testscript.TestScript, what string) int {
	text, err := regexp.Compile(what)
	ts.Check(err)
	n := 0
	_ = filepath.WalkDir(filepath.Join(ts.Getenv("XDG_DATA_HOME"), "legomem", "runs"), func(file string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".jsonl") {
			data, _ := os.ReadFile(file) // gone meanwhile: it counts for nothing
			n += len(text.FindAll(data, -1))
		}
		return nil
	})
	return n
}

// soundBatch goes on with the one batch of the session, and holds that no row was
// solved twice, and that each of so many is solved, or else has a run without an
// end that did something, of which the command tells: soundbatch 12 PROGRAM ARGS...
func soundBatch(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := codeOf(ts, ts.Exec(args[1], args[2:]...))
	runs := filepath.Join(ts.Getenv("XDG_DATA_HOME"), "legomem", "runs")
	journals, err := filepath.Glob(filepath.Join(string(places.Runs(runs).Batch("*")), "journal.jsonl"))
	ts.Check(err)
	if len(journals) != 1 {
		ts.Fatalf("there are %d batches", len(journals))
	}
	type event struct{ Event, Row, Run, Outcome string }
	events, err := jsonlines.ReadJournal[event](journals[0])
	ts.Check(err)
	solved, open := map[string]int{}, map[string]string{}
	for _, e := range events {
		switch e.Event {
		case "begun":
			open[e.Row] = e.Run
		case "ended":
			delete(open, e.Row)
			if e.Outcome == string(trajectory.Solved) {
				solved[e.Row]++
				_, err := os.Stat(filepath.Join(runs, e.Run, "testbed"))
				ts.Check(err)
			}
		}
	}
	for row, n := range solved {
		if n > 1 || open[row] != "" {
			ts.Fatalf("row %s was solved %d times, and begun again %q", row, n, open[row])
		}
	}
	for row, run := range open {
		log, err := trajectory.Open(filepath.Join(runs, run))
		ts.Check(err)
		if log.Result != nil || len(log.Steps()) == 0 {
			ts.Fatalf("row %s: run %s ended, and its row is not done", row, run)
		}
	}
	if told := map[bool]int{true: exitDone, false: exitNotSolved}[len(open) == 0]; code != told {
		ts.Fatalf("%d rows are broken off, and the exit code is %d", len(open), code)
	}
	if len(solved)+len(open) != want {
		ts.Fatalf("%d rows are solved and %d broken off, of %d", len(solved), len(open), want)
	}
}
