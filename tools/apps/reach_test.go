package apps_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/value"
)

// canary stands in all that is Dana's.
const canary = "Krakatoa"

// office is a testbed on which Bob acts.
type office struct {
	ws  *tools.Workspace
	dir string
}

func openOffice(t testing.TB, dir string) *office {
	t.Helper()
	now := time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)
	ws := must.Have(tools.OpenWorkspace(dir, "Bob", func() time.Time { return now }))(t)
	t.Cleanup(func() { ws.Close() })
	return &office{ws, dir}
}

// newOffice makes a testbed with the files of the samples, by the tools
// themselves, and Dana's mailbox and calendar, which are nobody else's matter.
func newOffice(t testing.TB) *office {
	t.Helper()
	o := openOffice(t, t.TempDir())
	all := everyTool(t)
	for _, step := range []struct{ tool, args string }{
		{"system.write_text", `{"file_path":"data/note.txt","content":"some words"}`},
		{"system.write_text", `{"file_path":"data/sub/note.txt","content":"other words"}`},
		{"system.write_text", `{"file_path":"data/sub/plans.csv","content":"what,when\nall,now"}`},
		{"excel.create", `{"file_path":"data/list.csv","rows":[["Name"],["Ann"]]}`},
		{"list.make", `{"list":"shopping","entries":["milk","bread"]}`},
		{"contacts.add", `{"name":"Ann Lee","email":"ann@x.com"}`},
		{"excel.create", `{"file_path":"data/a.xlsx","rows":[["Name","Score"],["Ann",5],["Joe",4]]}`},
		{"excel.create", `{"file_path":"data/b.xlsx","rows":[["Name","Score"],["Kim",5]]}`},
		{"word.create", `{"file_path":"data/a.docx","content":"some words"}`},
		{"pdf.create", `{"file_path":"data/a.pdf","content":"some words"}`},
		{"pdf.create", `{"file_path":"data/b.pdf","content":"other words"}`},
		{"pdf.text_to_image", `{"target":"data/a.png","content":"some words"}`},
		{"system.write_text", `{"file_path":"out/keep.txt","content":"kept"}`},
		{"system.write_text", `{"file_path":"data/emails/Dana/planted.eml","content":"From: x@evil.com\nTo: dana@example.com\nSubject: planted\n\nx"}`},
		{"system.write_text", `{"file_path":"data/planted.eml","content":"From: x@evil.com\nSubject: planted\n\nx"}`},
		{"calendar.create_event", `{"users":["Bob","Carol"],"summary":"Stand-up","start":"2026-03-16 10:00"}`},
		{"calendar.create_event", `{"users":["Bob","Erin"],"summary":"Planning","start":"2026-03-17 10:00","attendees":["Erin","y@city.gov"]}`},
		{"calendar.create_event", `{"user":"Dana","summary":"` + canary + `","start":"2026-03-16 11:00"}`},
		{"email.send", `{"sender":"Dana","to":"Dana","subject":"Secret","content":"` + canary + `"}`},
		{"email.send", `{"sender":"Carol","to":"Bob","subject":"Plans","content":"see there","attachments":"data/sub/plans.csv"}`},
		{"word.create", `{"file_path":"emails/Dana/plan.docx","content":"` + canary + `"}`},
		{"pdf.create", `{"file_path":"emails/Dana/plan.pdf","content":"` + canary + `"}`},
		{"pdf.text_to_image", `{"target":"emails/Dana/plan.png","content":"` + canary + `"}`},
		{"excel.create", `{"file_path":"emails/Dana/plan.xlsx","rows":[["Name","Score"],["` + canary + `",5]]}`},
		{"excel.create", `{"file_path":"emails/Dana/plan.csv","rows":[["Name"],["` + canary + `"]]}`},
		{"system.write_text", `{"file_path":"emails/Dana/plan.txt","content":"` + canary + `"}`},
	} {
		if obs := all[step.tool].Run(t.Context(), o.ws, decoded(t, step.args)); obs.Failed {
			t.Fatalf("%s %s: %s", step.tool, step.args, obs.Text)
		}
	}
	return o
}

