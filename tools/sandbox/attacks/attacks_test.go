//go:build linux

package attacks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

var (
	everywhere = []string{onLocal, onDocker}
	converters = []string{onLocal, onOffice}
	kernel     = []string{onDocker} // what needs the kernel's quotas or namespaces
)

// attack is a row of the table: what is tried, where it applies, the files it
// starts from, who plays the tool process ("" for the hostile one), and the
// attack itself with what must come of it.
type attack struct {
	name  string
	on    []string
	files func(h *host) map[string][]byte
	mode  string
	try   func(v *victim)
}

// table is the attack suite.
var table = slices.Concat(hostileInput, gettingOut)

// hostileInput are attacks by files, by their names, and by using up what there is.
var hostileInput = []attack{
	// Names that lead elsewhere.
	{"a path with dots in every path-taking tool", everywhere, plainFiles, "", pathsRefused("../../escape", "data/../../escape", "/testbed/../escape", "..")},
	{"a path with backslashes in every path-taking tool", everywhere, plainFiles, "", pathsRefused(`..\..\escape`, `data\..\..\escape`)},
	{"a path with NUL in every path-taking tool", everywhere, plainFiles, "", pathsRefused("data/a\x00.txt", "\x00")},
	{"a path with a line break in every path-taking tool", everywhere, plainFiles, "", pathsRefused("data/a\n.txt", "data/\r\x1b[2Jb.txt")},
	{"an absolute path in every path-taking tool", everywhere, plainFiles, "", absolutePaths},
	{"a user's name that is a path", everywhere, plainFiles, "", userPaths},
	{"a subject that is a path", everywhere, plainFiles, "", subjectPath},
	{"an attachment whose name is a path", everywhere, files("emails/Dana/report.eml", mailWithAttachment("../../escape.sh")), "", attachmentPath},
	{"a name of five thousand letters", everywhere, plainFiles, "", longName},
	{"a tree three hundred folders deep", everywhere, plainFiles, "", deepTree},
	{"names that no system should be given, made behind the workspace's back", everywhere, plainFiles, "", strangeNames},

	// Links and special files.
	{"a link to the host's files, planted and read", everywhere, plainFiles, "", plantedLink},
	{"a linked folder, planted and written through", everywhere, plainFiles, "", plantedFolder},
	{"a hard link to the host's file", everywhere, plainFiles, "", hardLink},
	{"a pipe in the place of a file", everywhere, plainFiles, "", pipe},
	{"a device in the place of a file", everywhere, plainFiles, "", device},
	{"a program with the set-user-id bit", everywhere, plainFiles, "", setUserID},
	{"a file that is a link every other moment, while files come out", everywhere, plainFiles, "", flipping},

	// Office files.
	{"zip slip in a workbook", everywhere, files("data/a.xlsx", slip("xl/workbook.xml")), "", harmless("excel.read", "excel.set_cell")},
	{"zip slip in a document", everywhere, files("data/a.docx", slip("word/document.xml")), "", harmless("word.read", "word.write")},
	{"a document of a gigabyte in a megabyte", everywhere, filesWith("data/a.docx", bomb("word/document.xml")), "", refusedFile("word.read", "word.write", "word.to_pdf")},
	{"a workbook whose sheet is a gigabyte in a megabyte", everywhere, filesWith("data/a.xlsx", bomb("xl/worksheets/sheet1.xml")), "", refusedFile("excel.read", "excel.set_cell", "excel.to_pdf")},
	{"a workbook whose shared strings are a gigabyte", everywhere, filesWith("data/a.xlsx", bomb("xl/sharedStrings.xml")), "", refusedFile("excel.read", "excel.set_cell")},
	{"a workbook of a hundred thousand parts", everywhere, filesWith("data/a.xlsx", manyParts), "", refusedFile("excel.read")},
	{"a billion laughs in a document", everywhere, filesWith("data/a.docx", laughs), "", harmless("word.read", "word.write")},
	{"an external entity in a document", everywhere, filesWith("data/a.docx", externalEntity), "", harmless("word.read", "word.write")},
	{"an external entity in a workbook", everywhere, filesWith("data/a.xlsx", externalEntitySheet), "", harmless("excel.read")},
	{"a document that names a remote template", converters, filesWith("data/a.docx", remoteTemplate), "", converts("word.to_pdf", "data/a.docx")},
	{"a document with a linked picture of the host's", converters, filesWith("data/a.docx", linkedPicture), "", converts("word.to_pdf", "data/a.docx")},
	{"formulas that call out", converters, filesWith("data/a.xlsx", callingFormulas), "", converts("excel.to_pdf", "data/a.xlsx")},
	{"a formula that starts a program", converters, files("data/a.csv", []byte("=cmd|'/C touch started'!A0\n=SYSTEM(\"touch started\")\n")), "", startsNothing},
	{"a pdf that unpacks to 600 MB", everywhere, filesWith("data/a.pdf", pdfBomb), "", contained("pdf.read", "data/a.pdf")},
	{"a picture of a thousand million points", everywhere, filesWith("data/a.png", pictureBomb), "", refusedFile("ocr.recognise")},
	{"a mail that is a thousand mails deep", everywhere, filesWith("emails/Dana/a.eml", deepMail), "", harmless("email.list", "email.read")},
	{"an event that recurs each second for ever", everywhere, files("calendar/Dana.ics", endlessEvent), "", harmless("calendar.list_events", "calendar.find_free_time")},
	{"an expression that would take for ever", everywhere, plainFiles, "", expression},

	// Using up what there is.
	{"a fork bomb", kernel, plainFiles, "", breaches(sandbox.LimitPids, "attack.child", "fork")},
	{"a program that takes all memory", kernel, plainFiles, "", breaches(sandbox.LimitMemory, "attack.child", "hog")},
	{"a tool process that takes all memory", everywhere, plainFiles, "", memoryOfResident},
	{"a disk filled by a tool", everywhere, plainFiles, "", breaches(sandbox.LimitDisk, "attack.fill", "data/filled")},
	{"a disk filled by a program", kernel, plainFiles, "", diskByProgram},
	{"temporary files without end", kernel, plainFiles, "", breaches(sandbox.LimitDisk, "attack.fill", "/tmp/filled")},
	{"files without end", everywhere, plainFiles, "", breachesWith(sandbox.LimitFiles, tools.Action{Tool: "attack.inodes", Args: map[string]any{"path": "data/i", "number": 5000.0}})},
	{"a gigabyte printed by a program", everywhere, plainFiles, "", breaches(sandbox.LimitOutput, "attack.child", "stdout")},
	{"a gigabyte of complaints by the tool process", everywhere, plainFiles, "", flooding("stderr")},
	{"a gigabyte of forged frames by a library's print", everywhere, plainFiles, "", flooding("stdout")},
	{"a program that hears no signal", everywhere, plainFiles, "", timesOut("deaf")},
	{"a program that leaves another behind", everywhere, plainFiles, "", leavesBehind},
	{"a tool that hangs", everywhere, plainFiles, "", breaches(sandbox.LimitAction, "attack.hang", "")},

	// Tool processes that go over.
	{"a resident that leaves in the middle", everywhere, nil, conformance.Quitter, lied("gone")},
	{"a resident that answers the wrong id", everywhere, nil, conformance.WrongID, lied("answered with")},
	{"a resident that lies about lengths", everywhere, nil, conformance.Huge, lied("over the caps")},
	{"a resident that speaks no protocol", everywhere, nil, conformance.Babbler, lied("begins with")},
	{"a resident that sends no JSON", everywhere, nil, conformance.NoJSON, lied("body")},
	{"a resident that lists files outside the testbed", everywhere, nil, conformance.Thief, stolen},
}

