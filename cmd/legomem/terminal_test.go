package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"legomem/configs"
	"legomem/consent"
	"legomem/desk"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/membank/recall"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/sweep"
	"legomem/tools/facts"
	"legomem/tools/sandbox"
	"legomem/words"
)

// What an attacker may write where the program reads: evilLine where a line break
// is no part of it, evil with a line that pretends to be the program's own.
const (
	evilLine = "EVIL\x1b[2J\x1b]0;owned\x07\r\b\x7f\u0085\u009b31m\u202etxt\u2066\u200e\u061c\u200b\u2028\ufeff\U000e0041"
	evil     = evilLine + "\nFORGED: all is well\n"
	unseen   = "EVIL\u202e\u200b\u2066\U000e0041" // what is refused nowhere
	evilFile = evil + "\xff.txt"                  // a sandbox refuses it, and names it
)

// aRow is one command line, and what its output must be.
type aRow struct {
	args []string
	code int
	// unheard is why nothing of what the attacker wrote is told by this one.
	unheard string
	// page is set where all of the output is one text of somebody else's: it may begin
	// lines.
	page bool
	// exact is set where the output is data, to the byte, for another program.
	exact bool
	// once is set where --json would have to do it a second time.
	once bool
}

// TestEveryCommandOverHostileContent runs every command over files, mails, events, cells,
// tasks, replies, logs, memories, settings and names that an attacker has written, for
// people and as JSON. Nothing that a terminal obeys, that reorders a line or that nobody
// sees gets out, and no line of the attacker's looks like one of the program's.
func TestEveryCommandOverHostileContent(t *testing.T) {
	sweep.OneGoroutine(t)
	w := newHostileWorld(t)
	seen := map[string]bool{}
	for _, group := range w.rows() {
		seen[group.command] = true
		t.Run(group.command, func(t *testing.T) {
			for _, r := range group.rows {
				checkRow(t, group.command, r)
			}
		})
	}
	for _, command := range leaves(rootCommand()) {
		if !seen[command] {
			t.Errorf("%s has no row here: add one that has it print what an attacker wrote", command)
		}
		delete(seen, command)
	}
	for _, gone := range slices.Sorted(maps.Keys(seen)) {
		t.Errorf("there is no command %s, but it has a row", gone)
	}
}

func checkRow(t *testing.T, command string, r aRow) {
	t.Helper()
	for _, more := range [][]string{nil, {"--json"}} {
		if r.once && more != nil {
			continue
		}
		args := slices.Concat(r.args, more)
		var out, said bytes.Buffer
		code := Execute(t.Context(), args, strings.NewReader("y\n"), &out, &said)
		told := out.String() + said.String()
		name := fmt.Sprintf("legomem %+q", args)
		if code != r.code {
			t.Errorf("%s: exit code %d, not %d\n%s", name, code, r.code, told)
		}
		if r.unheard == "" && !strings.Contains(strings.ToUpper(told), "EVIL") {
			t.Errorf("%s tells nothing of what the attacker wrote\n%s", name, told)
		}
		if r.exact {
			out.Reset()
		}
		checkHarmless(t, name, out.String(), r.page)
		checkHarmless(t, name, said.String(), false)
		checkJSON(t, name, out.Bytes())
	}
}

// checkHarmless looks with rules of its own, which know no exception: the attacker's text
// holds nothing that one is made for.
func checkHarmless(t *testing.T, name, text string, page bool) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s prints what is no UTF-8: %+q", name, text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		for _, r := range line {
			if r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) {
				t.Errorf("%s prints %U: %+q", name, r, line)
				break
			}
		}
		if !page && strings.HasPrefix(line, "FORGED") {
			t.Errorf("%s prints the attacker's line like its own:\n%s", name, text)
		}
	}
}

// checkJSON: what begins like JSON is JSON, one value or one a line.
func checkJSON(t *testing.T, name string, out []byte) {
	t.Helper()
	if len(out) == 0 || out[0] != '{' && out[0] != '[' {
		return
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Errorf("%s prints broken JSON: %v\n%s", name, err, out)
			return
		}
	}
}

// rootCommand is the root command as Execute completes it.
func rootCommand() *cobra.Command {
	root := newRootCommand(&app{out: &bytes.Buffer{}, err: &bytes.Buffer{}, flags: map[string]any{}})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

// leaves are the commands that do something of their own, by their words after the
// program's name.
func leaves(cmd *cobra.Command) []string {
	var all []string
	if cmd.Runnable() || !cmd.HasSubCommands() {
		all = append(all, strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "legomem"), " "))
	}
	for _, c := range cmd.Commands() {
		all = append(all, leaves(c)...)
	}
	return all
}

