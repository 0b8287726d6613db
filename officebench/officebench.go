// Package officebench is the bench: suites of office tasks in the OfficeBench
// layout, and the evaluators that judge a finished testbed as the benchmark's
// own do. It carries out no task; that is the orchestrator's work.
//
// Start with Open, which reads a suite, and Evaluator, which judges. Verifier
// ties the two to a run.
package officebench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Suite is a folder of tasks, with subtasks/<n>.json, testbed and reference in each
// tasks/<id>.
type Suite struct {
	// Name is the folder's name.
	Name string
	Dir  string
	// Zone is the zone of the tasks' dates and times, which name none. Open sets UTC, so
	// that a verdict is the same on every machine.
	Zone *time.Location

	ids   []string
	needs map[string]Needs
}

// Needs is what a task needs of its machine, from the suite's needs.json.
type Needs struct {
	Apps    []string `json:"apps"`
	OCR     bool     `json:"needs_ocr"`
	PDFText bool     `json:"needs_pdf_text"`
	Convert bool     `json:"needs_convert"`
	Kind    string   `json:"kind"`
	// Note says why no honest answer passes; empty for a task that can be won.
	Note string `json:"note"`
}

// Open lists the tasks of the suite in dir. Their files are read by Task, so
// that one broken task does not hide the others.
func Open(dir string) (*Suite, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open suite: %w", err)
	}
	s := &Suite{Name: filepath.Base(abs), Dir: abs, Zone: time.UTC}
	if s.ids, err = listIDs(filepath.Join(abs, "tasks")); err != nil {
		return nil, err
	}
	if len(s.ids) == 0 {
		return nil, inputf(abs, "no task under tasks/<id>/subtasks/<n>.json; a suite has the OfficeBench layout")
	}
	if s.needs, err = readNeeds(filepath.Join(abs, "needs.json")); err != nil {
		return nil, err
	}
	return s, nil
}

// IDs lists the tasks by level, id and subtask: "1-1/0", "1-1/1", "1-2/0".
func (s *Suite) IDs() []string { return slices.Clone(s.ids) }

// Tasks reads every task, in the order of IDs.
func (s *Suite) Tasks() ([]Task, error) {
	tasks := make([]Task, 0, len(s.ids))
	for _, id := range s.ids {
		t, err := s.Task(id)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// Task reads the task with an id such as "1-1/0". An unknown id is an InputError naming
// the nearest.
func (s *Suite) Task(id string) (Task, error) {
	if !slices.Contains(s.ids, id) {
		return Task{}, inputf(s.Dir, "no task %q; nearest: %s", id, strings.Join(nearest(id, s.ids, 5), ", "))
	}
	return s.readTask(id)
}

// ParseID splits "2-14/1" into its level, number and subtask.
func ParseID(id string) (level, number, subtask int, err error) {
	task, sub, found := strings.Cut(id, "/")
	l, n, dash := strings.Cut(task, "-")
	for _, part := range []struct {
		text string
		into *int
	}{{l, &level}, {n, &number}, {sub, &subtask}} {
		if *part.into, err = strconv.Atoi(part.text); err != nil || !found || !dash {
			return 0, 0, 0, fmt.Errorf("task id %q is not of the form 1-1/0", id)
		}
	}
	return level, number, subtask, nil
}

func listIDs(tasks string) ([]string, error) {
	dirs, err := os.ReadDir(tasks)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, inputf(filepath.Dir(tasks), "no tasks/ folder here; a suite has the OfficeBench layout")
	}
	if err != nil {
		return nil, fmt.Errorf("open suite: %w", err)
	}
	var ids []string
	for _, d := range dirs {
		subtasks, err := os.ReadDir(filepath.Join(tasks, d.Name(), "subtasks"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return nil, fmt.Errorf("list task %s: %w", d.Name(), err)
		}
		for _, f := range subtasks {
			number, isJSON := strings.CutSuffix(f.Name(), ".json")
			if id := d.Name() + "/" + number; isJSON {
				if _, _, _, err := ParseID(id); err != nil {
					return nil, inputf(filepath.Join(tasks, d.Name(), "subtasks", f.Name()), "%v", err)
				}
				ids = append(ids, id)
			}
		}
	}
	slices.SortFunc(ids, compareIDs)
	return ids, nil
}

func compareIDs(a, b string) int {
	al, an, as, _ := ParseID(a) // listIDs has refused what does not parse
	bl, bn, bs, _ := ParseID(b)
	return slices.Compare([]int{al, an, as}, []int{bl, bn, bs})
}

func readNeeds(file string) (map[string]Needs, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open suite: %w", err)
	}
	var needs map[string]Needs
	if err := json.Unmarshal(data, &needs); err != nil {
		return nil, jsonError(file, data, err)
	}
	return needs, nil
}

// nearest returns the n ids with the most in common with id, best first.
func nearest(id string, ids []string, n int) []string {
	sorted := slices.Clone(ids)
	slices.SortStableFunc(sorted, func(a, b string) int { return distance(id, a) - distance(id, b) })
	return sorted[:min(n, len(sorted))]
}

// distance is the Levenshtein distance of two short ASCII texts.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
