package bench

import (
	"context"

	"legomem/llm/cost"
	"legomem/membank"
	"legomem/officebench"
	"legomem/officebench/trial"
)

// Lab carries out what an experiment asks for. It is an interface so that the bookkeeping
// can be tested without models and sandboxes; cmd/legomem makes the real one from the
// configuration.
type Lab interface {
	// Run carries out one task in the folder Job.Runs/Job.Run, which it makes, and closes
	// its log. It may be called for several jobs at once. The error is the cause of the
	// outcome "error", an *Outside where something outside broke. An error that leaves no
	// log ends the experiment, unless it is an *Outside.
	Run(ctx context.Context, j Job) error
	// Curate makes the bank of an experiment in a new file. Curated holds what it spent,
	// even with an error.
	Curate(ctx context.Context, c Curating) (Curated, error)
	// Inspect looks into a bank without changing it.
	Inspect(ctx context.Context, bank string) (Bank, error)
}

// Job is one run to be made.
type Job struct {
	Phase Phase
	trial.Trial
	Task officebench.Task
	// Runs is the parent of the run's folder, Run the run's id and its folder's name.
	Runs, Run string
	// Bank is the file of the bank, to be opened read-only; empty: none.
	Bank string
	// Hide are the suite's tasks that the run must not remember.
	Hide []string
}

// Curating is a bank to be made.
type Curating struct {
	// Runs are the folders of the training runs that passed, in the suite's
	// order.
	Runs []string
	// Failed are the folders of those that did not pass, in that order: what they failed by
	// is remembered if the configuration wants it.
	Failed []string
	Bank   string // the file to be made
	// Kinds are the kinds of unit that the cells retrieve.
	Kinds []membank.UnitKind
	// Budget is what is left of the experiment's spend cap; zero is no cap. Once
	// it is spent, the error is an *cost.Exhausted.
	Budget cost.Budget
	// Log records what a role spent, after each model call, and returns when that is on
	// the disk, so that a killed program does not lose it. What is in Curated.Spent but
	// was not logged is recorded at the end. It may be called from several goroutines.
	Log func(role string, s trial.Spend) error
}

// Curated is the result of Curating.
type Curated struct{ trial.Curation }

// Bank is what is known of a memory bank.
type Bank struct {
	// Hash identifies its content: any unit added, changed or forgotten changes it.
	Hash     string
	Embedder string
	// Tasks are the tasks that its units were learned from.
	Tasks []Source
	Units map[string]int // by kind; a kind that is not in it is not in the bank
}

// Source is a task that a unit was learned from.
type Source struct{ Suite, Task string }

// Outside marks an error whose cause lies outside the program: an endpoint
// that does not answer, an engine, a disk.
type Outside struct{ Err error }

func (o *Outside) Error() string { return o.Err.Error() }

// Unwrap returns the cause.
func (o *Outside) Unwrap() error { return o.Err }

// kinds are the kinds of unit that some cells retrieve, each once.
func kinds(cells []trial.Cell) []membank.UnitKind {
	var out []membank.UnitKind
	seen := map[membank.UnitKind]bool{}
	for _, c := range cells {
		for _, k := range membank.KindsFor(c.Variant) {
			if !seen[k] {
				seen[k] = true
				out = append(out, k)
			}
		}
	}
	return out
}
