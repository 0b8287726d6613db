package bench_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"legomem/must"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// What a child process is told by.
const (
	childDir   = "LEGOMEM_TEST_BENCH_DIR"
	childSuite = "LEGOMEM_TEST_BENCH_SUITE"
)

// TestMain lets the test's own program be a bench that can be killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := child(dir, os.Getenv(childSuite)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child runs the experiment, and waits at each step until it is told to go on.
func child(dir, suiteDir string) error {
	suite, err := officebench.Open(suiteDir)
	if err != nil {
		return err
	}
	var turn sync.Mutex
	in := bufio.NewReader(os.Stdin)
	lab := &fakeLab{suite: suite.Name, dir: dir, at: func(step string) {
		turn.Lock()
		defer turn.Unlock()
		fmt.Println(step)
		if _, err := in.ReadByte(); err != nil {
			select {} // the end of the test is near
		}
	}}
	lab.curates = func(c bench.Curating, _ *bench.Curated) error {
		usd := 0.5
		err := c.Log("curator", trial.Spend{Model: "big", Calls: 1, CostUSD: &usd})
		lab.step("asked")
		return err
	}
	f, err := bench.Open(filepath.Join(dir, "bench"), killed(suite), start)
	if err != nil {
		return err
	}
	defer f.Close()
	e := newEngine(f, suite, lab)
	e.NewID = func() string { return fmt.Sprintf("run%d", rand.Int64()) } // two children must not meet
	return e.Run(context.Background())
}

// killed is the experiment: 2 training runs and 32 evaluated.
func killed(suite *officebench.Suite) trial.Bench {
	b := experiment(suite, train, []string{"1-2/0", "1-1/1", "3-1/0", "3-1/1"})
	b.Seeds = 4
	return b
}

// TestKilled kills a bench twenty times, at moments drawn from a seed, and goes
// on each time. In the end every trial is recorded once, and nothing that had
// finished was run again.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	suite := newSuite(t, append([]string{"3-1/1"}, every...)...)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 20 {
		if ended := runChild(t, dir, suite.Dir, 1+random.IntN(14), random.IntN(2) == 0); ended {
			t.Fatalf("the bench was at its end at the %d. start: make it longer", n+1)
		}
	}
	if !runChild(t, dir, suite.Dir, 1<<30, false) {
		t.Fatal("the bench does not come to its end")
	}
	checkLedger(t, filepath.Join(dir, "ledger"))
	for ledger, want := range map[string]int{"collect/trials.jsonl": 2, "trials.jsonl": 32} {
		if n := lines(t, filepath.Join(dir, "bench", ledger)); n != want {
			t.Errorf("%s has %d records; wanted %d", ledger, n, want)
		}
	}
	seen := map[string]bool{}
	again := 0
	for _, r := range records(t, filepath.Join(dir, "bench")) {
		if seen[r.ID()] || r.Passed == nil || !*r.Passed {
			t.Errorf("%s: twice, or not passed", r.ID())
		}
		seen[r.ID()] = true
		again += r.Attempt - 1
	}
	if len(seen) != 32 || again == 0 {
		t.Errorf("%d trials have a record, %d attempts were killed", len(seen), again)
	}
	b, _, err := bench.Read(filepath.Join(dir, "bench"))
	must.Do(t, err)
	if calls := lines(t, filepath.Join(dir, "bench", "curate.jsonl")); calls == 0 || b.Curation.Spent["curator"].Calls != calls {
		t.Errorf("%d calls were made to make the bank; it says %+v", calls, b.Curation.Spent)
	}
}

// runChild starts a bench, lets it take some steps, and kills it: while it
// waits at a step, or just as it goes on. It says whether the bench came to its
// end instead.
func runChild(t *testing.T, dir, suite string, steps int, goingOn bool) bool {
	t.Helper()
	self := must.Have(os.Executable())(t)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childDir+"="+dir, childSuite+"="+suite)
	cmd.Stderr = os.Stderr
	in := must.Have(cmd.StdinPipe())(t)
	out := must.Have(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	ended := follow(bufio.NewReader(out), in, steps, goingOn)
	if !ended {
		must.Do(t, cmd.Process.Kill())
	}
	if err := cmd.Wait(); err != nil && ended {
		t.Fatalf("the bench failed: %v", err)
	}
	return ended
}

// follow reads steps and lets the bench go on, but for the last.
func follow(out *bufio.Reader, in io.Writer, steps int, goingOn bool) (ended bool) {
	for n := 1; ; n++ {
		if _, err := out.ReadString('\n'); err != nil {
			return true
		}
		if n == steps && !goingOn {
			return false
		}
		if _, err := in.Write([]byte{'\n'}); err != nil {
			return true
		}
		if n == steps {
			return false
		}
	}
}

// checkLedger holds the lab's own ledger: a trial that finished is never
// started again.
func checkLedger(t *testing.T, path string) {
	t.Helper()
	data := must.Have(os.ReadFile(path))(t)
	finished := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		what, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		if finished[id] {
			t.Errorf("%s: %s, though it had finished", id, what)
		}
		if what == "finish" {
			finished[id] = true
		}
	}
	if len(finished) < 20 { // one killed between its log and this ledger is in the log alone
		t.Errorf("the lab knows of %d trials that finished, of 34", len(finished))
	}
}
