package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"legomem/tools"
	"legomem/tools/office"
)

// TestCounters reads both versions of control groups.
func TestCounters(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  counters
	}{
		"version 2": {map[string]string{"memory.events": "low 0\nmax 7\noom 3\noom_kill 2\noom_group_kill 9\n", "pids.events": "max 4\n"}, counters{2, 4, true}},
		"version 1": {map[string]string{"memory/memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n", "pids/pids.events": "max 5\n"}, counters{1, 5, true}},
		"neither":   {nil, counters{}},
		"nonsense":  {map[string]string{"memory.events": "oom_kill many\n", "pids.events": "\n"}, counters{}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := new(counterFiles).countersIn(plant(t, c.files)); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func plant(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		check(t, os.MkdirAll(filepath.Dir(full), 0o700))
		check(t, os.WriteFile(full, []byte(text), 0o600))
	}
	return dir
}

// TestVerdict goes through what an action can end with, in a container and
// beside it.
func TestVerdictOfAnAction(t *testing.T) {
	known := map[string]string{"memory.events": "oom_kill 0\n", "pids.events": "max 0\n"}
	full := tools.Fail(tools.Failf(tools.DiskFull, "write a: no space left on device"))
	long := tools.Fail(tools.Failf(tools.DiskFull, "write a: file too large"))
	over := func(r office.Resource) *office.Excess { return &office.Excess{What: r, Detail: "it"} }
	for _, c := range []struct {
		name    string
		groups  map[string]string // after the action
		unknown bool              // the container shows no counters
		obs     tools.Observation
		over    *office.Excess
		docker  string
		local   string
	}{
		{name: "all is well", obs: tools.Observation{Text: "x"}},
		{name: "an action that failed", obs: tools.Fail(os.ErrNotExist)},
		{name: "a kill was counted", groups: map[string]string{"memory.events": "oom_kill 1\n"}, docker: LimitMemory},
		{name: "a fork that failed was counted", groups: map[string]string{"pids.events": "max 1\n"}, docker: LimitPids},
		{name: "too much printed", over: over(office.Printing), docker: LimitOutput, local: LimitOutput},
		{name: "a program's memory", over: over(office.Memory), docker: LimitMemory, local: LimitMemory},
		{name: "a program was killed", over: over(office.Killed)},
		{name: "so it was, without counters", over: over(office.Killed), unknown: true, docker: LimitMemory},
		{name: "no process", over: over(office.Processes), docker: LimitPids},
		{name: "a program filled the disk", over: over(office.DiskSpace), docker: LimitDisk},
		{name: "a program took all inodes", over: over(office.DiskFiles), docker: LimitFiles},
		{name: "a tool found the disk full", obs: full, docker: LimitDisk},
		{name: "a file too large", obs: long, docker: LimitDisk, local: LimitDisk},
	} {
		for _, where := range []string{"docker", "local"} {
			t.Run(c.name+", "+where, func(t *testing.T) {
				g, want := &gauge{limits: DefaultLimits(), folder: t.TempDir()}, c.local
				if where == "docker" {
					g, want = &gauge{limits: DefaultLimits(), groups: plant(t, c.groups)}, c.docker
					if !c.unknown {
						g.begun = new(counterFiles).countersIn(plant(t, known))
					}
				}
				w, _, done := g.watch(context.Background(), true)
				done()
				if c.over != nil {
					w.bounds.Note(c.over)
				}
				got := w.verdict(c.obs)
				if (got == nil) != (want == "") || got != nil && got.Limit != want {
					t.Errorf("got %v, want %q", got, want)
				}
			})
		}
	}
}

// TestOutside: a machine's full disk is said so, whatever the tool made of it.
func TestOutside(t *testing.T) {
	g := &gauge{limits: DefaultLimits(), folder: t.TempDir()}
	w, _, done := g.watch(context.Background(), true)
	done()
	failed := tools.Fail(tools.Failf(tools.Corrupt, "damaged"))
	if got := w.outside(failed); got.Code != tools.Corrupt {
		t.Errorf("without a full disk: %+v", got)
	}
	w.bounds.Note(&office.Excess{What: office.DiskSpace, Detail: "soffice left no space on the disk of /x"})
	if got := w.outside(failed); got.Code != tools.DiskFull || !strings.Contains(got.Text, "no space left") || !strings.Contains(got.Text, "/x") {
		t.Errorf("got %+v", got)
	}
	if got := w.outside(tools.Observation{Text: "done"}); got.Failed {
		t.Errorf("an action that was done: %+v", got)
	}
}

// TestWeigh measures a workspace.
func TestWeigh(t *testing.T) {
	l := Limits{Workspace: 100, Inodes: 5, Temp: 50}
	for name, c := range map[string]struct {
		files map[string]string
		link  bool
		want  string
	}{
		"within":             {map[string]string{"testbed/a/b": strings.Repeat("x", 100), "tmp/c": strings.Repeat("x", 50)}, false, ""},
		"too many bytes":     {map[string]string{"testbed/a/b": strings.Repeat("x", 51), "testbed/c": strings.Repeat("x", 50)}, false, LimitDisk},
		"too much temporary": {map[string]string{"tmp/c": strings.Repeat("x", 51)}, false, LimitDisk},
		"beside both":        {map[string]string{"testbed-2/c": strings.Repeat("x", 51)}, false, LimitDisk},
		"too many files":     {map[string]string{"testbed/a/1": "", "testbed/a/2": "", "testbed/a/3": "", "testbed/a/4": "", "testbed/a/5": ""}, false, LimitFiles},
		"links count":        {map[string]string{"testbed/a/1": "", "testbed/a/2": "", "testbed/a/3": "", "testbed/a/4": ""}, true, LimitFiles},
	} {
		t.Run(name, func(t *testing.T) {
			g := &gauge{limits: l, folder: plant(t, c.files)}
			if c.link {
				check(t, os.Symlink("nowhere", filepath.Join(g.folder, "testbed/a/link")))
			}
			got := g.weigh()
			if (got == nil) != (c.want == "") || got != nil && got.Limit != c.want {
				t.Errorf("got %v, want %q", got, c.want)
			}
		})
	}
	if got := (&gauge{limits: l, folder: filepath.Join(t.TempDir(), "a\x00b")}).weigh(); got == nil {
		t.Error("a folder that cannot be measured was let pass")
	}
}

// TestWatchEnds: an action that goes on over a limit is stopped in the middle.
func TestWatchEnds(t *testing.T) {
	g := &gauge{limits: Limits{Workspace: 1, Temp: 1, Inodes: 10}, folder: plant(t, map[string]string{"testbed/a": "xx"})}
	w, under, done := g.watch(t.Context(), true)
	<-under.Done() // nobody else ends it
	done()
	if got := w.verdict(tools.Observation{}); got == nil || got.Limit != LimitDisk {
		t.Errorf("got %v", got)
	}
}

func TestBreachSays(t *testing.T) {
	l := Limits{Memory: 1 << 30, Pids: 7, Workspace: 3 << 19, Inodes: 9, Output: 1 << 20, Action: 90e9}
	for limit, value := range map[string]string{LimitMemory: "1024", LimitPids: "7", LimitDisk: "1.5", LimitFiles: "9", LimitOutput: "1", LimitAction: "1m30s"} {
		said := l.breach(limit, "it %s", "grew\x1b[2J\u202e\n").Error()
		if !strings.Contains(said, limit+", which is "+value+",") || !strings.Contains(said, "it grew [2J") || !strings.Contains(said, "raise the limit") {
			t.Errorf("%s says %q", limit, said)
		}
	}
	if long := plain(strings.Repeat("ä", 1<<20)); len(long) > 2<<10 {
		t.Errorf("%d bytes of detail", len(long))
	}
}

func TestTail(t *testing.T) {
	var short, long tail
	for i := range 1000 {
		_, err := long.Write([]byte(strconv.Itoa(i) + "\n"))
		check(t, err)
	}
	if got := long.String(); !strings.HasPrefix(got, "0\n1\n") || !strings.HasSuffix(got, "\n999") || !strings.Contains(got, "...") || len(got) > 3<<10 {
		t.Errorf("got %q", got)
	}
	_, _ = short.Write([]byte(" fatal error: out of memory\n"))
	if got := short.String(); got != "fatal error: out of memory" {
		t.Errorf("got %q", got)
	}
}

// BenchmarkWeigh is what each local action that writes costs more.
func BenchmarkWeigh(b *testing.B) {
	for _, n := range []int{50, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			files := map[string]string{}
			for i := range n {
				files["testbed/data/"+strconv.Itoa(i%97)+"/"+strconv.Itoa(i)] = "x"
			}
			g := &gauge{limits: DefaultLimits(), folder: plant(b, files)}
			for b.Loop() {
				if over := g.weigh(); over != nil {
					b.Fatal(over)
				}
			}
		})
	}
}
