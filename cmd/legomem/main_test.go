package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/desk"
	"legomem/must"
	"legomem/tools/sandbox"
)

// TestMain lets the test's own program be legomem: for the scripts, and as the
// tool process of a legomem that runs inside a test.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == sandbox.Verb {
		main()
	}
	if len(os.Args) > 3 && os.Args[1] == killedVerb {
		n, err := strconv.Atoi(os.Args[2])
		if err != nil {
			panic(err)
		}
		os.Exit(killedAt(n, os.Args[3:]))
	}
	if len(os.Args) == 3 && os.Args[1] == crowdVerb {
		pause, err := time.ParseDuration(os.Args[2])
		if err == nil {
			err = serveCrowd(pause)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	testscript.Main(unconfigured{m}, map[string]func(){"legomem": main, askingProgram: runAsking})
}

// unconfigured are tests that do not read the configuration of whoever runs them.
type unconfigured struct{ tests *testing.M }

func (u unconfigured) Run() int {
	if err := os.Setenv("XDG_CONFIG_HOME", os.DevNull); err != nil {
		panic(err)
	}
	return u.tests.Run()
}

// TestScripts plays the sessions in testdata/script. Each has a data folder, a
// bank and a temporary folder of its own, and leaves neither a process nor a
// temporary file behind, whatever it did. The bank is filled already, but where a
// session removes it to show a first start.
func TestScripts(t *testing.T) {
	suite := must.Have(filepath.Abs("../../officebench/suite"))(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "data")
			e.Setenv("XDG_DATA_HOME", home)
			e.Setenv("TZ", "UTC")
			e.Setenv("SUITE", suite)
			e.Values[endpointKey] = &endpoints{t: t}
			e.Defer(func() { nothingLeft(t, e.WorkDir, e.Getenv("TMPDIR")) })
			return putBank(home)
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "mount":
				return canMount(t.TempDir()), nil
			case "engine":
				return engineAnswers(), nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit":        exitWith,
			"endpoint":    startEndpoint,
			"interrupt":   interrupt,
			"smalldisk":   smallDisk,
			"tear":        tear,
			"bigfile":     bigFile,
			"sameas":      sameAs,
			"lastrun":     lastRun,
			"memoryid":    memoryID,
			"trialruns":   trialRuns,
			"askedid":     askedID,
			"replace":     replaceText,
			"firstrun":    firstAndLast,
			"forget":      forget,
			"stale":       stale,
			"noworkspace": noWorkspace,
			"await":       await,
			"logged":      inLogs,
			"soundbatch":  soundBatch,
		},
	})
}

// exitWith runs a command line and wants its exit code: exit 2 legomem run.
func exitWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	ts.Logf("%s%s", ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	if got := codeOf(ts, err); got != want {
		ts.Fatalf("the exit code is %d, not %d", got, want)
	}
}

func codeOf(ts *testscript.TestScript, err error) int {
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		ts.Fatalf("%v", err)
	}
	if ended == nil {
		return 0
	}
	return ended.ExitCode()
}

// lastRun puts the folder of the last run into RUN, and its id into RUNNAME.
func lastRun(ts *testscript.TestScript, _ bool, _ []string) {
	runs := filepath.Join(ts.Getenv("XDG_DATA_HOME"), "legomem", "runs")
	all, err := desk.RunIDs(runs)
	ts.Check(err)
	if len(all) == 0 {
		ts.Fatalf("there is no run")
	}
	ts.Setenv("RUN", filepath.Join(runs, all[len(all)-1]))
	ts.Setenv("RUNNAME", all[len(all)-1])
}

// forget has the first memory of a search forgotten: forget FOUND.
func forget(ts *testscript.TestScript, _ bool, args []string) {
	var found []struct{ ID string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &found))
	if len(found) == 0 {
		ts.Fatalf("nothing was found")
	}
	ts.Check(ts.Exec("legomem", "memory", "forget", found[0].ID))
}

// tear cuts a file's last line in the middle, as a crash does.
func tear(ts *testscript.TestScript, _ bool, args []string) {
	file := ts.MkAbs(args[0])
	text := ts.ReadFile(file)
	ts.Check(os.WriteFile(file, []byte(text[:len(text)-10]), 0o600))
}

// bigFile writes a text of so many kilobytes: bigfile FILE 40.
func bigFile(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	file := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o700))
	ts.Check(os.WriteFile(file, []byte(strings.Repeat("a line of sixteen", size<<6)[:size<<10]), 0o600))
}

// sameAs compares two folders, file by file: sameas DIR DIR.
func sameAs(ts *testscript.TestScript, neg bool, args []string) {
	x, y := treeOf(ts, args[0]), treeOf(ts, args[1])
	if (x == y) == neg {
		ts.Fatalf("%s holds\n%s\n%s holds\n%s", args[0], x, args[1], y)
	}
}

func treeOf(ts *testscript.TestScript, dir string) string {
	var b strings.Builder
	root := ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		b.WriteString(strings.TrimPrefix(file, root) + ": " + strconv.Quote(string(data)) + "\n")
		return err
	}))
	return b.String()
}

// nothingLeft fails the test where a session left a process that works in its
// folder, or a temporary file. The empty folder of workspaces may stay.
func nothingLeft(t *testing.T, work, temp string) {
	t.Helper()
	for _, p := range processesIn(work) {
		t.Errorf("%s: a process is left: %s", filepath.Base(work), p)
	}
	for _, dir := range []string{temp, filepath.Join(temp, "legomem-"+strconv.Itoa(os.Getuid()))} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // never made
		}
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), "legomem-"+strconv.Itoa(os.Getuid())) {
				t.Errorf("%s: a temporary file is left: %s", filepath.Base(work), filepath.Join(dir, e.Name()))
			}
		}
	}
}

// processesIn lists the processes whose folder is under dir.
func processesIn(dir string) []string {
	var found []string
	links, _ := filepath.Glob("/proc/[0-9]*/cwd") // no /proc, no processes to see
	for _, link := range links {
		cwd, err := os.Readlink(link)
		if err != nil || !strings.HasPrefix(cwd, dir+string(filepath.Separator)) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(link), "cmdline")) // gone meanwhile: nothing to name
		found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
	}
	return found
}

// TestExecuteInProcess: a whole command runs inside a test, without a process.
func TestExecuteInProcess(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if said := execute(t, "runs", "list"); !strings.Contains(said, "No runs yet") {
		t.Errorf("it says %q", said)
	}
}