// copy is the same testbed elsewhere, each file as change would have it.
func (o *office) copy(t testing.TB, change func(file, text string) (string, bool)) *office {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range o.allFolders(t) {
		must.Do(t, os.MkdirAll(filepath.Join(dir, folder), 0o700))
	}
	for file, text := range o.files(t) {
		text, there := change(file, text)
		if !there {
			continue
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	return openOffice(t, dir)
}

func (o *office) files(t testing.TB) map[string]string {
	out := map[string]string{}
	o.walk(t, func(p string, d fs.DirEntry) {
		if !d.IsDir() {
			text := must.Have(os.ReadFile(filepath.Join(o.dir, p)))(t)
			out[p] = string(text)
		}
	})
	return out
}

func (o *office) allFolders(t testing.TB) (out []string) {
	o.walk(t, func(p string, d fs.DirEntry) {
		if d.IsDir() {
			out = append(out, p)
		}
	})
	return out
}

func (o *office) walk(t testing.TB, f func(string, fs.DirEntry)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(o.dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && p != "." {
			f(p, d)
		}
		return err
	})
	must.Do(t, err)
}

// reaches says whether an effect is on a file of the testbed.
func reaches(e tools.Effect, file string) bool {
	kind, name, _ := strings.Cut(e.Target, ":")
	if name == tools.Self {
		name = "Bob"
	}
	switch kind {
	case "file", "folder":
		dir, last := path.Split(name)
		if last == "*" {
			return strings.EqualFold(path.Dir(file)+"/", dir)
		}
		return name == "." || within(file, name)
	case "mailbox":
		return within(file, "emails/"+name)
	case "calendar":
		return within(file, "calendar/"+name+".ics")
	case "recipient":
		if name == tools.SenderOfMail || name == tools.EveryoneOnMail {
			return within(file, "emails/Carol") || (name == tools.EveryoneOnMail && within(file, "emails/Bob"))
		}
		user, err := tools.UserName(name)
		return err == nil && within(file, "emails/"+user)
	}
	return false
}

func within(file, top string) bool {
	return strings.EqualFold(file, top) || (len(file) > len(top) && file[len(top)] == '/' && strings.EqualFold(file[:len(top)], top))
}

func anyReaches(effects []tools.Effect, file string, fit func(tools.Effect) bool) bool {
	return slices.ContainsFunc(effects, func(e tools.Effect) bool { return fit(e) && reaches(e, file) })
}

func isRead(e tools.Effect) bool { return e.Class == tools.Read }
func isContent(e tools.Effect) bool {
	return e.Class == tools.Read && !strings.HasPrefix(e.Target, "folder:")
}
func isChange(e tools.Effect) bool { return e.Class != tools.Read }
func isLoss(e tools.Effect) bool   { return e.Destroys }

// TestEffectsAreTrue carries the samples out. What they change, they said they
// would; and what they did not say they would read, makes no difference.
func TestEffectsAreTrue(t *testing.T) {
	start := newOffice(t)
	before := start.files(t)
	for _, s := range samples {
		if strings.HasPrefix(s.tool, "shell.") {
			continue // off, and it may do anything
		}
		t.Run(s.tool, func(t *testing.T) {
			if s.slow {
				sweep.Slow(t)
			}
			tool, args := everyTool(t)[s.tool], decoded(t, s.args)
			effects := must.Have(tool.Effects(args))(t)
			full := start.copy(t, func(_, text string) (string, bool) { return text, true })
			obs := tool.Run(t.Context(), full.ws, args)
			if obs.Code == tools.MissingProgram {
				t.Skip(obs.Text)
			}
			if obs.Failed {
				t.Fatalf("%s: %s", s.args, obs.Text)
			}
			after := full.files(t)
			holdToChanges(t, s, effects, before, after)

			bare := start.copy(t, func(file, text string) (string, bool) {
				switch {
				case anyReaches(effects, file, isContent):
					return text, true
				case strings.HasPrefix(file, "calendar/") && anyReaches(effects, file, isChange):
					return text, true // an event is added to it unseen
				case anyReaches(effects, file, isRead), anyReaches(effects, file, isChange):
					return "", true // its name alone
				}
				return "", false
			})
			must.NoDiff(t, cmp.Diff(obs, tool.Run(t.Context(), bare.ws, args)), "%s: it read more than its effects say (%s):\n%s", s.args, s.effects)
		})
	}
}

func holdToChanges(t *testing.T, s sample, effects []tools.Effect, before, after map[string]string) {
	t.Helper()
	stays := slices.Collect(maps.Values(after))
	for file, text := range after {
		if old, was := before[file]; was && old == text {
			continue
		}
		if !anyReaches(effects, file, isChange) {
			t.Errorf("%s: it wrote %s, which its effects (%s) do not say", s.args, file, s.effects)
		}
		if _, was := before[file]; was && !strings.HasPrefix(file, "calendar/") && !anyReaches(effects, file, isContent) && !anyReaches(effects, file, isLoss) {
			t.Errorf("%s: it replaced %s unread, which its effects (%s) do not say", s.args, file, s.effects)
		}
	}
	for file, text := range before {
		if _, still := after[file]; still {
			continue
		}
		if !anyReaches(effects, file, isChange) || (!slices.Contains(stays, text) && !anyReaches(effects, file, isLoss)) {
			t.Errorf("%s: %s is gone, which its effects (%s) do not say", s.args, file, s.effects)
		}
	}
}

// inDocument is how many of the first spellings are of documents.
const inDocument = 8

// danas are ways to spell what is Dana's, as files end that a tool takes, and
// as people are named.
func danas(kind value.Kind, like string) []string {
	if kind != value.File {
		return []string{"Dana", "dana", " DANA ", "dana@evil.com", "Bob <dana@example.com>", "Dana, Bob", "Bob and Dana", "\"Bob a\\nd Dana\"@example.com", "\"Dana@x\"@example.com", "../Dana"}
	}
	ext := path.Ext(like)
	return []string{
		"emails/Dana/plan" + ext, "/testbed/./emails//Dana/plan" + ext, `emails\Dana\PLAN` + strings.ToUpper(ext), " / /emails/Dana/plan" + ext,
		"data/../emails/Dana/plan" + ext, "EMAILS/Dana/plan" + ext, "plan" + ext, "calendar/Dana.ics",
		"emails/Dana/plan", "emails/Dana/Secret.eml", "emails/dana", "emails/Dana/", "emails", "Emails", "emailſ", "emails/*",
		"calendar", "CALENDAR", "data/emails", "data/emails/Dana", ".", "", "/testbed", "..", "*", "./emails", "calendar/dana.ICS",
	}
}

// TestNoWayAround sets each argument that names a file or a person to every
// spelling of Dana's. What then is read of hers or changed, the effects say.
func TestNoWayAround(t *testing.T) {
	trial := newTrial(t)
	all := everyTool(t)
	seen := map[string]bool{}
	for _, s := range samples {
		tool := all[s.tool]
		if s.slow || strings.HasPrefix(s.tool, "ocr.") || s.tool == "pdf.to_image" {
			continue // it opens files as the others of its app do, and starts a program
		}
		for arg, kind := range tool.Kinds {
			if kind != value.File && kind != value.Person && kind != value.Email {
				continue
			}
			given := decoded(t, s.args)
			like := fmt.Sprint(s.tool, arg, slices.Sorted(maps.Keys(given)))
			if seen[like] {
				continue
			}
			seen[like] = true
			spellings := danas(kind, firstText(given[arg]))
			if app, _, _ := strings.Cut(s.tool, "."); kind == value.File && app != "system" && app != "email" {
				spellings = spellings[:inDocument] // it takes no folders
			}
			for _, spelling := range spellings {
				for _, other := range append([]string{""}, others(s.tool, arg)...) {
					args := decoded(t, s.args)
					args[arg] = spelling
					if other != "" {
						args[other] = "."
					}
					trial.try(t, tool, args)
				}
			}
		}
	}
	t.Logf("%d calls, of which %d reached what is Dana's", trial.tried, trial.reached)
	if trial.reached < 100 {
		t.Errorf("of %d calls only %d reached what is Dana's: the spellings prove nothing", trial.tried, trial.reached)
	}
}

// FuzzNoWayAround looks for a spelling that the tools and the effects read
// differently.
func FuzzNoWayAround(f *testing.F) {
	for _, p := range danas(value.File, "x.txt") {
		f.Add(p, "Dana", ".")
	}
	for _, who := range danas(value.Person, "") {
		f.Add("emails/Dana/plan.txt", who, "data/x")
	}
	trial := newTrial(f)
	all := everyTool(f)
	f.Fuzz(func(t *testing.T, file, user, target string) {
		for _, call := range []struct {
			tool string
			args map[string]any
		}{
			{"system.read_text", map[string]any{"file_path": file}},
			{"system.write_text", map[string]any{"file_path": file, "content": "x", "append": true}},
			{"system.copy", map[string]any{"source": file, "target": target, "overwrite": true}},
			{"system.move", map[string]any{"source": target, "target": file}},
			{"email.search", map[string]any{"user": user}},
			{"email.send", map[string]any{"to": user, "subject": target, "content": "x", "sender": user}},
			{"calendar.list_events", map[string]any{"user": user}},
			{"calendar.create_event", map[string]any{"attendees": user, "summary": "x", "start": "2026-03-13"}},
		} {
			trial.try(t, all[call.tool], call.args)
		}
	})
}

// others are the arguments that say where something goes, to be tried as the
// testbed itself.
func others(tool, arg string) []string {
	if (tool == "system.copy" || tool == "system.move") && arg == "source" {
		return []string{"target"}
	}
	return nil
}

func firstText(v any) string {
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	s, _ := v.(string)
	return s
}

// trial makes calls, each on the testbed as it was.
type trial struct {
	*office
	before, stamps map[string]string
	folders        []string
	tried, reached int
}

func newTrial(t testing.TB) *trial {
	o := newOffice(t)
	return &trial{office: o, before: o.files(t), stamps: o.stamped(t), folders: o.allFolders(t)}
}

// restore puts the testbed back to what it was.
func (r *trial) restore(t testing.TB, after map[string]string) {
	t.Helper()
	for _, folder := range r.allFolders(t) {
		if !slices.Contains(r.folders, folder) {
			r.must(t, os.RemoveAll(filepath.Join(r.dir, folder)))
		}
	}
	for _, folder := range r.folders {
		r.must(t, os.MkdirAll(filepath.Join(r.dir, folder), 0o700))
	}
	for file := range after {
		if _, was := r.before[file]; !was {
			r.must(t, os.RemoveAll(filepath.Join(r.dir, file)))
		}
	}
	for file, text := range r.before {
		if now, still := after[file]; !still || now != text {
			r.must(t, os.WriteFile(filepath.Join(r.dir, file), []byte(text), 0o600))
		}
	}
	r.stamps = r.stamped(t)
}

func (r *trial) must(t testing.TB, err error) {
	t.Helper()
	must.Do(t, err)
}

// stamped tells a changed file without its being read.
func (o *office) stamped(t testing.TB) map[string]string {
	out := map[string]string{}
	o.walk(t, func(p string, d fs.DirEntry) {
		info := must.Have(d.Info())(t)
		out[p] = d.Type().String()
		if !d.IsDir() {
			out[p] = fmt.Sprint(info.Size(), info.ModTime())
		}
	})
	return out
}

func (r *trial) try(t *testing.T, tool tools.Tool, args map[string]any) {
	t.Helper()
	effects, tellErr := tool.Effects(args)
	obs := tool.Run(t.Context(), r.ws, args)
	after := r.before
	if !maps.Equal(r.stamps, r.stamped(t)) {
		after = r.files(t)
		r.restore(t, after)
	}
	changed := danasChanged(r.before, after)
	for _, file := range changed {
		if tellErr != nil || !anyReaches(effects, file, isChange) {
			t.Errorf("%s %v changed %s; its effects: %s, %v", tool.Name, args, file, spelled(effects), tellErr)
		}
	}
	leaked := shows(obs, r.before, after)
	if leaked && (tellErr != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(r.before)), func(file string) bool {
		return isDanas(file) && anyReaches(effects, file, isRead)
	})) {
		t.Errorf("%s %v read what is Dana's; its effects: %s, %v\n%s", tool.Name, args, spelled(effects), tellErr, obs.Text)
	}
	r.tried++
	if leaked || len(changed) > 0 {
		r.reached++
	}
}

// danasChanged are files of Dana's that are new, gone or other than they were.
func danasChanged(before, after map[string]string) (out []string) {
	for file, text := range before {
		if now, still := after[file]; isDanas(file) && (!still || now != text) {
			out = append(out, file)
		}
	}
	for file := range after {
		if _, was := before[file]; isDanas(file) && !was {
			out = append(out, file)
		}
	}
	return out
}

// shows says whether a call brought something of Dana's to where others see it.
func shows(obs tools.Observation, before, after map[string]string) bool {
	for file, text := range after {
		if !isDanas(file) && before[file] != text && strings.Contains(text, canary) {
			return true
		}
	}
	return strings.Contains(obs.Text+string(obs.Data), canary)
}

func isDanas(file string) bool {
	return within(file, "emails/Dana") || within(file, "calendar/Dana.ics")
}
