package reflex

import (
	"errors"
	"fmt"

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
	mine, its := c.ownWords(), newCompiler(other.Started.Task, nil, c.reg).ownWords()
	both := 0
	for w := range mine {
		if its[w] {
			both++
		}
	}
	return both > 0 && 2*both >= min(len(mine), len(its))
}

// ownWords are the stems of the sentence's words that say something and are no values.
func (c *compiler) ownWords() map[string]bool {
	slotted := map[int]bool{}
	for _, f := range c.slots {
		for _, s := range f.spans {
			for i := s.first; i <= s.last; i++ {
				slotted[i] = true
			}
		}
	}
	out := map[string]bool{}
	for i, w := range c.said.words {
		if !slotted[i] && c.said.within[i] < 0 && c.lx.content(w.lower) {
			out[w.stem] = true
		}
	}
	return out
}
