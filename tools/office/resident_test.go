package office

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools/toolstest"
)

// TestMain makes this program one that has a resident, for a test that kills it.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == ownerVerb {
		own()
	}
	os.Exit(m.Run())
}

const ownerVerb = "resident-owner"

func own() {
	doc, err := NewDocument("", []string{"x"})
	r := NewResident()
	if err == nil {
		_, err = r.ToPDF(context.Background(), "a.docx", doc)
	}
	if err != nil || r.worker == nil {
		fmt.Fprintln(os.Stderr, "no resident:", err)
		os.Exit(1)
	}
	fmt.Println(r.worker.dir)
	select {}
}

// resident is a converter that must run, and is ended with the test.
func resident(tb testing.TB) *Resident {
	tb.Helper()
	toolstest.Need(tb, LibreOfficeWriter(), LibreOfficeCalc(), PythonUNO())
	r := NewResident()
	tb.Cleanup(func() {
		must.NoError(tb, r.Close())
	})
	return r
}

func letter(tb testing.TB, text string) []byte {
	tb.Helper()
	doc := must.Have(NewDocument("", []string{text}))(tb)
	return doc
}

// converts fails unless a letter becomes a pdf, and returns the worker that
// did it, or nil.
func converts(tb testing.TB, r *Resident) *worker {
	tb.Helper()
	pdf := must.Have(r.ToPDF(tb.Context(), "a.docx", letter(tb, "a letter")))(tb)
	if text := pdfText(tb, pdf); !strings.Contains(text, "a letter") {
		tb.Fatalf("the pdf says %q", text)
	}
	<-r.turn
	defer func() { r.turn <- struct{}{} }()
	return r.worker
}

// TestResidentStays: one LibreOffice does it all, and nothing of it is left.
func TestResidentStays(t *testing.T) {
	r := resident(t)
	first := converts(t, r)
	if first == nil {
		t.Fatal("no LibreOffice stayed")
	}
	if second := converts(t, r); second != first || first.served != 2 {
		t.Errorf("the second document had another LibreOffice, or the first served %d", first.served)
	}
	// Nobody can reach it: its sockets have no names any more.
	for _, name := range sockets(first.dir) {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	left := must.Have(os.ReadDir(first.dir))(t)
	for _, f := range left {
		if strings.Contains(f.Name(), ".docx") || strings.Contains(f.Name(), ".pdf") {
			t.Errorf("%s is left from a document", f.Name())
		}
	}
	must.Do(t, r.Close())
	first.gone(t)
	if after := converts(t, r); after != nil {
		t.Error("it was started again after its end")
	}
}

// gone waits for the end of a worker's processes, and fails where it left
// something else.
func (w *worker) gone(tb testing.TB) {
	tb.Helper()
	for len(processesIn(tb, w.dir)) > 0 {
		time.Sleep(time.Millisecond)
	}
	for _, name := range append(sockets(w.dir), w.dir) {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			tb.Errorf("%s is left: %v", name, err)
		}
	}
}

func TestHide(t *testing.T) {
	for _, tt := range []struct {
		name string
		mode os.FileMode
		says string
	}{
		{"private", 0o700, ""},
		{"of the group", 0o770, "open to other users"},
		{"of all", 0o777, "open to other users"},
		{"missing", 0, "not where it should be"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "OSL_PIPE_p")
			if tt.mode != 0 {
				l := must.Have(net.Listen("unix", name))(t)
				defer l.Close()
				must.Do(t, os.Chmod(name, tt.mode))
			}
			err := hide([]string{name, name + "not there"}, "p")
			if tt.says == "" && err != nil || tt.says != "" && (!errors.Is(err, errResident) || !strings.Contains(err.Error(), tt.says)) {
				t.Errorf("got %v", err)
			}
			if _, err := os.Lstat(name); tt.says == "" && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("its name is left: %v", err)
			}
		})
	}
}

