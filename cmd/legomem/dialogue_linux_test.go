package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"legomem/golden"
	"legomem/must"
	"legomem/sweep"
)

// spoken is a command of a dialogue, and what is typed at its questions, in their order.
// ctrlC stands for Ctrl-C.
type spoken struct {
	args  []string
	typed []string
	code  int
}

const ctrlC = "\x03"

// request is a request as it is made in the dialogues' office.
func request(text string, code int, typed ...string) spoken {
	return spoken{[]string{"run", text, "--apply"}, typed, code}
}

// dialogues are what a user meets at a terminal, each in a home and an office of its own.
var dialogues = map[string][]spoken{
	// What is certain is done, or answered, at once.
	"at-once": {request("what is in my calendar tomorrow?", exitDone), request("put stocktake on friday at 3pm", exitDone)},
	// New words are asked about once, with what they would change and why, and are known
	// after a yes.
	"new-words": {request("could you be so good as to strike the dentist off my calendar", exitDone, "y"),
		request("could you be so good as to strike the barber off my calendar", exitDone)},
	// After a no the same words are not read so again.
	"no": {request("put the dentist an hour back", exitDone, "n"), request("put the dentist an hour back", exitNotSolved)},
	// Several readings that are likely are offered, and what is none of them is no answer.
	"choice": {request("lunch with Priya on friday", exitInterrupted, "9", "perhaps", ctrlC)},
	// A value that is missing, and one that several things fit.
	"missing": {request("remind me to call Priya tomorrow", exitDone, "", "soon", "4 pm", "y")},
	"which":   {request("cancel the budget review", exitDone, "3 of them", "2")},
	// Questions that are left open, and answered later.
	"later": {request("cancel the budget review", exitInterrupted, ctrlC), {[]string{"answer", "last"}, []string{ctrlC}, exitInterrupted},
		{[]string{"answer", "last"}, []string{"none"}, exitNotSolved}},
	"later-changes": {request("could you be so good as to strike the dentist off my calendar", exitInterrupted, ctrlC),
		{[]string{"answer", "last"}, []string{"", "perhaps", "d", "y"}, exitDone}},
}

// TestDialogues runs the program itself at terminals of two widths, and compares all that
// stands on them with what testdata keeps. At one of them NO_COLOR is set.
func TestDialogues(t *testing.T) {
	sweep.OneGoroutine(t)
	for name, all := range dialogues {
		for _, columns := range []int{40, 80} {
			t.Run(fmt.Sprintf("%s at %d columns", name, columns), func(t *testing.T) {
				d := newDialogue(t)
				if columns == 40 {
					d.env = append(d.env, "NO_COLOR=1")
				}
				var shown strings.Builder
				for _, s := range all {
					shown.WriteString(d.at(columns, s))
				}
				checkHarmless(t, name, shown.String(), false)
				checkWidth(t, shown.String(), columns)
				golden.Check(t, fmt.Sprintf("dialogue/%s.%d.txt", name, columns), shown.String())
			})
		}
	}
}

// checkWidth: only a word that is longer than a line goes over its end.
func checkWidth(t *testing.T, shown string, columns int) {
	t.Helper()
	for line := range strings.SplitSeq(shown, "\n") {
		if textWidth(line) > columns && !strings.HasPrefix(line, "$ ") && len(strings.Fields(line)) > 1 {
			t.Errorf("more than %d columns: %q", columns, line)
		}
	}
}

// TestDialogueInDocs: the dialogue that the documentation shows is the one that was had.
func TestDialogueInDocs(t *testing.T) {
	had := string(must.Have(os.ReadFile("testdata/dialogue/new-words.80.txt"))(t))
	if docs := string(must.Have(os.ReadFile("../../docs/everyday.md"))(t)); !strings.Contains(docs, "```\n"+strings.TrimSpace(had)+"\n```\n") {
		t.Errorf("docs/everyday.md does not show\n%s", had)
	}
}

// TestDialoguesApart are those dialogues of people who are at no terminal: each question
// ends the run, with how to go on, and is answered by another command.
func TestDialoguesApart(t *testing.T) {
	sweep.OneGoroutine(t)
	for name, all := range map[string][]spoken{
		"new-words": {request("could you be so good as to strike the dentist off my calendar", exitAsked), {[]string{"answer", "last", "yes"}, nil, exitDone},
			request("could you be so good as to strike the barber off my calendar", exitDone)},
		"missing": {request("remind me to call Priya tomorrow", exitAsked), {[]string{"answer", "last", "noonish"}, nil, exitAsked}, {[]string{"answer", "last", "4 pm"}, nil, exitAsked}, {[]string{"answer", "last", "yes"}, nil, exitDone}},
		"which":   {request("cancel the budget review", exitAsked), {[]string{"answer", "last"}, nil, exitDone}, {[]string{"answer", "last", "2"}, nil, exitAsked}, {[]string{"answer", "last", "2"}, nil, exitDone}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDialogue(t)
			var shown strings.Builder
			for _, s := range all {
				shown.WriteString(d.apart(s))
			}
			checkHarmless(t, name, shown.String(), false)
			golden.Check(t, fmt.Sprintf("dialogue/%s.apart.txt", name), shown.String())
		})
	}
}

