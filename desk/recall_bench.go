package desk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"legomem/durable"
	"legomem/lists"
	"legomem/membank/recall"
	"legomem/membank/recall/bench"
	"legomem/membank/recall/dialogues"
)

// RecallBench is what BenchRecall measures.
type RecallBench struct {
	Data      string // the folder
	Seed      uint64
	Conflicts bool   // users may have several dialogues of one service
	Scorer    string // the file of one that was trained here; "" for the program's own
}

// BenchRecall measures how well what a user said is found and used, on published dialogues.
func (d *Desk) BenchRecall(ctx context.Context, o RecallBench) (bench.Report, error) {
	if o.Data == "" {
		return bench.Report{}, BadInput("--data names the folder of the dialogues")
	}
	scorer, err := recallScorer(o.Scorer)
	if err != nil {
		return bench.Report{}, err
	}
	sources, err := readDialogues(o.Data, dialogues.Grouping{Seed: o.Seed, Conflicts: o.Conflicts})
	if err != nil {
		return bench.Report{}, err
	}
	r, err := bench.Run(ctx, sources, scorer, o.Seed)
	if errors.Is(err, bench.ErrNobody) {
		err = &InputError{err}
	}
	return r, err
}

func recallScorer(file string) (*recall.Scorer, error) {
	if file == "" {
		return recall.Shipped()
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, &InputError{err}
	}
	defer f.Close()
	sc, err := recall.LoadScorer(f)
	if err != nil {
		return nil, BadInput("%s: %w", file, err)
	}
	return sc, nil
}

func readDialogues(dir string, g dialogues.Grouping) ([]dialogues.Source, error) {
	sources, err := dialogues.Read(dir, g)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		err = &InputError{err}
	}
	return sources, err
}

// RecallTraining is what TrainRecall trains.
type RecallTraining struct {
	Data string // the folder; where it has a folder "train", that alone is trained on
	Out  string // the file that is written
	Seed uint64
}

// TrainRecall trains the scorer of what a user said, and writes it.
func (d *Desk) TrainRecall(ctx context.Context, o RecallTraining) (recall.About, error) {
	if o.Data == "" || o.Out == "" {
		return recall.About{}, BadInput("--data names the folder of the dialogues, and --out the file to write")
	}
	var all []dialogues.Source
	for _, g := range bench.Groupings(o.Seed) {
		sources, err := readDialogues(o.Data, g)
		if err != nil {
			return recall.About{}, err
		}
		if part := lists.Filter(sources, func(s dialogues.Source) bool { return s.Name == "train" }); len(part) > 0 {
			sources = part
		}
		all = append(all, sources...)
	}
	sc, err := bench.Train(ctx, filepath.Base(o.Data), all, o.Seed)
	if errors.Is(err, bench.ErrNobody) {
		err = &InputError{err}
	}
	if err != nil {
		return recall.About{}, err
	}
	return sc.About, durable.File(o.Out, func(w io.Writer) error { return sc.Save(w) })
}