// usesUp are the attacks of which a limit is expected that is not their time.
var usesUp = map[string]bool{
	"a fork bomb":                          true,
	"a program that takes all memory":      true,
	"a tool process that takes all memory": true,
	"a disk filled by a tool":              true,
	"a disk filled by a program":           true,
	"temporary files without end":          true,
	"files without end":                    true,
	"a gigabyte printed by a program":      true,
}

// TestAttacks runs rows of the table on every launcher that they name: hundreds of
// processes. In full mode TestFromOutside has run those of getting out on the local one,
// in programs that are nearer to what users start.
func TestAttacks(t *testing.T) {
	if len(table) < 40 {
		t.Fatalf("only %d attacks", len(table))
	}
	seen := map[string]bool{}
	for _, a := range table {
		if seen[a.name] {
			t.Fatalf("two attacks are called %q", a.name)
		}
		seen[a.name] = true
	}
	for _, a := range sweep.Sample(t, table, 12, len(table)) {
		for _, kind := range a.on {
			if kind == onLocal && a.isOutside() && sweep.Full() && !sweep.All() {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", a.name, kind), func(t *testing.T) { a.run(t, kind) })
		}
	}
}

// isOutside says that TestFromOutside runs the row too.
func (a attack) isOutside() bool {
	return slices.ContainsFunc(gettingOut, func(o attack) bool { return o.name == a.name })
}

// mayWear says that an attack may leave less to the next run: it uses up what there is, or
// its tool process goes over. After the others, each with a container of its own, the next
// row's is the next run.
func (a attack) mayWear(kind string) bool {
	return kind == onLocal || usesUp[a.name] || a.mode != "" || sweep.All()
}

func (a attack) run(t *testing.T, kind string) {
	mode := cmp.Or(a.mode, modeResident)
	h := newHost(t, a.files)
	bounds := limits()
	if usesUp[a.name] {
		bounds = unhurried()
	}
	l := launch(t, kind, mode, h.work, bounds)
	h.watch(t)
	v := &victim{T: t, host: h, kind: kind, launcher: l}
	func() {
		var err error
		v.sb, err = l.Open(t.Context(), sandbox.Spec{Run: "attacked", Testbed: h.start, User: "Dana", Now: time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)})
		if err != nil {
			if mode == modeResident {
				t.Fatal(err)
			}
			v.openErr = err
		} else {
			defer v.sb.Close()
		}
		a.try(v)
	}()
	h.unchanged(t, l)
	if a.mayWear(kind) {
		works(t, launch(t, kind, modeResident, h.work, limits()))
	}
}

