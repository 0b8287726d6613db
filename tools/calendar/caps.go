package calendar

import (
	"fmt"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"legomem/tools"
)

// The caps on a stranger's calendar, each with its reason. They are counts, so
// a calendar is accepted or refused alike on every machine.
const (
	maxEvents  = 50_000   // of one file: a busy life
	maxNesting = 16       // components in components; the standard needs 3, and the library recurses for each
	maxLine    = 10 << 20 // bytes of a line, unfolded: an attachment may be written in one
	maxParams  = 1 << 30  // bytes: the library copies a line for each of its parameters
	maxRule    = 1_000    // bytes of a recurrence rule
	maxEvery   = 100_000  // INTERVAL: beyond this, the library's days overflow
	maxTimes   = 24 * 60  // occurrences of a rule within one day
	maxBarren  = 20       // rules of one calendar that never come true: each is followed for 8,000 years
	maxSeries  = 20_000   // occurrences of one event
	maxAll     = 10 * maxSeries
)

// checkText checks a calendar's text against the caps before the library reads it.
func checkText(text []byte) error {
	depth, events, copied := 0, 0, 0
	for _, l := range lines(text) {
		size := l.end - l.start
		if size > maxLine {
			return tooLarge("a line of %d bytes, over the cap of %d", size, maxLine)
		}
		if l.name == "BEGIN" {
			if depth++; depth > maxNesting {
				return tooLarge("components nested deeper than %d", maxNesting)
			}
			if events++; events > 2*maxEvents {
				return tooLarge("more than %d components", 2*maxEvents)
			}
		}
		if l.name == "END" {
			depth = max(0, depth-1)
		}
		if copied += parameters(text[l.start:l.end]) * size; copied > maxParams {
			return tooLarge("long lines with many parameters")
		}
	}
	return nil
}

// parameters counts what may begin a parameter or its value in a line, before the
// line's own value: an upper bound on its parameters.
func parameters(line []byte) int {
	n, quoted := 0, false
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ';' || c == ',' || c == '=':
			n++
		case c == ':' && !quoted:
			return n
		}
	}
	return n
}

func tooLarge(format string, args ...any) error {
	return tools.Failf(tools.TooLarge, "it has "+format+"; export a shorter time", args...)
}

// checkRule refuses a rule that the library would follow forever, or expand to
// millions of occurrences before it returns the first.
func checkRule(o *rrule.ROption) error {
	picks := len(o.Bymonth) + len(o.Bymonthday) + len(o.Byyearday) + len(o.Byweekno) + len(o.Byweekday) + len(o.Byeaster) +
		len(o.Bysetpos) + len(o.Byhour) + len(o.Byminute) + len(o.Bysecond)
	times := max(1, len(o.Byhour)) * max(1, len(o.Byminute)) * max(1, len(o.Bysecond))
	switch {
	case o.Interval > maxEvery:
		return fmt.Errorf("its interval of %d is over the cap of %d", o.Interval, maxEvery)
	case o.Freq >= rrule.HOURLY && picks > 0:
		return fmt.Errorf("it recurs every %s and picks among these, which is not followed", strings.ToLower(o.Freq.String()))
	case times > maxTimes:
		return fmt.Errorf("it recurs %d times a day, over the cap of %d", times, maxTimes)
	}
	return nil
}

// budget limits the work of following all series of a calendar.
type budget struct{ occurrences, barren int }

func newBudget() *budget { return &budget{maxAll, maxBarren} }

// comesTrue reports whether a rule ever comes true. Finding out that it does not
// takes long, so those rules are counted.
func (b *budget) comesTrue(rule *rrule.RRule) (bool, error) {
	if _, ok := rule.Iterator()(); ok {
		return true, nil
	}
	if b.barren--; b.barren < 0 {
		return false, tools.Failf(tools.TooLarge, "it has more than %d recurrence rules that never come true; delete these events", maxBarren)
	}
	return false, nil
}

func (b *budget) spend(f *file, to time.Time) error {
	if b.occurrences--; b.occurrences < 0 {
		return tools.Failf(tools.TooLarge, "%s: its events recur more than %d times in all before %s; ask for an earlier time", f.path, maxAll, to.Format(dateForm))
	}
	return nil
}
