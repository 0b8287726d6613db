package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"legomem/agents/demo"
)

// family is a kind of recurring work: tasks that ask for the same with other
// values, files and words. The first two of the committed ones have the
// demonstrations.
type family struct {
	name    string
	level   int // how many apps it takes: 1, 2, or 3 for several
	apps    []string
	ocr     bool   // needs tesseract
	convert bool   // needs LibreOffice
	tasks   []task // of the committed suite; without any, three are drawn
	make    func(d *draw) task
}

// task is one of a family.
type task struct {
	user, date, clock, text string
	bed                     *testbed
	reference               map[string][]byte // expected files, by name
	checks                  []check
	changes                 []string       // the testbed's files that the work changes; all others are to stay
	plan                    []demo.Subtask // one way to do it, which proves that it can be done
	answer                  string         // of that plan, where the task is a question
}

// asked begins a task: who asks for what, and when.
func asked(user, date, clock, text string) task {
	return task{user: user, date: date, clock: clock, text: text, bed: newTestbed(), reference: map[string][]byte{}}
}

// families lists the suite, level by level. A family's place in its level is
// part of its tasks' ids, so new ones go to the end of their level.
func families() [][]family {
	return [][]family{
		{meetings(), reminders(), notes(), cells(), documents(), lookups(), moves(), cancellations(), folders(), replies()},
		{expenses(), mailedLists(), rollups(), pdfTexts(), eventLists(),
			overdue(), shiftPlans(), reorders(), roomBookings(), certificates()},
		{mailedRollups(), scans(), mailedPDFs(), agendas(),
			onboarding(), reconciliations(), priceChanges(), minutes(), triage(), claims()},
	}
}

// numbered is a task with its id.
type numbered struct {
	id  string
	fam family
	task
}

// committedSeed draws the committed tasks of the families that have none
// written by hand.
const committedSeed = 1

// committedTasks are the tasks of the repository's own suite: task 1-23 is the third of
// level 1's second family.
func committedTasks() []numbered {
	return number("%d-%d%d", func(fam family) []task {
		if fam.tasks == nil {
			return fam.draw(committedSeed, 3)
		}
		return fam.tasks
	})
}

// drawnTasks are that many tasks of every family, made from the seed alone: task 1-20003
// is the third of level 1's second family.
func drawnTasks(seed uint64, instances int) []numbered {
	return number("%d-%d%04d", func(fam family) []task { return fam.draw(seed, instances) })
}

// number gives the tasks of all families their ids: level, number of the
// family, number of the task in it.
func number(form string, tasksOf func(family) []task) []numbered {
	var all []numbered
	for _, level := range families() {
		for n, fam := range level {
			for i, t := range tasksOf(fam) {
				all = append(all, numbered{fmt.Sprintf(form, fam.level, n+1, i+1), fam, t})
			}
		}
	}
	return all
}

// record is a task's JSON in the OfficeBench layout.
type record struct {
	Username   string  `json:"username"`
	Date       string  `json:"date"`
	Weekday    string  `json:"weekday"`
	Time       string  `json:"time"`
	Task       string  `json:"task"`
	Evaluation []check `json:"evaluation"`
}

// needs is a task's entry in needs.json.
type needs struct {
	Apps    []string `json:"apps"`
	OCR     bool     `json:"needs_ocr"`
	Convert bool     `json:"needs_convert"`
	Kind    string   `json:"kind"`
}

// writeSuite writes the tasks into dir, replacing those that are there. Everything else
// in dir stays.
func writeSuite(dir string, tasks []numbered) error {
	if err := os.RemoveAll(filepath.Join(dir, "tasks")); err != nil {
		return fmt.Errorf("make room for the tasks: %w", err)
	}
	all := map[string]needs{}
	for _, t := range tasks {
		all[t.id+"/0"] = needs{t.fam.apps, t.fam.ocr, t.fam.convert, t.fam.name}
		if err := t.write(filepath.Join(dir, "tasks", t.id)); err != nil {
			return fmt.Errorf("task %s (%s): %w", t.id, t.fam.name, err)
		}
	}
	return writeJSON(filepath.Join(dir, "needs.json"), all)
}

// writeReadme describes, in the folder of a drawn suite, how it was made.
func writeReadme(dir string, seed uint64, instances, tasks int) error {
	text := fmt.Sprintf("%d office tasks, %d of each family, made by `go run ./officebench/gen -seed %d -instances %d -out DIR`.\n",
		tasks, instances, seed, instances)
	return writeFile(filepath.Join(dir, "README.md"), []byte(text))
}

func (t task) write(dir string) error {
	if t.bed.err != nil {
		return t.bed.err
	}
	day, err := parseDay(t.date)
	if err != nil {
		return err
	}
	if err := writeFiles(filepath.Join(dir, "testbed"), t.bed.files); err != nil {
		return err
	}
	if err := writeFiles(filepath.Join(dir, "reference"), t.reference); err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, "subtasks", "0.json"),
		record{t.user, t.date, day.Weekday().String(), t.clock, t.text, t.checks})
}

func writeFiles(dir string, files map[string][]byte) error {
	for name, data := range files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

func writeJSON(name string, v any) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	return writeFile(name, out.Bytes())
}
