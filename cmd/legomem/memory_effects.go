package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"legomem/desk"
	"legomem/membank"
	"legomem/membank/lift"
	"legomem/words"
)

// tellEffects prints what single memories do, and what may be done about those that harm.
func (p *sheet) tellEffects(e desk.MemoryEffects) error {
	if e.Runs == 0 {
		return nil
	}
	tellf(p, "\n")
	p.line(0, "%s could have left a memory out at random, and %d did (memory.lift.share)%s. Below is what a memory adds to a run that is shown it, %s.",
		words.Count(e.Runs, "run"), e.LeftOut, asTrials(e.Trials), successInWords(e.By))
	p.line(0, "Intervals are 95%%; a verdict goes by success first, and by steps where success stays as it is.")
	var err error
	switch {
	case len(e.Memories) == 0:
	case p.width > 0 && p.width < tableWidth:
		p.tellEffectsBriefly(e.Memories)
	default:
		err = p.tellEffectTable(e.Memories)
	}
	if e.Unlisted > 0 {
		p.line(0, "and %d more", e.Unlisted)
	}
	if e.Harmful > 0 {
		tellf(p, "\n")
		p.line(0, "%s and may still be found: legomem memory quarantine --harmful keeps %s from every retrieval.",
			words.Plural(e.Harmful, "memory harms", "memories harm"), themOr(e.Harmful))
	}
	return err
}

func asTrials(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d of the runs made as trials", n)
}

func successInWords(by membank.Criterion) string {
	if by == membank.ByPassed {
		return "where success is an evaluation that passed"
	}
	return "where success is what the run says itself, since few were judged"
}

// tellEffectTable prints a line per memory.
func (p *sheet) tellEffectTable(memories []desk.MemoryEffect) error {
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	tellf(w, "MEMORY\tSHOWN\tOUT\tSUCCESS, POINTS\tSTEPS, %%\tTOKENS\tVERDICT\t\n")
	for _, m := range memories {
		tellf(w, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", m.ID, m.Shown, m.LeftOut, hundredths(m.Success), hundredths(m.Longer), change(lift.Difference{Mean: m.Tokens.Mean}, 0),
			verdict(m), words.Short(sentenceOfEffect(m), sentenceRoom))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	p.rows(table.String())
	return nil
}

// tellEffectsBriefly prints a memory on a few lines, each as wide as there is room.
func (p *sheet) tellEffectsBriefly(memories []desk.MemoryEffect) {
	for _, m := range memories {
		tellf(p, "\n")
		p.line(0, "%s: %s", m.ID, verdict(m))
		p.line(2, "%s", words.Short(sentenceOfEffect(m), max(p.width-2, 8)))
		p.line(2, "shown in %s, left out of %d", words.Count(m.Shown, "run"), m.LeftOut)
		p.line(2, "points of success %s", hundredths(m.Success))
		p.line(2, "%% of steps %s", hundredths(m.Longer))
		p.line(2, "tokens %s", change(m.Tokens, 0))
	}
}

// verdict is what may be said of a memory, with how probable that is.
func verdict(m desk.MemoryEffect) string {
	said := string(m.Verdict)
	switch m.Verdict {
	case lift.Harms, lift.Suspect:
		said += fmt.Sprintf(" (%s)", desk.Surely(m.Harm))
		if by := m.By(); len(by) > 0 {
			said += ": " + strings.Join(by, ", ")
		}
	case lift.Helps:
		said += fmt.Sprintf(" (%s)", desk.Surely(m.Help))
	}
	if m.Quarantined {
		said += ", quarantined"
	}
	return said
}

// hundredths is a difference of shares, times a hundred.
func hundredths(d lift.Difference) string {
	times := func(v *float64) *float64 {
		if v == nil {
			return nil
		}
		return new(100 * *v)
	}
	return change(lift.Difference{Mean: times(d.Mean), Low: times(d.Low), High: times(d.High)}, 0)
}

// change is a difference with its interval, as far as they are known.
func change(d lift.Difference, decimals int) string {
	if d.Mean == nil {
		return "-"
	}
	said := signed(*d.Mean, decimals)
	if d.Low == nil {
		return said
	}
	return fmt.Sprintf("%s (%s to %s)", said, signed(*d.Low, decimals), signed(*d.High, decimals))
}

// signed is a number with its sign, of which a rounded 0 has none.
func signed(v float64, decimals int) string {
	said := fmt.Sprintf("%+.*f", decimals, v)
	if strings.Trim(said, "+-0.") == "" {
		return said[1:]
	}
	return said
}

// sentenceOfEffect is what a memory can do, in words.
func sentenceOfEffect(m desk.MemoryEffect) string {
	if m.Gone {
		return "(not in the bank)"
	}
	return m.Sentence
}

func themOr(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
