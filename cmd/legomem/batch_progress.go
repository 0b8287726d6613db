package main

import (
	"fmt"
	"strings"
	"time"

	"legomem/desk"
	"legomem/words"
)

// batchProgress shows how far a batch is: on a terminal one line that is overwritten,
// elsewhere a plain line per row, with JSON nothing.
type batchProgress struct {
	a        *app
	terminal bool
	began    time.Time
	width    int // of the line on the terminal
	made     int // rows that were done or tried now
}

func newBatchProgress(a *app) *batchProgress {
	return &batchProgress{a: a, terminal: isTerminal(a.err)}
}

// observe takes each row when it begins, and when it has ended.
func (p *batchProgress) observe(row desk.RowReport, soFar desk.BatchTally) {
	if p.began.IsZero() {
		p.began = p.a.now()
	}
	begins, fresh := row.Status == "", row.Status != desk.RowDoneBefore
	if fresh && !begins {
		p.made++
	}
	switch {
	case p.a.json:
	case begins && p.terminal:
		p.over(batchLine(row, soFar, p.made, p.a.now().Sub(p.began)))
	case !begins && !p.terminal && fresh:
		p.line(row, soFar)
	}
}

func (p *batchProgress) line(row desk.RowReport, soFar desk.BatchTally) {
	line := fmt.Sprintf("%d/%d %s: %s", row.Row, soFar.Rows, strings.ReplaceAll(row.Status, "_", " "), words.Short(row.Task, 100))
	if row.Run != "" {
		line += " (run " + row.Run + ")"
	}
	tellLine(p.a.err, line)
}

// over overwrites the terminal's line.
func (p *batchProgress) over(line string) {
	p.width = overLine(p.a.err, words.Short(line, columns), p.width)
}

// close clears the terminal's line.
func (p *batchProgress) close() {
	if p.width > 0 {
		clearLine(p.a.err, p.width)
	}
}

// batchLine is how far a batch is after some time, and what it does now.
func batchLine(row desk.RowReport, soFar desk.BatchTally, made int, since time.Duration) string {
	line := fmt.Sprintf("row %d of %d: %d done", row.Row, soFar.Rows, soFar.Done+soFar.Before)
	if soFar.NotDone > 0 {
		line += fmt.Sprintf(", %d not", soFar.NotDone)
	}
	if left := soFar.Rows - row.Row + 1; made > 0 {
		line += fmt.Sprintf(", %s left", span(since/time.Duration(made)*time.Duration(left)))
	}
	return line + ": " + row.Task
}
