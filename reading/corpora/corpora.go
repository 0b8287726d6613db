// Package corpora reads real people's requests, which others collected, as training data
// for package reading: SLURP (Bastianelli et al., EMNLP 2020; text CC BY 4.0) and CLINC150
// (Larson et al., EMNLP 2019; CC BY 3.0). Their sentences are no part of the program; the
// weights that come with it were trained on them too.
package corpora

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"legomem/reading"
)

//go:embed table.yaml
var tableFile []byte

// Table maps labels of the corpora to the skills that they may mean. A label that is not
// in it means none; of Unclear ones that is not known.
type Table struct {
	SLURP   map[string][]string `yaml:"slurp"` // by scenario/action
	CLINC   map[string][]string `yaml:"clinc"` // by intent
	Unclear []string            `yaml:"unclear"`
}

// ReadTable reads the table that comes with the package.
func ReadTable() (Table, error) {
	var t Table
	dec := yaml.NewDecoder(bytes.NewReader(tableFile))
	dec.KnownFields(true)
	if err := dec.Decode(&t); err != nil {
		return t, fmt.Errorf("read the table of labels: %w", err)
	}
	return t, nil
}

// Utterance is a sentence of a corpus with its label.
type Utterance struct {
	Text  string
	Label string // SLURP's scenario/action, CLINC's intent
	// Annotated is the text with its values in brackets, of SLURP alone.
	Annotated string
}

// SLURP reads the development part of SLURP from a folder. The error is os.ErrNotExist if
// it is not there.
func SLURP(folder string) ([]Utterance, error) {
	type line struct{ Text, Annotated, Scenario, Action string }
	return read(filepath.Join(folder, "slurp-devel.jsonl"), func(l line) Utterance {
		return Utterance{Text: l.Text, Label: l.Scenario + "/" + l.Action, Annotated: l.Annotated}
	})
}

// CLINC reads the training part of CLINC150 from a folder.
func CLINC(folder string) ([]Utterance, error) {
	type line struct{ Text, Intent string }
	return read(filepath.Join(folder, "clinc-train.jsonl"), func(l line) Utterance {
		return Utterance{Text: l.Text, Label: l.Intent}
	})
}

func read[T any](path string, utterance func(T) Utterance) ([]Utterance, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read a corpus: %w", err)
	}
	defer f.Close()
	dec := json.NewDecoder(f)
	var all []Utterance
	for {
		var one T
		err := dec.Decode(&one)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		all = append(all, utterance(one))
	}
}

// Requests are utterances as training data, each with a weight; those with an unclear
// label are left out.
func (t Table) Requests(all []Utterance, weight int) []reading.Request {
	unclear := map[string]bool{}
	for _, label := range t.Unclear {
		unclear[label] = true
	}
	var out []reading.Request
	for _, u := range all {
		if !unclear[u.Label] {
			out = append(out, reading.Request{Text: u.Text, Skills: t.Skills(u.Label), Weight: weight})
		}
	}
	return out
}

// The training command takes what people said to an assistant for people twice, and of
// CLINC's sentences, which are many and far from the skills, a few.
const (
	slurpWeight = 2
	clincShare  = 8
)

// Training reads the corpora of a folder as training data.
func Training(folder string) ([]reading.Request, error) {
	slurp, err := SLURP(folder)
	if err != nil {
		return nil, err
	}
	return TrainingWith(slurp, folder)
}

// TrainingWith is Training with another choice of SLURP's utterances.
func TrainingWith(slurp []Utterance, folder string) ([]reading.Request, error) {
	table, err := ReadTable()
	if err != nil {
		return nil, err
	}
	clinc, err := CLINC(folder)
	if err != nil {
		return nil, err
	}
	var few []Utterance
	for i := 0; i < len(clinc); i += clincShare {
		few = append(few, clinc[i])
	}
	return append(table.Requests(slurp, slurpWeight), table.Requests(few, 1)...), nil
}

// Skills are those that a label may mean.
func (t Table) Skills(label string) []string {
	if ids, ok := t.SLURP[label]; ok {
		return ids
	}
	return t.CLINC[label]
}
