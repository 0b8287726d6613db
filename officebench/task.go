package officebench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"legomem/trajectory"
)

// Task is one task of a suite with its evaluation.
type Task struct {
	trajectory.Task
	// Testbed is the folder that the task starts from, "" for an empty one.
	Testbed string
	// Checks are the evaluation's checks, all of which must pass.
	Checks []Check
	Needs  Needs
	// File is the JSON it was read from, for messages.
	File string
	// Reference is the folder of expected files, "" where there is none.
	Reference string
}

// Winnable reports whether an honest answer can pass, as far as the suite knows.
func (t Task) Winnable() bool { return t.Needs.Note == "" }

// Check is one item of an evaluation, as the suite spells it.
type Check struct {
	Function string `json:"function"`
	Args     Args   `json:"args"`
	// File is next to args in ten irregular items of OfficeBench, where its evaluator
	// does not look for it.
	File string `json:"file"`
}

// Args are a check's arguments: plain JSON with its numbers kept as written.
type Args map[string]any

// record is a task's JSON.
type record struct {
	Username   string  `json:"username"`
	Date       string  `json:"date"`
	Time       string  `json:"time"`
	Task       string  `json:"task"`
	Evaluation []Check `json:"evaluation"`
}

// The spellings of a task's time of day.
var clockLayouts = []string{"3:04 PM", "15:04", "15:04:05", "3 PM"}

func (s *Suite) readTask(id string) (Task, error) {
	folder, subtask, _ := strings.Cut(id, "/")
	dir := filepath.Join(s.Dir, "tasks", folder)
	file := filepath.Join(dir, "subtasks", subtask+".json")
	rec, err := readRecord(file)
	if err != nil {
		return Task{}, err
	}
	now, err := rec.moment(s.Zone)
	if err != nil {
		return Task{}, inputf(file, "%v", err)
	}
	return Task{
		Task:    trajectory.Task{ID: id, Suite: s.Name, Text: rec.Task, User: rec.Username, Now: now},
		Testbed: folderOrNone(filepath.Join(dir, "testbed")),
		Checks:  rec.Evaluation, Needs: s.needs[id],
		File: file, Reference: folderOrNone(filepath.Join(dir, "reference")),
	}, nil
}

func readRecord(file string) (record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return record{}, fmt.Errorf("read task: %w", err)
	}
	rec, err := parseRecord(data)
	if err != nil {
		return record{}, jsonError(file, data, err)
	}
	return rec, nil
}

func parseRecord(data []byte) (record, error) {
	var rec record
	var whole any // a separate pass: the decoder below gives no position for a torn or trailing text
	if err := json.Unmarshal(data, &whole); err != nil {
		return rec, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber() // 5 and 5.0 are two texts to a check
	if err := dec.Decode(&rec); err != nil {
		return rec, err
	}
	if strings.TrimSpace(rec.Task) == "" {
		return rec, errors.New(`"task" is missing: the text of what is to be done`)
	}
	return rec, nil
}

// moment is when the task is set: its date at its time, midnight without one.
func (r record) moment(zone *time.Location) (time.Time, error) {
	day, err := time.ParseInLocation(time.DateOnly, r.Date, zone)
	if err != nil {
		return time.Time{}, fmt.Errorf(`"date" is %q; wanted a date such as 2024-05-01`, r.Date)
	}
	if r.Time == "" {
		return day, nil
	}
	for _, layout := range clockLayouts {
		if c, err := time.Parse(layout, strings.ToUpper(strings.TrimSpace(r.Time))); err == nil {
			return time.Date(day.Year(), day.Month(), day.Day(), c.Hour(), c.Minute(), c.Second(), 0, zone), nil
		}
	}
	return time.Time{}, fmt.Errorf(`"time" is %q; wanted a time such as 10:00 AM or 14:30`, r.Time)
}

func folderOrNone(dir string) string {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}
