package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/officebench/bench"
	"legomem/words"
)

// benchProgress shows how far a bench is: on a terminal one line that is overwritten,
// elsewhere a plain line every so often, with JSON nothing.
type benchProgress struct {
	a        *app
	terminal bool
	phase    bench.Phase
	began    time.Time // of the phase
	told     time.Time
	width    int // of the line on the terminal
}

// between is the time between plain lines.
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
	since := at.Sub(p.began)
	switch {
	case p.terminal:
		p.width = overLine(p.a.err, progressLine(now, since, columns), p.width)
	case at.Sub(p.told) >= between, now.Done == now.Total:
		tellLine(p.a.err, progressLine(now, since, 0))
		p.told = at
	}
}

// end ends the terminal's line.
func (p *benchProgress) end() {
	if p.terminal && p.width > 0 {
		tellf(p.a.err, "\n")
		p.width = 0
	}
}

// columns is how long a terminal's line may be: one that wraps cannot be overwritten.
// Few terminals are narrower.
const columns = 79

// progressLine is how far a phase is after some time, in at most `most` characters; 0
// is no limit.
func progressLine(p bench.Progress, since time.Duration, most int) string {
	if p.Phase == bench.Curate {
		return fmt.Sprintf("curate: memories of %s", words.Many(p.Total, "run"))
	}
	parts := []piece{{said: fmt.Sprintf("%s: %s/%s", p.Phase, words.Thousands(p.Done), words.Thousands(p.Total))}, {said: words.Thousands(p.Passed) + " " + succeeded(p)}}
	add := func(drop int, format string, args ...any) {
		parts = append(parts, piece{fmt.Sprintf(format, args...), drop})
	}
	if p.Errors > 0 {
		add(0, "%s", words.Many(p.Errors, "error"))
	}
	if p.Spent.Calls > 0 {
		add(1, "%s tokens", words.Thousands(p.Spent.Tokens.Prompt+p.Spent.Tokens.Completion))
		if p.Spent.USD != nil {
			add(0, "%s", dollars(p.Spent.USD))
		}
	}
	if made := p.Done - p.Resumed; made > 0 && since > 0 {
		add(2, "%s a minute", rate(float64(made)/since.Minutes()))
		if left := p.Total - p.Done; left > 0 {
			add(3, "%s left", span(since/time.Duration(made)*time.Duration(left)))
		} else {
			add(3, "in %s", span(since))
		}
	}
	return fit(parts, most)
}

// succeeded is what the runs did that are counted as passed.
func succeeded(p bench.Progress) string {
	if p.Claimed {
		return "solved"
	}
	return "passed"
}

// rate has a decimal if it is small.
func rate(r float64) string {
	if r < 10 {
		return fmt.Sprintf("%.1f", r)
	}
	return fmt.Sprintf("%.0f", r)
}

// piece is a part of a line. If the line is too long, parts with a drop number are left
// out, the lowest first.
type piece struct {
	said string
	drop int
}

func fit(parts []piece, most int) string {
	for drop := 1; ; drop++ {
		var said []string
		for _, p := range parts {
			said = append(said, p.said)
		}
		line := strings.Join(said, ", ")
		if most == 0 || len(line) <= most || drop > 3 {
			return line
		}
		parts = slices.DeleteFunc(parts, func(p piece) bool { return p.drop == drop })
	}
}
