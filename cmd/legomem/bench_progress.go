package main

import (
	"fmt"
	"strings"
	"time"

	"legomem/officebench/bench"
)

// benchProgress tells how far a bench is: one line that is written over on a
// terminal, a plain line every so often elsewhere, nothing beside JSON.
type benchProgress struct {
	a        *app
	terminal bool
	phase    bench.Phase
	began    time.Time // of the phase
	told     time.Time
	width    int // of the line on the terminal
}

// between is how long plain lines are apart.
const between = 10 * time.Second

func newBenchProgress(a *app) *benchProgress {
	return &benchProgress{a: a, terminal: isTerminal(a.err)}
}

// observe takes the engine's news, one at a time.
func (p *benchProgress) observe(now bench.Progress) {
	if p.a.json {
		return
	}
	at := p.a.now()
	if now.Phase != p.phase {
		p.end()
		p.phase, p.began, p.told = now.Phase, at, time.Time{}
	}
	line := progressLine(now, at.Sub(p.began))
	switch {
	case p.terminal:
		fmt.Fprintf(p.a.err, "\r%s%s", line, strings.Repeat(" ", max(0, p.width-len(line))))
		p.width = len(line)
	case at.Sub(p.told) >= between, now.Done == now.Total:
		fmt.Fprintln(p.a.err, line)
		p.told = at
	}
}

// end leaves the terminal's line.
func (p *benchProgress) end() {
	if p.terminal && p.width > 0 {
		fmt.Fprintln(p.a.err)
		p.width = 0
	}
}

// progressLine is how far a phase is after some time.
func progressLine(p bench.Progress, since time.Duration) string {
	if p.Phase == bench.Curate {
		return fmt.Sprintf("curate: %d runs become memories", p.Total)
	}
	line := fmt.Sprintf("%s: %d/%d, %d passed", p.Phase, p.Done, p.Total, p.Passed)
	if p.Errors > 0 {
		line += fmt.Sprintf(", %d errors", p.Errors)
	}
	if p.Spent.Calls > 0 {
		line += fmt.Sprintf(", %d tokens", p.Spent.Tokens.Prompt+p.Spent.Tokens.Completion)
		if p.Spent.USD != nil {
			line += fmt.Sprintf(", USD %.2f", *p.Spent.USD)
		}
	}
	made := p.Done - p.Resumed
	if made <= 0 || since <= 0 {
		return line
	}
	line += fmt.Sprintf(", %.1f a minute", float64(made)/since.Minutes())
	if left := p.Total - p.Done; left > 0 {
		line += ", " + (since / time.Duration(made) * time.Duration(left)).Round(time.Second).String() + " left"
	}
	return line
}
