package reflex

import (
	"errors"
	"fmt"
	"slices"

	"legomem/lists"
	"legomem/reading"
	"legomem/trajectory"
)

// apartError says why a run is not generalised together with another, to who taught both.
type apartError struct {
	why string
	// sure says that only this kept them apart, whatever their sentences say.
	sure bool
}

func (e *apartError) Error() string { return e.why }

func apart(format string, args ...any) error {
	return &apartError{why: fmt.Sprintf(format, args...)}
}

// sureness ranks reasons: that it is other work, that something differs, that only this
// differs.
func sureness(err error) int {
	var why *apartError
	switch {
	case !errors.As(err, &why):
		return 0
	case why.sure:
		return 2
	}
	return 1
}

// unlike says that no source gives an argument in all runs.
func unlike(s Step, name string, want wanted, stories []story) error {
	mine, its := firstOf(stories[0], s.Number, want), firstOf(stories[len(stories)-1], s.Number, want)
	return apart("%s of %s is %s here and %s there, and nothing that the sentences or earlier actions say gives both", name, s.Tool, mine, its)
}

// firstOf is what an action has of a value the first time it is done, in JSON.
func firstOf(s story, number int, want wanted) string {
	if len(s.at[number]) == 0 {
		return "nothing"
	}
	return brieflySaid(key(want.of(s.at[number][0].step)))
}

// maxSaid is how much of a value is shown to tell it from another, in letters.
const maxSaid = 60

func brieflySaid(s string) string {
	if r := []rune(s); len(r) > maxSaid {
		return string(r[:maxSaid]) + "…"
	}
	return s
}

// notJoined is the note on a run that is not generalised together with another; "" for
// one that nobody would take for the same work.
func notJoined(c *compiler, other *trajectory.Run, err error) string {
	var why *apartError
	if !errors.As(err, &why) {
		return ""
	}
	if !why.sure && !mayBeSame(c, other) {
		return ""
	}
	return fmt.Sprintf("not generalised together with run %s: %v", other.ID, why)
}

// mayBeSame says that who taught two runs may have meant the same work: the same tools
// were asked for in much the same words. What is done otherwise for the same sentence is
// told as a memory that it asks for already.
func mayBeSame(c *compiler, other *trajectory.Run) bool {
	return SameActions(c.run, other) && sharesWords(c, other)
}

// sharesWords says that another run's sentence has most of the words of this one, or the
// other way round, values aside: who taught both may have meant the same work.
func sharesWords(c *compiler, other *trajectory.Run) bool {
	o, _, err := compileOne(other, c.reg)
	if err != nil {
		return false
	}
	mine, its := c.telling(), o.telling()
	both := len(lists.Filter(mine, func(w string) bool { return slices.Contains(its, w) }))
	return both > 0 && 2*both >= min(len(mine), len(its))
}

// telling are the words in which the run's sentence asks that say something.
func (c *compiler) telling() []string {
	all := lists.Filter(c.out.ownWords(c.ownPattern()), func(w string) bool { return !reading.Common(w) })
	slices.Sort(all)
	return slices.Compact(all)
}
