package main

import (
	"fmt"
	"legomem/words"
	"strings"
	"time"
)

// batchTold tells of a batch while it goes on: one line that is written over on
// a terminal, a plain line a row elsewhere, nothing beside JSON.
type batchTold struct {
	b        *batch
	terminal bool
	began    time.Time
	width    int // of the line on the terminal
	made     int // rows that were done or tried now
}

func newBatchTold(b *batch) *batchTold {
	asks := b.app.config.Policy.Approve != "" && b.app.config.Policy.Approve != "never"
	return &batchTold{b: b, terminal: isTerminal(b.app.err) && !asks, began: b.app.now()}
}

func (t *batchTold) begins(r batchRow) {
	if t.terminal && !t.b.app.json {
		t.over(batchLine(t.b.said(), r.task.Text, t.made, t.b.app.now().Sub(t.began)))
	}
}

func (t *batchTold) ended(d rowDone) {
	if d.Status != wasDone {
		t.made++
	}
	if t.terminal || t.b.app.json || d.Status == wasDone {
		return
	}
	line := fmt.Sprintf("%d/%d %s: %s", d.Row, len(t.b.rows), strings.ReplaceAll(d.Status, "_", " "), words.Short(d.Task, 100))
	if d.Run != "" {
		line += " (run " + d.Run + ")"
	}
	fmt.Fprintln(t.b.app.err, line)
}

// over writes over the terminal's line.
func (t *batchTold) over(line string) {
	line = words.Short(line, columns)
	n := len([]rune(line))
	fmt.Fprintf(t.b.app.err, "\r%s%s", line, strings.Repeat(" ", max(0, t.width-n)))
	t.width = n
}

// close leaves the terminal's line.
func (t *batchTold) close() {
	if t.width > 0 {
		fmt.Fprintf(t.b.app.err, "\r%s\r", strings.Repeat(" ", t.width))
		t.width = 0
	}
}

// batchLine is how far a batch is after some time, and what it does now.
func batchLine(s batchSaid, task string, made int, since time.Duration) string {
	at := len(s.Results) + 1
	line := fmt.Sprintf("row %d of %d: %d done", at, s.Rows, s.Done+s.Before)
	if s.NotDone > 0 {
		line += fmt.Sprintf(", %d not", s.NotDone)
	}
	if left := s.Rows - at + 1; made > 0 {
		line += fmt.Sprintf(", %s left", span(since/time.Duration(made)*time.Duration(left)))
	}
	return line + ": " + task
}