// dialogue is the program in a home and with an office of its own.
type spokenDialogue struct {
	t      *testing.T
	office string
	env    []string
}

// officeShown stands in what is kept for the office's folder, which has as many letters,
// so that lines are broken at the same places.
const officeShown = "/home/bob/office"

func newDialogue(t *testing.T) *spokenDialogue {
	t.Helper()
	home := usedHome(t)
	d := &spokenDialogue{t: t, office: folderOfLength(t, len(officeShown)), env: append(os.Environ(), "XDG_DATA_HOME="+home, "TZ=UTC")}
	b := newWorkplace(t, d.office)
	for _, e := range []struct{ summary, start, with string }{
		{"dentist", "2026-11-25 14:00", ""}, {"barber", "2026-11-27 17:00", ""}, {"budget review", "2026-11-25 10:00", "Priya"}, {"budget review", "2026-11-26 15:00", "Dana"},
	} {
		args := map[string]any{"user": "Bob", "summary": e.summary, "start": e.start, "duration_minutes": 45}
		if e.with != "" {
			args["attendees"] = []any{e.with}
		}
		b.do("calendar.create_event", args)
	}
	b.close()
	return d
}

// folderOfLength makes a folder whose path has so many letters.
func folderOfLength(t *testing.T, n int) string {
	t.Helper()
	const parent = "/tmp/"
	for {
		name := fmt.Sprintf("%s%0*d", parent, n-len(parent), rand.IntN(1_000_000_000))
		err := os.Mkdir(name, 0o700)
		if err == nil {
			t.Cleanup(func() { os.RemoveAll(name) })
			return name
		}
		if !errors.Is(err, os.ErrExist) {
			t.Fatal(err)
		}
	}
}

// command is a command of the dialogue, and the line that is kept of it.
func (d *spokenDialogue) command(s spoken) (cmd *exec.Cmd, line string) {
	args := s.args
	for _, a := range s.args {
		if strings.ContainsAny(a, " ?") {
			a = strconv.Quote(a)
		}
		line += " " + a
	}
	if args[0] == "run" {
		args = append(args[:len(args):len(args)], "--testbed", d.office, "--user", "Bob", "--date", "2026-11-24 09:00")
	}
	cmd = exec.Command("legomem", args...)
	cmd.Env = d.env
	return cmd, "$ legomem" + line + "\n"
}

// at has a command carried out at a terminal, and returns all that stands there then.
func (d *spokenDialogue) at(columns int, s spoken) string {
	d.t.Helper()
	person, program := terminal(d.t)
	must.Do(d.t, unix.IoctlSetWinsize(int(person.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 60, Col: uint16(columns)}))
	cmd, line := d.command(s)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // so that Ctrl-C reaches it
	must.Do(d.t, cmd.Start())
	must.Do(d.t, program.Close())
	shown, left := typing(person, s.typed)
	d.ended(cmd.Wait(), s)
	if left > 0 {
		d.t.Errorf("%s: %d answers were not asked for\n%s", line, left, shown)
	}
	return line + d.kept(strings.ReplaceAll(shown, "\r\n", "\n")) + "\n"
}

// apart has a command carried out without a terminal.
func (d *spokenDialogue) apart(s spoken) string {
	d.t.Helper()
	cmd, line := d.command(s)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	d.ended(cmd.Run(), s)
	return line + d.kept(out.String()) + "\n"
}

func (d *spokenDialogue) ended(err error, s spoken) {
	d.t.Helper()
	code := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else {
		must.Do(d.t, err)
	}
	if code != s.code {
		d.t.Errorf("%q ends with %d, not %d", s.args, code, s.code)
	}
}

// changing is what differs from run to run: their ids, the hashes of changes, durations.
var changing = regexp.MustCompile(`\d{8}-\d{9}-[0-9a-f]{6}|in \d+ ms`)

// kept is what is kept of a text: all but what differs from run to run.
func (d *spokenDialogue) kept(shown string) string {
	shown = strings.ReplaceAll(shown, d.office, officeShown)
	return changing.ReplaceAllStringFunc(shown, func(was string) string {
		if strings.HasPrefix(was, "in ") {
			return "in 100 ms"
		}
		return "20261124-090000000-a1b2c3"
	})
}

// typing types an answer behind each question, until the program has ended, and returns
// what was shown, and how many answers nobody asked for.
func typing(person io.ReadWriter, answers []string) (shown string, left int) {
	var all strings.Builder
	at, buf := 0, make([]byte, 4096)
	for {
		n, err := person.Read(buf)
		all.Write(buf[:n])
		if err != nil { // the program has closed its side
			return all.String(), len(answers)
		}
		now := all.String()[at:]
		asked := strings.Contains(now, "Your answer") || strings.Contains(now, "[n]o")
		if !asked || !strings.HasSuffix(now, ": ") {
			continue
		}
		at = all.Len()
		next := ctrlC // it is asked more than was foreseen
		if len(answers) > 0 {
			next, answers = answers[0], answers[1:]
		}
		if next != ctrlC {
			next += "\n"
		}
		_, _ = io.WriteString(person, next) // where it fails, the question stays open
	}
}