// victim is a sandbox under attack.
type victim struct {
	*testing.T
	host     *host
	kind     string
	launcher launcher
	sb       sandbox.Sandbox
	openErr  error
}

// call runs an action that must come back, failed or not.
func (v *victim) call(tool string, args map[string]any) tools.Observation {
	v.Helper()
	obs, err := v.sb.Call(v.Context(), tools.Action{Tool: tool, Args: args})
	if err != nil {
		v.Fatalf("%s: the sandbox broke: %v", tool, err)
	}
	if strings.Contains(obs.Text, secret) || strings.Contains(string(obs.Data), secret) {
		v.Errorf("%s returned the host's secret", tool)
	}
	return obs
}

// fails is an action that must fail, with one of the codes where some are given.
func (v *victim) fails(tool string, args map[string]any, codes ...tools.Code) tools.Observation {
	v.Helper()
	obs := v.call(tool, args)
	if !obs.Failed || (len(codes) > 0 && !slices.Contains(codes, obs.Code)) {
		v.Errorf("%s %v: failed %v with %q (%.200s); want it to fail with one of %q", tool, args, obs.Failed, obs.Code, obs.Text, codes)
	}
	return obs
}

// takeOut brings the files out, and says what came.
func (v *victim) takeOut() map[string]string {
	v.Helper()
	if err := v.sb.CopyOut(v.Context(), v.host.out); err != nil {
		v.Fatalf("copy out: %v", err)
	}
	out := map[string]string{}
	for p, said := range tree(v.T, v.host.out) {
		out[strings.TrimPrefix(strings.TrimPrefix(p, v.host.out), "/")] = said
	}
	return out
}

// breach is an action that must destroy the sandbox, with the limit named, and
// leave nothing running before it returns.
func (v *victim) breach(limit string, a tools.Action) {
	v.Helper()
	obs, err := v.sb.Call(v.Context(), a)
	var b *sandbox.Breach
	if !errors.As(err, &b) || b.Limit != limit || !errors.Is(err, sandbox.ErrBroken) {
		v.Fatalf("%s: %.200s, %v; want a breach of %s", a.Tool, obs.Text, err, limit)
	}
	if left := programs(v.T); len(left) > 0 {
		v.Errorf("still running when the call returned: %v", left)
	}
	if _, err := v.sb.Call(v.Context(), tools.Action{Tool: "system.list_files", Args: map[string]any{}}); !errors.Is(err, sandbox.ErrBroken) {
		v.Errorf("a call after the breach: %v, want ErrBroken", err)
	}
}

func plainFiles(*host) map[string][]byte {
	return map[string][]byte{"data/a.txt": []byte("hello"), "emails/Dana/hi.eml": []byte("From: bob@example.com\r\nTo: dana@example.com\r\nSubject: hi\r\n\r\nhello\r\n")}
}