// TestRowsNotice: a command that nobody wrote a row for is seen.
func TestRowsNotice(t *testing.T) {
	root := rootCommand()
	root.AddCommand(&cobra.Command{Use: "new", RunE: func(*cobra.Command, []string) error { return nil }})
	if all := leaves(root); !slices.Contains(all, "new") || !slices.Contains(all, "runs show") || !slices.Contains(all, "completion bash") {
		t.Errorf("%q", all)
	}
}

// hostileWorld is what the attacker has written to.
type hostileWorld struct {
	t                              *testing.T
	dir                            string
	office, home, suite            string
	demo, memories, model, failing string // files
	learned, memory                string // a bank, and the id of the memory in it
	strangers                      string // a bank
	run                            string // the id of a run that is copied
}

func newHostileWorld(t *testing.T) *hostileWorld {
	t.Helper()
	w := &hostileWorld{t: t, dir: t.TempDir()}
	w.home = usedHome(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	w.office = w.path("office " + evil)
	w.furnish(w.office)
	w.demo = w.demoIn(w.office)
	w.memories = w.write("evil.jsonl", hostileMemories())
	w.model = w.config(llmtest.Options{Answer: hostileModel})
	w.failing = w.config(llmtest.Options{Answer: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Status: 400, Text: evil, Code: evil}
	}})
	w.makeSuite()
	w.learn()
	w.grant()
	return w
}

// grant is what was agreed to for always, where the attacker chose every word.
func (w *hostileWorld) grant() {
	w.t.Helper()
	dir := must.Have(configs.DataDir(os.LookupEnv))(w.t)
	book := must.Have(consent.OpenBook(places.Data(dir), membank.FirstTenant, time.Now))(w.t)
	must.Do(w.t, book.Grant(w.t.Context(), consent.Grant{ID: "g-" + evil, Tenant: membank.FirstTenant, User: evil, Procedure: evil, Version: evil, Sentence: evil, Run: evil,
		Effects: []consent.Effect{{Class: evil, Targets: []consent.Literal{{Role: evil, Value: evil, From: consent.FromTask}}, Marks: []facts.Mark{{Kind: evil, Detail: evil}}}}}))
}

// learn plays the demonstration and learns it, and takes over what a stranger learned.
func (w *hostileWorld) learn() {
	w.learned = w.path("learned.db")
	runs := w.path("learning")
	executeTo(w.t, exitDone, "demo", "play", w.demo, "--out", runs)
	executeTo(w.t, exitDone, "curate", "last", "--accept", "--out", runs, "--bank", w.learned)
	var all []struct{ ID string }
	must.Do(w.t, json.Unmarshal([]byte(execute(w.t, "memory", "list", "--json", "--bank", w.learned)), &all))
	w.memory = all[0].ID
	w.strangers = w.path("strangers.db")
	executeTo(w.t, exitDone, "memory", "import", w.memories, "--bank", w.strangers)
}

func (w *hostileWorld) path(name string) string { return filepath.Join(w.dir, name) }

