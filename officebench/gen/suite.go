package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// family is a kind of recurring work: tasks that ask for the same with other
// values, files and words. The first of them has the demonstration.
type family struct {
	name    string
	level   int // how many apps it takes: 1, 2, or 3 for several
	apps    []string
	ocr     bool // needs tesseract
	convert bool // needs LibreOffice
	tasks   []task
}

// task is one of a family.
type task struct {
	user, date, clock, text string
	bed                     *testbed
	reference               map[string][]byte // expected files, by name
	checks                  []check
}

// families lists the suite, level by level. A family's place in its level is
// part of its tasks' ids, so new ones go to the end of their level.
func families() [][]family {
	return [][]family{
		{meetings(), reminders(), notes(), cells(), documents(), lookups(), moves(), cancellations()},
		{expenses(), mailedLists(), rollups(), pdfTexts(), eventLists()},
		{mailedRollups(), scans(), mailedPDFs(), agendas()},
	}
}

// each calls f for every task with its id: task 1-23 is the third of level 1's
// second family.
func each(f func(id string, fam family, t task) error) error {
	for _, level := range families() {
		for number, fam := range level {
			for i, t := range fam.tasks {
				if err := f(fmt.Sprintf("%d-%d%d", fam.level, number+1, i+1), fam, t); err != nil {
					return err
				}
			}
		}
	}
	return nil
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

// writeSuite writes all tasks into dir, replacing those that are there. What
// else is in dir stays.
func writeSuite(dir string) error {
	if err := os.RemoveAll(filepath.Join(dir, "tasks")); err != nil {
		return fmt.Errorf("make room for the tasks: %w", err)
	}
	all := map[string]needs{}
	err := each(func(id string, fam family, t task) error {
		all[id+"/0"] = needs{fam.apps, fam.ocr, fam.convert, fam.name}
		if err := t.write(filepath.Join(dir, "tasks", id)); err != nil {
			return fmt.Errorf("task %s (%s): %w", id, fam.name, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, "needs.json"), all)
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