// TestResidentKilled: whoever of it dies, that document is converted all the
// same, and the next one by a new LibreOffice.
func TestResidentKilled(t *testing.T) {
	sweep.Slow(t)
	for _, victim := range []string{"soffice.bin", "python3"} {
		t.Run(victim, func(t *testing.T) {
			r := resident(t)
			first := converts(t, r)
			first.signal(t, victim, syscall.SIGKILL)
			if w := converts(t, r); w != nil {
				t.Error("a dead one served")
			}
			first.gone(t)
			if w := converts(t, r); w == nil || w == first {
				t.Error("no new one serves")
			}
		})
	}
}

// signal goes to a worker's process of that name, which must be there.
func (w *worker) signal(tb testing.TB, name string, s syscall.Signal) {
	tb.Helper()
	for _, cwd := range processesIn(tb, w.dir) {
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(cwd), "cmdline"))
		if program, _, _ := strings.Cut(string(command), "\x00"); filepath.Base(program) != name {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(cwd)))
		if err == nil {
			err = syscall.Kill(pid, s)
		}
		must.Do(tb, err)
		return
	}
	tb.Fatalf("no process %s of the worker", name)
}

// TestResidentStopped: a LibreOffice that hangs ends with the action's time,
// with all its processes, and the next document has a new one.
func TestResidentStopped(t *testing.T) {
	r := resident(t)
	first := converts(t, r)
	first.signal(t, "soffice.bin", syscall.SIGSTOP)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for {
			if _, err := os.Stat(filepath.Join(first.dir, "in.docx")); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := r.ToPDF(ctx, "a.docx", letter(t, "x")); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "did not end in time") {
		t.Errorf("got %v", err)
	}
	first.gone(t)
	if w := converts(t, r); w == nil || w == first {
		t.Error("no new one serves")
	}
}

// TestResidentWaits: who waits for another's conversion gives up with its own
// time.
func TestResidentWaits(t *testing.T) {
	r := NewResident()
	<-r.turn
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.ToPDF(ctx, "a.txt", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	r.turn <- struct{}{}
}

// TestResidentRests: without work it ends.
func TestResidentRests(t *testing.T) {
	r := resident(t)
	first := converts(t, r)
	r.idle = time.Millisecond
	converts(t, r)
	first.gone(t)
}

// TestResidentRenewed: after many documents a new LibreOffice takes over.
func TestResidentRenewed(t *testing.T) {
	r := resident(t)
	first := converts(t, r)
	first.served = residentServes - 1
	if w := converts(t, r); w != nil {
		t.Error("it goes on")
	}
	first.gone(t)
	if w := converts(t, r); w == nil {
		t.Error("no new one serves")
	}
}

// TestResidentCannotRun: what cannot run is tried twice, and documents are
// converted without it.
func TestResidentCannotRun(t *testing.T) {
	sweep.Slow(t)
	toolstest.Need(t, LibreOfficeWriter())
	for _, tt := range []struct {
		name   string
		beside map[string]string // what else stands beside the script that is soffice
		says   string
	}{
		{"no python3-uno", map[string]string{"soffice.bin": "#!/bin/sh\n", "libswlo.so": ""}, "python3-uno"},
		{"ends at once", map[string]string{"soffice.bin": "#!/bin/sh\nexit 3\n", "libswlo.so": "", "libpyuno.so": ""}, "LibreOffice ended with 3"},
		{"restarts for ever", map[string]string{"soffice.bin": "#!/bin/sh\nexit 81\n", "libswlo.so": "", "libpyuno.so": ""}, "LibreOffice ended with 81"},
		{"never comes up", map[string]string{"soffice.bin": "#!/bin/sh\nexec sleep 1000\n", "libswlo.so": "", "libpyuno.so": ""}, ""},
		{"a script alone", nil, "stands alone"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			real := must.Have(exec.LookPath("soffice"))(t)
			dir := filepath.Join(t.TempDir(), "program")
			files := map[string]string{"soffice": fmt.Sprintf("#!/bin/sh\nexec %s \"$@\"\n", real)}
			maps.Copy(files, tt.beside)
			must.Do(t, os.Mkdir(dir, 0o700))
			for name, text := range files {
				must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
			}
			t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
			r := NewResident()
			if tt.says == "" {
				r.patience = time.Second
			}
			d := must.Have(readDraft("a.docx", letter(t, "x")))(t)
			for range residentFailures {
				if _, err := r.convert(t.Context(), d); !errors.Is(err, errResident) || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("got %v, want %q", err, tt.says)
				}
			}
			if r.failures != residentFailures {
				t.Errorf("%d failures", r.failures)
			}
			if len(tt.beside) == 0 && converts(t, r) != nil {
				t.Error("it runs")
			}
		})
	}
}

