package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
	"legomem/officebench/trial"
)

// FuzzSplit: what is read as a split has two lists, and reads the same again.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{`{"train": ["1-1/0"], "test": ["1-2/0"]}`, `{}`, `{"test": null}`, `[]`, `{"test": ["a"]} {}`, `{"tset": []}`, `{"test": ["a"]}]`, `{"test": [], "test": ["a"]}`, `{"test": ["a"]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		split, err := parseSplit(data)
		if err != nil {
			return
		}
		if split.Train == nil || split.Test == nil {
			t.Fatalf("%q gives %+v", data, split)
		}
		text := must.Have(json.Marshal(map[string][]string{"train": split.Train, "test": split.Test}))(t)
		if again, err := parseSplit(text); err != nil || hashSplit(again) != hashSplit(split) {
			t.Errorf("%q reads as %+v, and that as %+v, %v", data, split, again, err)
		}
	})
}

// FuzzLedger: whatever a file ends in, opening it either refuses it or leaves
// whole lines that read the same again.
func FuzzLedger(f *testing.F) {
	for _, s := range []string{"", "{}\n", `{"task":"1-1/0"}` + "\n" + `{"task":"1-`, "nonsense\n", "{}", "\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "trials.jsonl")
		must.Do(t, os.WriteFile(path, data, 0o600))
		l, first, err := openLedger[trial.Record](path)
		if err != nil {
			return
		}
		must.Do(t, l.Close())
		left := must.Have(os.ReadFile(path))(t)
		if !bytes.HasPrefix(data, left) || (len(left) > 0 && left[len(left)-1] != '\n') {
			t.Errorf("%q is mended to %q", data, left)
		}
		second, err := readLedger[trial.Record](path)
		if err != nil || len(second) != len(first) {
			t.Errorf("%d records, then %d, %v", len(first), len(second), err)
		}
	})
}
