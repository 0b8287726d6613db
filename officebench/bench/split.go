package bench

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/officebench"
	"legomem/officebench/trial"
)

// SplitOptions say which tasks are trained on and which are tested.
type SplitOptions struct {
	File string // JSON: {"train": [...], "test": [...]}; empty: every task is tested
	// LeaveOneOut lets a task be in both: it is hidden from its own run.
	LeaveOneOut bool
	// Trains says that a bank must be made, so that training tasks are needed.
	Trains bool
	// Tasks keeps only these tests ("1-2/0", or "1-2" for all of its subtasks), and Limit
	// only the first few, the levels taken in turn.
	Tasks []string
	Limit int
}

// NewSplit divides the suite's tasks. What cannot be used is a *SettingError.
func NewSplit(s *officebench.Suite, o SplitOptions) (trial.Split, error) {
	split, err := o.whole(s)
	if err != nil {
		return trial.Split{}, &SettingError{err}
	}
	if split.Test, err = o.choose(s, split.Test); err != nil {
		return trial.Split{}, &SettingError{err}
	}
	split.Hash = hashSplit(split)
	return split, nil
}

func (o SplitOptions) whole(s *officebench.Suite) (trial.Split, error) {
	switch {
	case o.File != "":
		return o.read(s)
	case o.LeaveOneOut && o.Trains:
		return trial.Split{Train: s.IDs(), Test: s.IDs()}, nil
	case o.LeaveOneOut || !o.Trains:
		return trial.Split{Train: []string{}, Test: s.IDs()}, nil
	}
	return trial.Split{}, errors.New(`which tasks are trained on and which tested? name a file with --split that says {"train": ["1-1/0"], "test": ["1-2/0"]}; ` +
		`or test every task with --leave-one-out, which hides each task's own memories from its run; or bring a bank with --bank`)
}

func (o SplitOptions) read(s *officebench.Suite) (trial.Split, error) {
	data, err := os.ReadFile(o.File)
	if err != nil {
		return trial.Split{}, fmt.Errorf("--split: %w", err)
	}
	split, err := parseSplit(data)
	if err == nil {
		err = o.check(s, split)
	}
	if err != nil {
		return trial.Split{}, fmt.Errorf("split %s: %w", o.File, err)
	}
	return split, nil
}

// parseSplit reads a split's JSON strictly: a misspelt key would leave tasks out, and the
// first of two equal keys would be lost.
func parseSplit(data []byte) (trial.Split, error) {
	lists := map[string][]string{}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := parseLists(dec, lists); err != nil {
		return trial.Split{}, fmt.Errorf(`it must say {"train": ["1-1/0"], "test": ["1-2/0"]}: %w`, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return trial.Split{}, errors.New("there is something after its JSON")
	}
	return trial.Split{Train: append([]string{}, lists["train"]...), Test: append([]string{}, lists["test"]...)}, nil
}

// parseLists reads an object of the two lists.
func parseLists(dec *json.Decoder, lists map[string][]string) error {
	switch t, err := dec.Token(); {
	case err != nil:
		return err
	case t != json.Delim('{'):
		return errors.New("it is no object")
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		key := fmt.Sprint(t)
		if _, twice := lists[key]; twice {
			return fmt.Errorf("%q is there twice", key)
		}
		if key != "train" && key != "test" {
			return fmt.Errorf("there is no key %q", key)
		}
		var list []string
		if err := dec.Decode(&list); err != nil {
			return fmt.Errorf("%q: %w", key, err)
		}
		lists[key] = list
	}
	_, err := dec.Token() // the closing brace
	return err
}

func (o SplitOptions) check(s *officebench.Suite, split trial.Split) error {
	for _, list := range []struct {
		name string
		ids  []string
	}{{"train", split.Train}, {"test", split.Test}} {
		if err := checkIDs(s, list.name, list.ids); err != nil {
			return err
		}
	}
	switch shared := overlap(split); {
	case len(split.Test) == 0:
		return errors.New(`"test" names no task`)
	case len(split.Train) == 0 && o.Trains:
		return errors.New(`"train" names no task, and there is no bank without: name some, or bring a bank with --bank`)
	case len(shared) > 0 && !o.LeaveOneOut:
		return fmt.Errorf("%s in both train and test: what was trained on is no test; take it out of one, or add --leave-one-out", areIn(shared))
	}
	return nil
}

func checkIDs(s *officebench.Suite, name string, ids []string) error {
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			return fmt.Errorf("%q names %s twice", name, id)
		}
		seen[id] = true
		if _, err := s.Task(id); err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
	}
	return nil
}

func overlap(split trial.Split) []string {
	return lists.Filter(split.Test, func(id string) bool { return slices.Contains(split.Train, id) })
}

func areIn(ids []string) string {
	if len(ids) == 1 {
		return ids[0] + " is"
	}
	if len(ids) > 3 {
		return fmt.Sprintf("%s and %d more are", strings.Join(ids[:3], ", "), len(ids)-3)
	}
	return strings.Join(ids, ", ") + " are"
}

// choose keeps the tests that are asked for.
func (o SplitOptions) choose(s *officebench.Suite, test []string) ([]string, error) {
	test, err := o.named(s, test)
	switch {
	case err != nil:
		return nil, err
	case o.Limit < 0:
		return nil, fmt.Errorf("--limit %d is no number of tasks", o.Limit)
	case o.Limit > 0 && o.Limit < len(test):
		few := inTurn(test)[:o.Limit]
		test = slices.DeleteFunc(slices.Clone(test), func(id string) bool { return !slices.Contains(few, id) })
	}
	return test, nil
}

// named keeps the tests that --tasks names.
func (o SplitOptions) named(s *officebench.Suite, test []string) ([]string, error) {
	if len(o.Tasks) == 0 {
		return test, nil
	}
	keep := map[string]bool{}
	for _, want := range o.Tasks {
		found := false
		for _, id := range test {
			if id == want || strings.HasPrefix(id, want+"/") {
				keep[id], found = true, true
			}
		}
		if found {
			continue
		}
		if _, err := s.Task(want); err != nil {
			return nil, fmt.Errorf("--tasks: %w", err)
		}
		return nil, fmt.Errorf("--tasks: %s is no test of this split", want)
	}
	return slices.DeleteFunc(slices.Clone(test), func(id string) bool { return !keep[id] }), nil
}

func hashSplit(s trial.Split) string {
	b, err := json.Marshal([][]string{s.Train, s.Test})
	if err != nil {
		return "" // texts marshal
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