// TestResidentOwnerKilled: when the program that has it is killed, all of it
// dies, and none of its sockets is left.
func TestResidentOwnerKilled(t *testing.T) {
	toolstest.Need(t, LibreOfficeWriter(), PythonUNO())
	self := must.Have(os.Executable())(t)
	temp := t.TempDir()
	cmd := exec.Command(self, ownerVerb)
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	cmd.Stderr = os.Stderr
	out := must.Have(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	var dir string
	if _, err := fmt.Fscan(out, &dir); err != nil {
		t.Error(err)
	}
	if len(processesIn(t, dir)) < 2 {
		t.Errorf("processes in %s: %v", dir, processesIn(t, dir))
	}
	must.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // killed
	for len(processesIn(t, dir)) > 0 {
		time.Sleep(time.Millisecond)
	}
	for _, name := range sockets(dir) {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left", name)
		}
	}
}

// BenchmarkToPDF compares a LibreOffice for each document with one that stays.
func BenchmarkToPDF(b *testing.B) {
	toolstest.Need(b, LibreOfficeWriter(), LibreOfficeCalc(), PythonUNO())
	files := map[string][]byte{"a.docx": letter(b, "x"), "a.xlsx": workbook(b)}
	for _, name := range []string{"a.docx", "a.xlsx"} {
		b.Run(name+"/once", func(b *testing.B) {
			for b.Loop() {
				if _, err := ToPDF(b.Context(), name, files[name]); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/resident first", func(b *testing.B) {
			for b.Loop() {
				r := NewResident()
				_, err := r.ToPDF(b.Context(), name, files[name])
				must.Do(b, errors.Join(err, r.Close()))
			}
		})
		b.Run(name+"/resident", func(b *testing.B) {
			r := resident(b)
			if _, err := r.ToPDF(b.Context(), name, files[name]); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := r.ToPDF(b.Context(), name, files[name]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestRemoveSockets: whoever finds the folder of a LibreOffice that was killed
// while it started finds its sockets.
func TestRemoveSockets(t *testing.T) {
	toolstest.Need(t, LibreOfficeWriter())
	temp := t.TempDir()
	folder := filepath.Join(temp, "legomem-1")
	must.Do(t, writeProfile(folder))
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = LibreOfficeWriter().Run(ctx, Job{Dir: folder, Args: append(officeArgs(folder), "--accept=pipe,name="+pipeOf(folder)+";urp")}) // killed
	}()
	made := func() (names []string) {
		for _, name := range sockets(folder) {
			if _, err := os.Lstat(name); err == nil {
				names = append(names, name)
			}
		}
		return names
	}
	for len(made()) < 2 {
		select {
		case <-ended:
			t.Fatal("it ended by itself")
		case <-time.After(time.Millisecond):
		}
	}
	kill()
	<-ended
	if len(made()) != 2 {
		t.Errorf("left were %v", made())
	}
	RemoveSockets(temp)
	if len(made()) != 0 {
		t.Errorf("left are %v", made())
	}
}
