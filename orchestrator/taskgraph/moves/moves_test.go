package moves

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"legomem/must"
	"legomem/reading"
	"legomem/tools/value"
)

// TestShippedReads: the model that comes with the program reads sentences of each kind that
// it was not trained with.
func TestShippedReads(t *testing.T) {
	r := must.Have(Shipped())(t)
	for text, want := range map[string]Kind{
		"change it to a quarter past nine":             Tell,
		"and put Rosalind on it as well":               Add,
		"leave Rosalind out of it":                     Remove,
		"undo what you just did":                       Undo,
		"what day was the tasting again?":              AskValue,
		"the same again for October":                   Again,
		"was Rosalind ever on the list?":               AskWhether,
		"go back to Vienna as it was in the beginning": Back,
	} {
		all := must.Have(r.Read(t.Context(), text, value.Reference{Now: reference.Now}))(t)
		if len(all) == 0 || all[0].Kind != want {
			t.Errorf("%q is read as %+v, want %s", text, all[:min(2, len(all))], want)
		}
	}
}

// TestNoScriptIsTrainedOn: no sentence that the model is trained with is of the papers'
// scripts, or of their retellings.
func TestNoScriptIsTrainedOn(t *testing.T) {
	var scripts [][]string
	files := append(must.Have(filepath.Glob("../testdata/scripts/*.yaml"))(t), must.Have(filepath.Glob("../trim/testdata/retold/*.yaml"))(t)...)
	for _, file := range files {
		var script struct {
			Rounds []struct {
				User string `yaml:"user"`
			} `yaml:"rounds"`
		}
		must.Do(t, yaml.Unmarshal(must.Have(os.ReadFile(file))(t), &script))
		for _, r := range script.Rounds {
			scripts = append(scripts, words(r.User))
		}
	}
	all, none, err := Wordings()
	must.Do(t, err)
	trained := none
	for _, k := range all {
		for _, w := range k.Wordings {
			trained = append(trained, w.Text)
		}
	}
	if len(trained) < 2000 || len(scripts) < 150 {
		t.Fatalf("there are %d sentences and %d lines of scripts", len(trained), len(scripts))
	}
	for _, line := range scripts {
		for _, text := range trained {
			if len(line) > 3 && strings.Join(words(text), " ") == strings.Join(line, " ") {
				t.Errorf("a line of a script is trained on: %q", text)
			}
		}
	}
}

func words(text string) []string {
	var out []string
	for _, t := range value.Tokens(text) {
		out = append(out, t.Lower)
	}
	return out
}

// TestTrainingIsWhole: every move has sentences, and what is saved is loaded again.
func TestTrainingIsWhole(t *testing.T) {
	data := must.Have(Training())(t)
	for _, k := range data.Skills {
		if len(k.Wordings) < 50 {
			t.Errorf("%s has %d sentences", k.ID, len(k.Wordings))
		}
	}
	m := must.Have(reading.Load(bytes.NewReader(shipped)))(t)
	var saved bytes.Buffer
	must.Do(t, m.Save(&saved))
	if saved.Len() == 0 {
		t.Error("nothing is saved")
	}
}
