package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"legomem/durable"
	"legomem/filelock"
	"legomem/officebench/trial"
)

// Folder is an experiment's work folder, held by this process:
//
//	bench.json               what is run, as trial.Bench
//	collect/trials.jsonl     a record for each training run
//	collect/runs/<trial>/    its attempts, each a run's folder
//	curate/bank.db           the bank; curate/curation.json how it was made
//	curate.jsonl             what each model call that made it cost
//	trials.jsonl             a record for each evaluated run
//	evaluate/runs/<trial>/   its attempts
//	report.*                 made of bench.json and trials.jsonl
type Folder struct {
	Dir string
	// Bench is the content of bench.json. Engine.Run adds the bank's hash and how it was
	// curated.
	Bench trial.Bench
	lock  *filelock.Lock // nil where Look opened it
}

// Names in a work folder.
const (
	benchFile    = "bench.json"
	trialsFile   = "trials.jsonl"
	curationFile = "curation.json"
	callsFile    = "curate.jsonl"
	bankFile     = "bank.db"
)

// Open locks the work folder of an experiment: a new one, or one that was begun with the
// same settings. If another process holds it, the error is a *Locked; if the settings
// differ and a run was made, it is a *SettingError that names the first difference.
func Open(dir string, want trial.Bench, now time.Time) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the bench's folder: %w", err)
	}
	held, err := lock(dir, now)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, Bench: want, lock: held}
	if err := f.begin(now); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Look is the work folder of an experiment as it is, or as it would be. It writes
// nothing, and another process may be using the folder. It serves Engine.Estimate, but
// not Engine.Run. Other settings are refused as by Open.
func Look(dir string, want trial.Bench) (*Folder, error) {
	f := &Folder{Dir: dir, Bench: want}
	return f, f.settle(time.Time{})
}

func (f *Folder) begin(now time.Time) error {
	if err := f.settle(now); err != nil {
		return err
	}
	return f.save()
}

// settle decides which experiment the folder holds: the one that is wanted, or the same
// one as it was begun.
func (f *Folder) settle(now time.Time) error {
	have, err := readBench(f.Dir)
	fresh := errors.Is(err, fs.ErrNotExist)
	if err != nil && !fresh {
		return err
	}
	what := difference(have, f.Bench)
	if fresh || (what != "" && f.untouched()) {
		f.Bench.Started = now.UTC()
		return nil
	}
	if what != "" {
		return impossible("the bench in %s was begun with other settings: %s; give this one another --name, or repeat the settings of that one", f.Dir, what)
	}
	have.Caps, have.Notes = f.Bench.Caps, f.Bench.Notes // these may change
	f.Bench = have
	return nil
}

// untouched reports whether no run was begun, so that the settings may still change.
func (f *Folder) untouched() bool {
	for _, dir := range [][]string{{"collect", "runs"}, {"evaluate", "runs"}, {"curate"}} {
		if entries, err := os.ReadDir(f.Path(dir...)); len(entries) > 0 || (err != nil && !errors.Is(err, fs.ErrNotExist)) {
			return false
		}
	}
	for _, file := range [][]string{{trialsFile}, {"collect", trialsFile}} {
		if info, err := os.Stat(f.Path(file...)); (err == nil && info.Size() > 0) || (err != nil && !errors.Is(err, fs.ErrNotExist)) {
			return false
		}
	}
	return true
}

// Close releases the folder.
func (f *Folder) Close() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Close()
}

// Path is the path of a file in the work folder.
func (f *Folder) Path(parts ...string) string {
	return filepath.Join(append([]string{f.Dir}, parts...)...)
}

func (f *Folder) save() error { return writeJSON(f.Path(benchFile), f.Bench) }

// Read reads an experiment and the records of all attempts at its trials,
// without changing anything: it may be under way. Effective keeps those that
// count.
func Read(dir string) (trial.Bench, []trial.Record, error) {
	b, err := readBench(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil, impossible("%s is no bench's folder: there is no %s in it", dir, benchFile)
	}
	if err != nil {
		return b, nil, err
	}
	all, err := readLedger[trial.Record](filepath.Join(dir, trialsFile))
	return b, all, err
}

func readBench(dir string) (trial.Bench, error) {
	var b trial.Bench
	return b, readJSON(filepath.Join(dir, benchFile), &b)
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return nil
}

// writeJSON replaces a file whole: a crash leaves the old one or the new one.
func writeJSON(path string, v any) error {
	err := durable.File(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
