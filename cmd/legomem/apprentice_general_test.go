package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"legomem/membank"
	"legomem/must"
)

// inGeneral has the commands show memories as they do unless a configuration says
// otherwise, though all else is as in the paper.
func inGeneral(t *testing.T) {
	t.Helper()
	for key, value := range map[string]string{"RENDERING": "general", "LEDGER": "plan", "PITFALLS": "true"} {
		t.Setenv("LEGOMEM_MEMORY_"+key, value)
	}
}

// TestApprenticeGeneral: what is shown of memories in general form is enough to do their
// work with other values, and another task's work in their places is not.
func TestApprenticeGeneral(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes many runs")
	}
	w := newWorkshop(t)
	inGeneral(t)
	cells := []string{"--variants", "none,vanilla,dynamic,rewrite", "--teams", "llm", "--placements", "both"}
	dir := w.bench("general", cells...)
	b, right := w.records(dir)
	for _, c := range b.Cells {
		want := len(apprenticeTest)
		if c.Variant == "none" {
			want = 0
		}
		if got := passes(right[c.ID()]); got != want {
			t.Errorf("%s: %d of %d passed, not %d", c.ID(), got, len(right[c.ID()]), want)
		}
	}
	asked := sortPrompts(w.apprentice.watch(func() {
		w.bench("shown", append(cells[:1:1], "vanilla", "--bank", filepath.Join(dir, "curate", "bank.db"), "--teams", "llm", "--tasks", "3-42/0")...)
	}))
	showsGeneral(t, asked)

	units := shuffle(w.units(filepath.Join(dir, "curate", "bank.db")))
	var lines bytes.Buffer
	must.Do(t, membank.WriteUnits(&lines, units))
	file, bank := filepath.Join(w.out, "shuffled.jsonl"), filepath.Join(w.out, "shuffled.db")
	must.Do(t, os.WriteFile(file, lines.Bytes(), 0o600))
	w.run("memory", "import", "--config", "paper", "--bank", bank, file)
	_, wrong := w.records(w.bench("rotated", append([]string{"--bank", bank}, cells...)...))
	for id, records := range wrong {
		if got := passes(records); got > 0 {
			t.Errorf("%s: %d passed with another task's work", id, got)
		}
	}
}

// showsGeneral wants no value of the past work in a ledger, and the whole of a memory in a
// plan alone, after what changes less often.
func showsGeneral(t *testing.T, p prompts) {
	t.Helper()
	const whole, plans = "how similar work was done", "the plans of similar work"
	for _, prompt := range p.ledgers {
		if strings.Contains(prompt, whole) || !strings.Contains(prompt, plans) || strings.Contains(prompt, "calendar__list_events(") {
			t.Errorf("a ledger shows more than plans:\n%s", prompt)
		}
	}
	for _, prompt := range p.plans {
		if !strings.Contains(prompt, whole) || !strings.Contains(prompt, "date={date}") {
			t.Errorf("a plan does not show the whole:\n%s", prompt)
		}
	}
	for _, prompt := range p.agents {
		if task, memories := strings.Index(prompt, "The whole task"), strings.Index(prompt, whole); memories >= 0 && memories < task {
			t.Errorf("an agent sees memories before the task:\n%s", prompt)
		}
	}
	if len(p.ledgers) == 0 || len(p.plans) == 0 {
		t.Error("no prompts were seen")
	}
}

// What the apprentice reads of a memory in general form: it puts the examples back in the
// place of the names in braces, and works with that as with what was recorded. What is
// not explained, or was found, it takes from what others report.

var (
	exampleForm = regexp.MustCompile(`\{([a-z_0-9]+)\} ("(?:[^"\\]|\\.)*"|-?[0-9.]+)`)
	eachForm    = regexp.MustCompile(`^  for each [^:]*: `)
	barePlace   = regexp.MustCompile(`(^|[=\[ ])\{([a-z_0-9]+)\}`)
)

// isGeneral reports whether a memory is in general form.
func isGeneral(block string) bool {
	return strings.Contains(block, "\nFrom the task: ") || strings.Contains(block, "\nFound on the way: ")
}

// specific is a memory with its examples in the place of the task's values, and its calls'
// arguments as JSON.
func specific(block string) string {
	var out, plain []string
	examples := map[string]string{}
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		if from, ok := strings.CutPrefix(line, "From the task: "); ok {
			for _, m := range exampleForm.FindAllStringSubmatch(from, -1) {
				examples[m[1]] = m[2]
			}
			continue
		}
		if !strings.HasPrefix(line, "Found on the way: ") && !strings.HasPrefix(line, "  -> ") {
			plain = append(plain, line)
		}
	}
	for _, line := range plain {
		out = append(out, withExamples(line, examples))
	}
	return strings.Join(out, "\n")
}

func withExamples(line string, examples map[string]string) string {
	line = eachForm.ReplaceAllString(line, "  ")
	if trimmed := strings.TrimLeft(line, " "); strings.HasPrefix(line, "    ") && callLine.MatchString("  "+trimmed) {
		line = "  " + trimmed // of a loop
	}
	if c := callLine.FindStringSubmatch(line); c != nil {
		return "  " + c[1] + "(" + asObject(c[2], examples) + ")"
	}
	line, _, _ = strings.Cut(line, " What was found: ")
	for name, example := range examples {
		var text string
		if json.Unmarshal([]byte(example), &text) != nil {
			text = example
		}
		line = strings.ReplaceAll(line, "{"+name+"}", text)
	}
	return line
}

// asObject makes an object of arguments written name=value, with examples in them.
func asObject(args string, examples map[string]string) string {
	args = barePlace.ReplaceAllStringFunc(args, func(s string) string {
		at := strings.Index(s, "{")
		if example, ok := examples[strings.Trim(s[at:], "{}")]; ok {
			return s[:at] + example
		}
		return s[:at] + `"` + s[at:] + `"`
	})
	var fields []string
	for rest := args; rest != ""; {
		name, after, _ := strings.Cut(rest, "=")
		dec := json.NewDecoder(strings.NewReader(after))
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return "" // it is known by its user
		}
		fields = append(fields, marshal(name)+":"+string(value))
		rest = strings.TrimPrefix(after[dec.InputOffset():], ", ")
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// fromReports puts the last report in the place of what a memory says was found.
func fromReports(calls []call, reports []string) ([]call, bool) {
	last := ""
	for _, r := range reports {
		if r != "" {
			last = r
		}
	}
	known := true
	var out []call
	for _, c := range calls {
		args, _ := replaceTexts(c.args, func(s string) (any, bool) {
			if !variableName.MatchString(s) {
				return s, true
			}
			known = known && last != ""
			return last, true
		}, func(n float64) (any, bool) { return n, true })
		made, _ := args.(map[string]any)
		out = append(out, call{c.why, c.tool, made})
	}
	return out, known && !slices.ContainsFunc(out, func(c call) bool { return c.args == nil })
}

// variableName is what is nothing but a name in braces.
var variableName = regexp.MustCompile(`^\{[a-z_0-9]+\}$`)
