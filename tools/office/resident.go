package office

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// Resident converts like ToPDF, with one LibreOffice that is started on first
// use and stays: from the second document on, a conversion takes a tenth to
// half a second. It is a process group (a Python that speaks UNO, which
// python3-uno brings, and the LibreOffice it starts) that dies with this
// program, ends after a minute without work, and is killed as a whole when a
// conversion's context ends; the next conversion starts a new one.
//
// Where it cannot run, or has failed twice in a row, and for the document that
// it fails on, ToPDF is used instead. Close it when done.
type Resident struct {
	turn     chan struct{} // holds a token; only its taker may use the rest
	worker   *worker       // nil while none runs
	failures int           // in a row
	resting  *time.Timer   // ends a worker without work

	idle     time.Duration // how long a worker may be without work
	patience time.Duration // how long a worker may take to start
}

// The limits of a resident LibreOffice.
const (
	residentIdle     = time.Minute
	residentStart    = 30 * time.Second // a busy machine takes five
	residentFailures = 2
	residentServes   = 200 // documents, after which a fresh one takes over, because it grows
)

// NewResident makes a converter; it starts nothing yet.
func NewResident() *Resident {
	r := &Resident{turn: make(chan struct{}, 1), idle: residentIdle, patience: residentStart}
	if runtime.GOOS != "linux" {
		r.failures = residentFailures // only Linux can end it together with this program
	}
	r.turn <- struct{}{}
	return r
}

// PythonUNO is what a resident LibreOffice is controlled with.
func PythonUNO() Program {
	return Program{Command: "soffice", Package: "python3-uno", Library: "libpyuno.so",
		For: "conversions in tenths of a second, from the second on", version: []string{"--version"}}
}

// ToPDF converts as the package's ToPDF does, one document at a time, and
// fails with the same errors.
func (r *Resident) ToPDF(ctx context.Context, name string, data []byte) ([]byte, error) {
	d, err := readDraft(name, data)
	if err != nil {
		return nil, err
	}
	select {
	case <-r.turn:
	case <-ctx.Done():
		return nil, fmt.Errorf("convert %s to pdf: waiting for another conversion: %w", name, ctx.Err())
	}
	defer func() { r.turn <- struct{}{} }()
	pdf, err := r.convert(ctx, d)
	if errors.Is(err, errResident) && ctx.Err() == nil {
		pdf, err = d.convertOnce(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("convert %s to pdf: %w", name, err)
	}
	return pdf, nil
}

// errResident marks a failure of the resident, rather than of the document.
var errResident = errors.New("the resident LibreOffice failed")

// convert converts one document. An error that breaks the worker ends it.
func (r *Resident) convert(ctx context.Context, d draft) ([]byte, error) {
	if _, err := d.program.Find(); err != nil {
		return nil, err
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, maxProgramTime)
		defer cancel()
	}
	BoundsOf(ctx).starts()
	pdf, err := r.attempt(ctx, d)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("%s did not end in time and was stopped: %w", d.program.Command, ctx.Err())
	}
	return pdf, err
}

func (r *Resident) attempt(ctx context.Context, d draft) ([]byte, error) {
	if err := r.wake(ctx); err != nil {
		return nil, err
	}
	pdf, err := r.worker.convert(ctx, d)
	if errors.Is(err, errResident) {
		r.failures++
		return nil, errors.Join(err, r.end())
	}
	r.failures = 0
	w := r.worker
	w.served++
	if w.served >= residentServes {
		return pdf, errors.Join(err, r.end())
	}
	served := w.served
	r.resting = time.AfterFunc(r.idle, func() { r.rest(w, served) })
	return pdf, err
}

// wake makes sure that a worker runs.
func (r *Resident) wake(ctx context.Context) (err error) {
	if r.resting != nil {
		r.resting.Stop()
	}
	if r.worker != nil {
		return nil
	}
	if r.failures >= residentFailures {
		return errResident
	}
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	if r.worker, err = startWorker(ctx); err != nil {
		r.failures++
	}
	return err
}

// rest ends a worker that has had no work since.
func (r *Resident) rest(w *worker, served int) {
	<-r.turn
	defer func() { r.turn <- struct{}{} }()
	if r.worker == w && w.served == served {
		_ = r.end() // nobody waits for it; what it leaves is in the temporary folder
	}
}

func (r *Resident) end() error {
	if r.worker == nil {
		return nil
	}
	w := r.worker
	r.worker = nil
	return w.end()
}

// Close ends the LibreOffice, after the conversion that is running. Later
// conversions use the package's ToPDF.
func (r *Resident) Close() error {
	<-r.turn
	defer func() { r.turn <- struct{}{} }()
	if r.resting != nil {
		r.resting.Stop()
	}
	r.failures = residentFailures
	return r.end()
}
