package consent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"legomem/tools/value"
	"legomem/trajectory"
)

// What a run asks before it does anything: for a value, or which of some readings of the
// task was meant.
const (
	Slot   = Kind(trajectory.AsksSlot)
	Choice = Kind(trajectory.AsksChoice)
)

// None is the reply that it is none of what was offered.
const None Reply = "none"

// AskFirst makes the question that a run asks before it does anything.
func AskFirst(run, tenant, user string, q trajectory.Question) Question {
	out := Question{Kind: Kind(q.Kind), Run: run, Tenant: tenant, User: user, Text: q.Text, Whose: q.Whose, Slot: q.Slot, Readings: q.Readings}
	for _, o := range out.Options() {
		out.Answers = append(out.Answers, Reply(o.Said))
	}
	out.Answers = append(out.Answers, None)
	return out
}

// First reports whether the question comes before anything is done. Its answer has the
// task done again.
func (q Question) First() bool { return q.Kind == Slot || q.Kind == Choice }

// Free reports whether the answer may be in the user's own words.
func (q Question) Free() bool { return q.Slot != nil && q.Slot.Free }

// Option is something that can be answered: what is said for it, and what it means.
type Option struct{ Said, Shown string }

// Options are the values or readings that a question offers. They are said by their
// numbers, or by themselves where a number could be meant as a value.
func (q Question) Options() []Option {
	var out []Option
	for i, c := range q.offered() {
		said := strconv.Itoa(i + 1)
		if !q.Numbered() {
			said = c.Shown
		}
		out = append(out, Option{Said: said, Shown: c.Shown})
	}
	return out
}

// offered are the candidates, or the readings by their ids.
func (q Question) offered() []trajectory.Candidate {
	if q.Slot != nil {
		return q.Slot.Candidates
	}
	var out []trajectory.Candidate
	for _, r := range q.Readings {
		out = append(out, trajectory.Candidate{Value: r.ID, Shown: r.Sentence})
	}
	return out
}

// Numbered reports whether a number stands for the option at that place. It does not where
// numbers are what is asked for, or are offered.
func (q Question) Numbered() bool {
	if q.Slot == nil {
		return true
	}
	number := func(c trajectory.Candidate) bool { return isNumber(c.Value) || isNumber(c.Shown) }
	counts := []value.Kind{value.Number, value.Money}
	return !slices.Contains(counts, q.Slot.Kind) && !slices.ContainsFunc(q.Slot.Candidates, number)
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// Unclear is the error of something said that is no answer to a question.
type Unclear struct{ Why string }

func (u *Unclear) Error() string { return u.Why }

// Confirms reports whether the question is whether the one reading that it offers was
// meant. Then yes and no will do, too.
func (q Question) Confirms() bool { return q.Kind == Choice && len(q.Readings) == 1 }

// Hear reads what somebody says to a question that comes first: the number of an option,
// the option itself, their own words where those are wanted, or none. Words in quotes are
// taken as they stand.
func (q Question) Hear(said string) (trajectory.Answer, error) {
	said = strings.TrimSpace(said)
	words, quoted := unquoted(said)
	switch {
	case strings.TrimSpace(words) == "":
		return trajectory.Answer{}, &Unclear{"an empty answer says nothing; " + q.takes()}
	case !utf8.ValidString(words):
		return trajectory.Answer{}, &Unclear{"the answer is no text (UTF-8)"}
	case quoted:
		return q.meant(words)
	case strings.EqualFold(words, string(None)):
		return trajectory.Answer{None: true}, nil
	case q.Confirms() && isShortFor(words, Yes):
		return q.pick(q.offered()[0]), nil
	case strings.EqualFold(words, string(No)), !q.Free() && isShortFor(words, No):
		return q.refused(words)
	}
	if n, err := strconv.Atoi(words); err == nil && q.Numbered() {
		return q.numbered(n, words)
	}
	return q.meant(words)
}

// isShortFor says that words are a reply or its first letter.
func isShortFor(words string, r Reply) bool {
	return strings.EqualFold(words, string(r)) || strings.EqualFold(words, string(r[:1]))
}

// unquoted is a text without the quotes around it.
func unquoted(said string) (words string, quoted bool) {
	if len(said) < 2 || !strings.HasPrefix(said, `"`) || !strings.HasSuffix(said, `"`) {
		return said, false
	}
	return said[1 : len(said)-1], true
}

// refused is the answer "no": none, unless it could be the value.
func (q Question) refused(words string) (trajectory.Answer, error) {
	if q.Free() {
		return trajectory.Answer{}, &Unclear{fmt.Sprintf("%q may be the value, or mean that there is none: say none, or put the value in quotes ('%q')", words, words)}
	}
	return trajectory.Answer{None: true}, nil
}

// numbered is the option with a number, or the number as the user's own words.
func (q Question) numbered(n int, words string) (trajectory.Answer, error) {
	all := q.offered()
	switch {
	case n >= 1 && n <= len(all):
		return q.pick(all[n-1]), nil
	case q.Free():
		return trajectory.Answer{Value: words, Free: true}, nil
	}
	return trajectory.Answer{}, &Unclear{fmt.Sprintf("there is no %s; %s", words, q.takes())}
}

// meant is the option that is named, or else the user's own words.
func (q Question) meant(words string) (trajectory.Answer, error) {
	for _, c := range q.offered() {
		if words == c.Value || words == c.Shown {
			return q.pick(c), nil
		}
	}
	if same := q.alike(words); len(same) == 1 {
		return q.pick(same[0]), nil
	}
	if q.Free() {
		return trajectory.Answer{Value: words, Free: true}, nil
	}
	return trajectory.Answer{}, &Unclear{fmt.Sprintf("%q is no answer to this question; %s", words, q.takes())}
}

// alike are the options that differ from what is said in the case of letters at most.
func (q Question) alike(words string) []trajectory.Candidate {
	var out []trajectory.Candidate
	for _, c := range q.offered() {
		if strings.EqualFold(words, c.Value) || strings.EqualFold(words, c.Shown) {
			out = append(out, c)
		}
	}
	return out
}

func (q Question) pick(c trajectory.Candidate) trajectory.Answer {
	if q.Slot == nil {
		return trajectory.Answer{Reading: c.Value}
	}
	return trajectory.Answer{Value: c.Value}
}

// takes says what can be answered.
func (q Question) takes() string {
	all := texts(q.Answers)
	if q.Free() {
		all = append(all, "your own words")
	}
	return "it takes " + strings.Join(all, ", ")
}
