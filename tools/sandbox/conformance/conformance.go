// Package conformance holds what every sandbox must do, as one test that each
// launcher runs. It tests no launcher's own hardening.
//
// Start with Test. The test binary must call Main first, so that it can be
// its own resident, good or bad.
package conformance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// Launcher is a launcher under test: it can also report what it left behind.
type Launcher interface {
	sandbox.Launcher
	Leftovers(ctx context.Context) ([]sandbox.Leftover, error)
	Reap(ctx context.Context) ([]sandbox.Leftover, error)
}

// Launch makes a launcher whose resident is this test binary, called with the
// given first argument, which Main understands, and the tools of Registry.
type Launch func(t testing.TB, mode string) Launcher

// Test runs the suite. Launchers made by one Launch must share what Leftovers
// lists.
func Test(t *testing.T, launch Launch) {
	run := func(t *testing.T, c testCase) {
		t.Run(c.name, func(t *testing.T) {
			c.test(t, launch)
			nothingLeft(t, launch)
		})
	}
	for _, c := range []testCase{
		{"an action over its time", testTimeout},
		{"cancelled in the middle of an action", testCancel},
		{"cancelled before anything", testCancelledFirst},
		{"the resident dies in the middle", testDeath},
		{"close twice, and call afterwards", testClose},
		{"several at once", testParallel},
		{"a program over its time", testTimedOut},
		{"a tool process that hangs", testStuck},
	} {
		run(t, c)
	}
	t.Run("apart", func(t *testing.T) {
		sweep.OneGoroutine(t)
		for _, c := range []testCase{
			{"files go in and come out", testFiles},
			{"an empty testbed", testEmpty},
			{"the run's user, clock and zone", testSetup},
			{"actions that fail", testFailures},
			{"big messages", testBig},
			{"what tools print is no frame", testPrint},
			{"residents that lie", testLiars},
			{"a resident that lists what must not be written", testThief},
			{"testbeds that are refused", testRefused},
			{"limits that are met", testBreaches},
			{"close to the limits", testUnder},
			{"programs that leave children", testOrphans},
			{"a resident that accuses itself", testAccused},
			{"nothing is inherited", testInherited},
			{"files with two names", testLinked},
			{"copying out to where something is", testOccupied},
		} {
			run(t, c)
		}
	})
}

type testCase struct {
	name string
	test func(*testing.T, Launch)
}

// Orphan checks what becomes of a sandbox whose owner is killed in the middle
// of an action. Own starts the owner, a process that opens one and calls
// test.stubborn with the given word, and returns how to kill it.
func Orphan(t *testing.T, launch Launch, own func(t *testing.T, word string) (kill func())) {
	word := marker(t)
	if _, err := launch(t, Good).Reap(t.Context()); err != nil {
		t.Error(err)
	}
	kill := own(t, word)
	// The word is in the owner's own arguments too.
	await(t, "the action's program", func() bool { return len(processes(t, word)) >= 2 })
	l := launch(t, Good)
	gone, err := l.Reap(t.Context())
	if err != nil || len(gone) > 0 {
		t.Errorf("reaped what a live process owns: %+v, %v", gone, err)
	}
	kill()
	await(t, "the end of the action's program", func() bool { return len(processes(t, word)) == 0 })
	if _, err := l.Reap(t.Context()); err != nil {
		t.Error(err)
	}
	nothingLeft(t, launch)
}

// await waits for what other processes do, half a minute at most.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 6000 {
		if done() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("no sign of %s", what)
}

// nothingLeft checks that no folder, container or process remains.
func nothingLeft(t *testing.T, launch Launch) {
	t.Helper()
	l := launch(t, Good)
	await(t, "the end of what was left behind", func() bool { // engines list for a moment what they removed
		left, err := l.Leftovers(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return len(Ours(left)) == 0
	})
	if pids := processes(t, marker(t)); len(pids) > 0 {
		t.Errorf("left running: %v", pids)
	}
}

// Ours are this process's leftovers and abandoned ones: others may be using the engine.
func Ours(all []sandbox.Leftover) []sandbox.Leftover {
	us := fmt.Sprintf("process %d on ", os.Getpid())
	return slices.DeleteFunc(all, func(l sandbox.Leftover) bool { return !l.Abandoned && !strings.HasPrefix(l.Owner, us) })
}

// marker is a word that only this test's processes have in their arguments.
func marker(t *testing.T) string {
	return "marker-" + strings.NewReplacer("/", "-", " ", "-", ",", "").Replace(t.Name())
}

// processes finds this machine's processes, those in containers too, with a
// word in their arguments.
func processes(t testing.TB, word string) []string {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range all {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), word) {
			found = append(found, file)
		}
	}
	return found
}

// spec is the spec of a run, at a time in a zone that is not the machine's.
func spec(t testing.TB, testbed string) sandbox.Spec {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Kathmandu")
	if err != nil {
		t.Fatal(err)
	}
	return sandbox.Spec{Run: "run-1", Testbed: testbed, User: "Dana", DayFirst: true, Domain: "acme.org",
		Now: time.Date(2026, 3, 12, 9, 30, 0, 0, zone)}
}

// open opens a sandbox on a testbed of these files; names that end in a slash
// are folders.
func open(t *testing.T, l Launcher, files map[string]string) sandbox.Sandbox {
	t.Helper()
	testbed := ""
	if files != nil {
		testbed = write(t, files)
	}
	sb, err := l.Open(t.Context(), spec(t, testbed))
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { _ = sb.Close() })
	return sb
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(full, 0o700))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(full), 0o700))
		must(t, os.WriteFile(full, []byte(text), 0o600))
	}
	return dir
}

// read is the reverse of write.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must(t, filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if inside, err := os.ReadDir(p); err != nil || len(inside) > 0 {
				return err
			}
			files[rel+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(p)
		files[rel] = string(text)
		return err
	}))
	return files
}

func call(t *testing.T, sb sandbox.Sandbox, tool string, args map[string]any) tools.Observation {
	t.Helper()
	obs, err := sb.Call(t.Context(), tools.Action{Tool: tool, Args: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return obs
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Engine connects to the engine that docker tests need, or skips the test.
func Engine(t testing.TB) sandbox.Engine {
	t.Helper()
	e, err := sandbox.ConnectEngine()
	if err != nil {
		t.Skip("no container engine: ", err)
	}
	t.Cleanup(func() { _ = e.Close() })
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if _, err := e.Info(ctx); err != nil {
		t.Skip("no container engine: ", err)
	}
	return e
}