func (w *hostileWorld) write(name, text string) string {
	w.t.Helper()
	file := w.path(name)
	must.Do(w.t, os.MkdirAll(filepath.Dir(file), 0o700))
	must.Do(w.t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// config names an endpoint.
func (w *hostileWorld) config(o llmtest.Options) string {
	e := llmtest.New(w.t, o)
	return w.write(fmt.Sprintf("model-%p.yaml", e), "model: {base_url: "+e.URL()+", retries: 0}\n")
}

// asJSON is JSON that holds the attacker's characters as escapes.
func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return words.EscapeJSON(string(data))
}

// asYAML is YAML on one line, which holds them so, too.
func asYAML(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return words.EscapeYAML(string(data)) // JSON is YAML
}

// furnish makes an office: files, mails, events and cells.
func (w *hostileWorld) furnish(dir string) {
	b := newWorkplace(w.t, dir)
	defer b.close()
	b.text("data/EVIL.txt", evil)
	b.text("data/note.txt", evil)
	b.book("data/plan.xlsx", "EVIL\u202e\u200b,Cost", "Oslo\u2066,100")
	subject := "=?utf-8?q?EVIL=1B[2J=07=C2=9B=E2=80=AE=E2=80=8B?="
	b.mail("Sam", "evil", "\"EVIL \u202e\" <eve@example.com>", "sam@example.com", subject, evil)
	b.text("calendar/Sam.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1@x\r\nDTSTAMP:20260301T090000Z\r\n"+
		"DTSTART:20260312T090000\r\nDTEND:20260312T100000\r\nSUMMARY:EVIL\x1b[2J\u202e\\nFORGED: all is well\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
}

// demoIn is the file of a demonstration that starts from a folder.
func (w *hostileWorld) demoIn(office string) string {
	return w.write("demo "+filepath.Base(office)[:3]+".yaml", asYAML(demonstration(office)))
}

// demonstration reads and writes what the attacker wrote.
func demonstration(office string) map[string]any {
	action := func(tool string, args map[string]any) map[string]any {
		return map[string]any{"tool": tool, "args": args, "thought": evil}
	}
	subtask := func(agent string, actions ...map[string]any) map[string]any {
		return map[string]any{"agent": agent, "description": evil, "summary": evil, "actions": actions}
	}
	return map[string]any{
		"task": "Tell Lee " + evil, "user": "Sam", "date": "2026-03-02 09:00", "testbed": office, "answer": evil,
		"subtasks": []any{
			subtask("system_agent", action("system.list_files", map[string]any{})),
			subtask("calendar_agent", action("calendar.create_event", map[string]any{"user": "Lee", "summary": evil, "start": "2026-03-12 14:00:00", "end": "2026-03-12 15:30:00", "location": unseen + " elsewhere"})),
			subtask("email_agent", action("email.list", map[string]any{}), action("email.send", map[string]any{"to": []string{"Lee"}, "subject": "EVIL\u202e", "content": evil})),
		},
		"constants": []any{map[string]any{"value": evil, "reason": evil}, map[string]any{"value": unseen + " elsewhere", "reason": evil},
			map[string]any{"value": "2026-03-12 14:00:00", "reason": evil}, map[string]any{"value": "2026-03-12 15:30:00", "reason": evil}},
	}
}

// hostileMemories are memories of every kind, as a stranger may hand them over.
func hostileMemories() string {
	step := map[string]any{"think": evil, "action": evil, "observation": evil, "failed": true}
	subtask := map[string]any{"agent": "email_agent", "description": evil, "steps": []any{step}, "observations": evil}
	source := map[string]any{"run": evil, "suite": evil, "task": evil, "user": evil, "accepted": evil}
	unit := func(id, kind string, more map[string]any) string {
		u := map[string]any{"id": id, "kind": kind, "task": evil, "source": source, "created": "2026-03-02T09:00:00Z", "curator": evil}
		maps.Copy(u, more)
		return asJSON(u) + "\n"
	}
	return unit("m-evil", "task", map[string]any{"plan": evil, "subtasks": []any{subtask}, "answer": evil, "reflections": evil,
		"wordings": []any{map[string]any{"text": evil}}, "merged": []any{source}, "used": 3}) +
		unit("m-evil.1", "subtask", map[string]any{"parent": "m-evil", "subtask": subtask}) +
		unit("m-evil-kept", "task", map[string]any{"subtasks": []any{subtask}, "quarantine": evil}) +
		unit("t-evil", "trajectory", map[string]any{"subtasks": []any{subtask}}) +
		unit("r-evil", "routine", map[string]any{"routine": map[string]any{"name": "evil", "agent": "email_agent", "description": evil,
			"variables": []any{map[string]any{"name": "text", "description": evil}}, "steps": []any{step, step}}})
}

// hostileModel writes to the terminal wherever it may write at all.
func hostileModel(r llmtest.Request) llmtest.Reply {
	o := obedient{plan: []work{
		{"email_agent", []do{{"email.list", map[string]any{}}, {"email.read", map[string]any{"id": "evil"}}, {"email.read", map[string]any{"id": evil}}}},
		{"calendar_agent", []do{{"calendar.list_events", map[string]any{}}, {"calendar.create_event", map[string]any{"user": "Lee", "summary": evil, "start": "2026-03-12 14:00:00"}}}},
	}}
	reply := o.answer(r)
	if strings.HasPrefix(reply.Text, "Noted.") {
		reply.Text = evil
	}
	return reply
}

// makeSuite makes a suite of one task, whose name, text and files are the attacker's.
func (w *hostileWorld) makeSuite() {
	w.suite = w.path("suite " + evil)
	task := asJSON(map[string]any{"username": "Sam", "date": "2026-03-02", "weekday": "Monday", "time": "9:00 AM", "task": "Tell Lee " + evil,
		"evaluation": []any{map[string]any{"function": "evaluate_contain", "args": map[string]any{"doc_type": "txt", "file": "data/" + evil, "keywords": []string{evil}}}}})
	for _, id := range []string{"1-1", "1-2"} {
		w.write(filepath.Join("suite "+evil, "tasks", id, "subtasks", "0.json"), task)
		w.furnish(filepath.Join(w.suite, "tasks", id, "testbed"))
	}
}

// rowsOf are the rows of one command.
type rowsOf struct {
	command string
	rows    []aRow
}

// rows are all command lines, in their order: later ones live on what earlier ones left.
func (w *hostileWorld) rows() []rowsOf {
	return slices.Concat(w.rowsOfRuns(), w.rowsOfMemories(), w.rowsOfRecall(), w.rowsOfChats(), w.rowsOfSuites(), w.rowsBeside())
}

func (w *hostileWorld) rowsOfRuns() []rowsOf {
	task := []string{"Make a note called memo that says: " + evil, "--testbed", w.office, "--user", "Sam"}
	run := func(more ...string) []string {
		return slices.Concat([]string{"run"}, task, []string{"--bank", w.strangers}, more)
	}
	practised := w.write("practised.yaml", "reflex:\n  skills: false\n")
	known := []string{"run", "Send Lee an email with the subject " + unseen + " saying " + unseen, "--testbed", w.office, "--user", "Sam"}
	batch := func(cell string) []string {
		file := w.write(fmt.Sprintf("cells-%d.csv", len(cell)), "who,what\nLee,\""+cell+"\"\n")
		return []string{"run", "Send {who} an email with the subject {what} saying \"hello\"", "--batch", file}
	}
	broken, odd := w.path("broken"), w.path("odd")
	w.write(filepath.Join("odd", "data", evilFile), evil)
	forged := w.forged()
	guessed := demonstration(w.office)
	guessed["constants"] = guessed["constants"].([]any)[:1]
	unsound := w.write("unsound.yaml", asYAML(guessed))
	w.write(filepath.Join("broken", evilFile, "trajectory.jsonl"), evil)
	return []rowsOf{
		{"demo play", []aRow{
			{args: []string{"demo", "play", w.write(evil+".yaml", "nonsense: [\n")}, code: exitUsage},
			{args: []string{"demo", "play", w.demo}},
		}},
		{"curate", []aRow{{args: []string{"curate", "last", "--accept", "--bank", w.path("again.db")}, once: true}, {args: []string{"curate", evil}, code: exitUsage}}},
		{"runs list", []aRow{{args: []string{"runs", "list"}}, {args: []string{"runs", "list", "--out", broken}}}},
		{"runs show", []aRow{
			{args: []string{"runs", "show", "last"}},
			{args: []string{"runs", "show", "last", "--out", forged}},
			{args: []string{"runs", "show", evil}, code: exitUsage},
			{args: []string{"__complete", "runs", "show", "--out", broken, ""}, once: true},
		}},
		{"runs undo", []aRow{{args: []string{"runs", "undo", evil}, code: exitUsage}}},
		{"runs prune", []aRow{{args: []string{"runs", "prune", "--older-than", evil}, code: exitUsage}}},
		{"runs diff", []aRow{{args: []string{"runs", "diff", "last"}}, {args: []string{"runs", "diff", "last", "--out", forged}, code: exitUsage}}},
		{"answer", []aRow{
			{args: []string{"answer", evil}, code: exitUsage},
			{args: append(known, "--apply"), code: exitAsked},
			{args: []string{"answer", "last"}},
			{args: []string{"answer", "last", evil}, code: exitUsage},
			{args: []string{"answer", "last", "yes", "--user", evil}, code: exitUsage},
			{args: []string{"answer", "last", "yes", "--leave-out", evil}, code: exitUsage},
			{args: []string{"answer", "last", "no"}, once: true, unheard: "it names the folder"},
		}},
		{"runs apply", []aRow{
			{args: []string{"runs", "apply", "last", "--to", w.office, "--yes"}},
			{args: []string{"runs", "apply", "last", "--out", forged, "--to", w.path("to"), "--yes"}, code: exitUsage},
			{args: []string{"runs", "undo", "last", "--yes"}, once: true},
		}},
		{"runs resume", []aRow{
			{args: []string{"runs", "resume", "last"}, code: exitUsage, unheard: "it names the run, and that it has ended"},
			{args: []string{"runs", "resume", "last", "--config", w.model, "--out", w.killed("one")}, once: true},
			{args: []string{"runs", "resume", "last", "--config", w.model, "--out", w.killed("two"), "--json"}, once: true},
			{args: []string{"runs", "resume", "last", "--discard", "--out", w.killed("three " + evil)}, once: true, unheard: "it names the run"},
		}},
		{"run", []aRow{
			{args: run()}, {args: run("--explain")},
			{args: run("--config", practised), code: exitNotSolved, unheard: "it names words that it does not know"},
			{args: known}, {args: append(known, "--explain")},
			{args: run("--brain", "model", "--config", w.model)},
			{args: run("--brain", "model", "--config", w.model, "--log-level", "debug")},
			{args: run("--brain", "model", "--config", w.failing), code: exitMissing},
			{args: run("--date", evil), code: exitUsage},
			{args: []string{"demo", "play", w.demoIn(odd)}, code: exitUsage},
			{args: batch(evil), code: exitUsage, unheard: "it names the line and the column"},
			{args: append(batch(unseen), "--explain")}, {args: batch(unseen)},
		}},
		{"demo new", []aRow{{args: append([]string{"demo", "new"}, task...)}}},
		{"demo check", []aRow{{args: []string{"demo", "check", unsound}, code: exitNotSolved}}},
		{"runs", []aRow{{args: []string{"runs", evil}, code: exitUsage}}},
		{"demo", []aRow{{args: []string{"demo", evil}, code: exitUsage}}},
	}
}

// made is a copy of the folder of a run, in a folder for runs of its own.
func (w *hostileWorld) made(name string) (runs, dir string) {
	w.t.Helper()
	made := w.path("made")
	if w.run == "" {
		executeTo(w.t, exitDone, "run", "Tell Lee "+evil, "--testbed", w.office, "--user", "Sam", "--brain", "model", "--config", w.model, "--out", made)
		w.run = must.Have(desk.RunIDs(made))(w.t)[0]
	}
	runs = w.path(name)
	dir = filepath.Join(runs, w.run)
	must.Do(w.t, os.CopyFS(dir, os.DirFS(filepath.Join(made, w.run))))
	return runs, dir
}

// killed is a run whose log ends in the middle.
func (w *hostileWorld) killed(name string) (runs string) {
	runs, dir := w.made("killed " + name)
	log := places.Run(dir).Log()
	lines := bytes.SplitAfter(must.Have(os.ReadFile(log))(w.t), []byte("\n"))
	must.Do(w.t, os.WriteFile(log, bytes.Join(lines[:len(lines)/2], nil), 0o600))
	return runs
}

// forged is a run in which the attacker has written, too: names of tools, of agents and
// of files.
func (w *hostileWorld) forged() (runs string) {
	runs, dir := w.made("forged")
	log := places.Run(dir).Log()
	text := string(must.Have(os.ReadFile(log))(w.t))
	name := strings.Trim(asJSON(evil), `"`)
	for _, was := range []string{"email_agent", "email.list", "calendar/Lee.ics", `"answer":"`} {
		if !strings.Contains(text, was) {
			w.t.Fatalf("the log holds no %s", was)
		}
		text = strings.ReplaceAll(text, was, was+name)
	}
	testbed := places.Run(dir).Testbed()
	hash := func() string { return string(must.Have(orchestrator.FilesIn(testbed))(w.t).Artifact()) }
	was := hash()
	must.Do(w.t, os.WriteFile(filepath.Join(testbed, "data", evilFile), []byte(evil), 0o600))
	must.Do(w.t, os.WriteFile(log, []byte(strings.ReplaceAll(text, was, hash())), 0o600))
	return runs
}

func (w *hostileWorld) rowsOfMemories() []rowsOf {
	bank := w.path("bank.db")
	of := func(args ...string) []string {
		return slices.Concat([]string{"memory"}, args, []string{"--bank", bank})
	}
	stranger := w.write("stranger.jsonl", asJSON(map[string]any{"id": "m-x", evil: evil})+"\n")
	runs := w.path("runs " + evil)
	must.Do(w.t, os.MkdirAll(runs, 0o700))
	past, _ := w.made("past of trials")
	return []rowsOf{
		{"memory import", []aRow{
			{args: of("import", w.memories), unheard: "it counts"},
			{args: of("import", stranger), code: exitUsage},
		}},
		{"memory list", []aRow{
			{args: of("list")}, {args: of("list", "--kind", "all")}, {args: of("list", "--quarantined")},
			{args: of("list", "--agent", evil), code: exitUsage},
			{args: []string{"memory", "list", "--bank", w.learned}},
		}},
		{"memory show", []aRow{
			{args: of("show", "m-evil")}, {args: of("show", "m-evil.1")}, {args: of("show", "m-evil-kept")}, {args: of("show", "t-evil")}, {args: of("show", "r-evil")},
			{args: of("show", evil), code: exitUsage},
			{args: []string{"memory", "show", w.memory, "--bank", w.learned}}, {args: []string{"memory", "show", w.memory, "--yaml", "--bank", w.learned}},
		}},
		{"memory search", []aRow{{args: of("search", evil, "--kind", "all")}}},
		{"memory stats", []aRow{{args: of("stats", "--runs", runs)}}},
		{"memory trial", []aRow{
			{args: []string{"memory", "trial", "--dry-run", "--brain", "model", "--config", w.model, "--out", past}},
			{args: []string{"memory", "trial", "--runs", "1", "--yes", "--brain", "model", "--config", w.model, "--out", past}, once: true},
		}},
		{"memory export", []aRow{{args: of("export"), exact: true}}},
		{"memory verify", []aRow{{args: []string{"memory", "verify", "--bank", w.learned}}}},
		{"memory reembed", []aRow{{args: of("reembed"), unheard: "it counts"}}},
		{"memory trust", []aRow{{args: of("trust", evil), code: exitUsage}}},
		{"memory quarantine", []aRow{
			{args: of("quarantine", "m-evil", "--reason", evil), unheard: "it counts"},
			{args: of("quarantine", evil, "--reason", evil), code: exitUsage},
		}},
		{"memory edit", []aRow{{args: []string{"memory", "edit", w.memory, "--from", w.write("edit "+evil, "nonsense: [\n"), "--bank", w.learned}, code: exitUsage}}},
		{"memory forget", []aRow{{args: of("forget", "m-evil", "--dry-run")}, {args: of("forget", "m-evil-kept"), once: true}}},
		{"memory", []aRow{{args: of(evil), code: exitUsage}}},
	}
}

func (w *hostileWorld) rowsOfRecall() []rowsOf {
	bank := w.path("recall.db")
	of := func(args ...string) []string {
		return slices.Concat([]string{"recall"}, args, []string{"--bank", bank})
	}
	said := w.write("said.jsonl", asJSON(recall.Unit{ID: "u-evil", Intent: recall.Intent{Domain: evil, Name: evil, Description: evil}, Session: evil, At: time.Now(), Curator: evil,
		Pairs: []recall.Pair{{Slot: evil, Question: evil, Words: evil, Answer: evil}, {Slot: "room", Answer: evil}}})+"\n")
	data := w.write("dialogues "+evil+"/schema.json", "[{\"service_name\": \"x\", "+evil)
	return []rowsOf{
		{"recall import", []aRow{
			{args: of("import", said), unheard: "it counts"},
			{args: of("import", w.write("stranger said.jsonl", asJSON(map[string]any{"id": "u-x", evil: evil})+"\n")), code: exitUsage},
		}},
		{"recall list", []aRow{{args: of("list")}, {args: of("list", "--history")}}},
		{"recall show", []aRow{{args: of("show", "u-evil")}, {args: of("show", evil), code: exitUsage}}},
		{"recall set", []aRow{{args: of("set", "u-evil", evil, evil), once: true}, {args: of("set", "u-evil", "chair", evil), code: exitUsage}}},
		{"recall export", []aRow{{args: of("export"), exact: true}}},
		{"recall forget", []aRow{{args: of("forget", "u-evil", "--dry-run")}, {args: of("forget", "u-evil"), once: true}}},
		{"recall bench", []aRow{{args: []string{"recall", "bench", "--data", filepath.Dir(data)}, code: exitUsage}}},
		{"recall train", []aRow{{args: []string{"recall", "train", "--data", filepath.Dir(data), "--out", w.path("scorer.bin")}, code: exitUsage}}},
		{"recall", []aRow{{args: []string{"recall", evil}, code: exitUsage}}},
	}
}

func (w *hostileWorld) rowsOfSuites() []rowsOf {
	bench := []string{"bench", "--suite", w.suite, "--tasks", "1-1,1-2", "--bank", w.strangers, "--out", w.path("bench " + evil), "--name"}
	named := func(name string, more ...string) []string { return slices.Concat(bench, []string{name}, more) }
	report := func(name string) string { return filepath.Join(w.path("bench "+evil), name) }
	return []rowsOf{
		{"read", []aRow{{args: []string{"read", "move " + evil + " to 4"}}}},
		{"skills", []aRow{{args: []string{"skills", evil}, code: exitUsage}}},
		{"eval", []aRow{
			{args: []string{"eval", "--suite", w.suite, "--task", "1-1/0", "--testbed", w.office}, code: exitNotSolved},
			{args: []string{"eval", "--suite", w.suite, "--task", evil, "--testbed", w.office}, code: exitUsage},
		}},
		{"bench", []aRow{{args: named("one", "--dry-run"), unheard: "it counts"}, {args: named("one")}, {args: named(unseen)}, {args: named("three", "--variants", evil), code: exitUsage}}},
		{"bench report", []aRow{{args: []string{"bench", "report", report("one")}}}},
		{"bench diff", []aRow{{args: []string{"bench", "diff", report("one"), report(unseen)}}, {args: []string{"bench", "diff", evil, evil}, code: exitUsage}}},
	}
}

func (w *hostileWorld) rowsBeside() []rowsOf {
	call := func(tool, args string) aRow {
		return aRow{args: []string{"tool", "call", tool, "--root", w.office, "--user", "Sam", "--args", args}, page: true}
	}
	own := func(shell string) rowsOf {
		return rowsOf{"completion " + shell, []aRow{{args: []string{"completion", shell}, unheard: "it is the program's own script"}}}
	}
	config := w.write("config.yaml", "\"EVIL\\e[2J\\u202e\": 1\nsandbox: {kind: \"EVIL\\e[2J\\u202e\"}\n")
	return []rowsOf{
		{"tool call", []aRow{
			call("system.list_files", "{}"), call("email.list", "{}"), call("email.read", `{"id": "evil"}`), call("calendar.list_events", `{"user": "Sam"}`),
			call("excel.read", `{"file_path": "data/plan.xlsx"}`),
			{args: []string{"tool", "call", evil}, code: exitUsage}, {args: []string{"tool", "call", "email.list", "--args", evil}, code: exitUsage},
		}},
		{"tool list", []aRow{{args: []string{"tool", "list", evil}, code: exitUsage}, {args: []string{"tool", "list"}, unheard: "these are the program's own"}}},
		{"tool", []aRow{{args: []string{"tool", evil}, code: exitUsage}}},
		{"grants list", []aRow{{args: []string{"grants", "list"}}, {args: []string{"grants", "list", "--all"}}}},
		{"grants show", []aRow{{args: []string{"grants", "show", "g-"}}, {args: []string{"grants", "show", evil}, code: exitUsage}}},
		{"grants revoke", []aRow{{args: []string{"grants", "revoke", evil}, code: exitUsage}, {args: []string{"grants", "revoke", "g-"}, once: true}}},
		{"grants", []aRow{{args: []string{"grants", evil}, code: exitUsage}}},
		{"init", []aRow{
			{args: []string{"init", w.office, "--user", "Sam", "--config", w.path("init " + evil + ".yaml")}},
			{args: []string{"init", w.office, "--user", evil}, code: exitUsage},
			{args: []string{"init", w.suite, "--user", "Sam"}, code: exitUsage},
			{args: []string{"init", w.office, "--user", "Sam", "--config", config}, code: exitUsage},
		}},
		{"doctor", []aRow{
			{args: []string{"doctor", "--config", config}, code: exitUsage},
			{args: []string{"doctor", "--bank", w.path("doctor " + evil + ".db")}, once: true},
		}},
		{"help", []aRow{{args: []string{"help", evil}, unheard: "it is the program's own text"}}},
		own("bash"), own("zsh"), own("fish"), own("powershell"),
		// It speaks a protocol with the program that started it, and to nobody else.
		{sandbox.Verb, nil},
	}
}
