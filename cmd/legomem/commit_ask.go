package main

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"legomem/changes"
	"legomem/consent"
	"legomem/desk"
	"legomem/lists"
	"legomem/words"
)

// proposing asks at a terminal about a run's changes: about each that is marked by
// itself, then about the others together.
type proposing struct {
	app  *app
	keys *asker
	p    desk.Proposal
	left []string // the ids of those that are left out
	same map[string]bool
}

func newProposing(a *app, p desk.Proposal) *proposing {
	return &proposing{app: a, keys: newAsker(a), p: p, same: map[string]bool{}}
}

// errNo ends the asking with a no to all.
var errNo = errors.New("no")

func (q *proposing) ask(ctx context.Context) (consent.Answer, error) {
	answer := consent.Answer{Reply: consent.No, List: q.p.List, By: q.p.User}
	q.list()
	for i, c := range q.p.All {
		if !c.Marked() || len(q.p.All) == 1 { // the one of its list is asked about alone anyway
			continue
		}
		if err := q.single(ctx, i, c); errors.Is(err, errNo) {
			return answer, nil
		} else if err != nil {
			return answer, err
		}
	}
	reply, err := q.rest(ctx)
	answer.Reply, answer.LeaveOut = reply, q.left
	return answer, err
}

// list prints all changes with their numbers.
func (q *proposing) list() {
	out := q.app.err
	tellf(out, "%s for %s:\n", words.Many(len(q.p.All), "change"), q.p.To)
	for i, c := range q.p.All[:min(len(q.p.All), mostChanges)] {
		tellChange(out, strconv.Itoa(i+1), c)
	}
	if more := len(q.p.All) - mostChanges; more > 0 {
		tellf(out, "  and %s, which legomem runs show %s lists\n", words.Many(more, "more change"), q.p.Run)
	}
	if q.p.Doubt != "" {
		tellf(out, "  The task may mean something else: %s.\n", q.p.Doubt)
	}
}

// single asks about one change by itself.
func (q *proposing) single(ctx context.Context, i int, c changes.Change) error {
	if q.same[alike(c)] {
		return nil
	}
	for {
		tellf(q.app.err, "\n%d. %s\n", i+1, blockOf(c.Sentence, "   "))
		tellf(q.app.err, "   It is asked about by itself: %s.\n", blockOf(c.Reasons(), "   "))
		said, err := q.keys.ask(ctx, "   Agree? [y]es, [n]o (leave it out), [d]etails, yes to [a]ll that are marked like it, [q]uit: ")
		if err != nil {
			return err
		}
		switch strings.ToLower(said) {
		case "y", "yes":
			return nil
		case "n", "no":
			q.left = append(q.left, c.ID)
			return nil
		case "a", "all":
			q.same[alike(c)] = true
			return nil
		case "q", "quit":
			return errNo
		case "d", "details":
			tellDetails(q.app.err, c)
		default:
			q.unclear(said)
		}
	}
}

// alike is what changes have in common that are marked in the same way.
func alike(c changes.Change) string {
	parts := []string{string(c.Kind), string(c.Operation)}
	for _, m := range c.Marks {
		parts = append(parts, string(m.Kind))
	}
	for _, t := range c.Targets {
		if t.Provenance == changes.Found || t.Provenance == changes.New {
			parts = append(parts, t.Role+" "+string(t.Provenance))
		}
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), "\n")
}

// rest asks about all that is not left out.
func (q *proposing) rest(ctx context.Context) (consent.Reply, error) {
	keys := "[y]es, [n]o, [d]etails"
	if len(q.p.All) > 1 {
		keys += ", [l]eave some out"
	}
	always := slices.Contains(q.p.Answers, consent.Always) && len(q.p.Changes) > 0
	if always {
		keys += ", [a]lways (yes, and it need not ask for the like again)"
	}
	for {
		n := len(q.p.All) - len(q.left)
		if n == 0 {
			tellLine(q.app.err, "All changes are left out.")
			return consent.No, nil
		}
		tellf(q.app.err, "\n")
		said, err := q.keys.ask(ctx, "Make "+words.Many(n, "change")+" in "+words.Visible(q.p.To)+"? "+keys+": ")
		if err != nil {
			return consent.No, err
		}
		switch key, more, _ := strings.Cut(strings.ToLower(said), " "); {
		case key == "y" || key == "yes":
			return consent.Yes, nil
		case key == "n" || key == "no":
			return consent.No, nil
		case always && (key == "a" || key == "always"):
			return consent.Always, nil
		case key == "d" || key == "details":
			q.details()
		case key == "l" || key == "leave":
			if err := q.leave(ctx, more); err != nil {
				return consent.No, err
			}
		default:
			q.unclear(said)
		}
	}
}

// unclear says that an answer is none.
func (q *proposing) unclear(said string) {
	if said == "" {
		tellLine(q.app.err, "An empty answer says nothing; Ctrl-C leaves the question open.")
		return
	}
	tellf(q.app.err, "%q is none of the answers; Ctrl-C leaves the question open.\n", said)
}

func (q *proposing) details() {
	for i, c := range q.p.All {
		if !slices.Contains(q.left, c.ID) {
			tellChange(q.app.err, strconv.Itoa(i+1), c)
			tellDetails(q.app.err, c)
		}
	}
}

// leave leaves out the changes whose numbers are given, or asked for.
func (q *proposing) leave(ctx context.Context, numbers string) error {
	if numbers == "" {
		said, err := q.keys.ask(ctx, "Which? Their numbers, with blanks between: ")
		if err != nil {
			return err
		}
		numbers = said
	}
	ids, wrong := q.numbered(numbers)
	if wrong != "" {
		tellf(q.app.err, "There is no change %s; they have the numbers 1 to %d. Nothing is left out by that.\n", words.Visible(wrong), len(q.p.All))
		return nil
	}
	q.left = append(q.left, ids...)
	tellf(q.app.err, "Left out: %s.\n", strings.Join(lists.Map(q.left, q.number), ", "))
	return nil
}

// numbered are the ids of the changes with some numbers, but for those that are left out
// already, or the first that is no number of theirs.
func (q *proposing) numbered(numbers string) (ids []string, wrong string) {
	for _, one := range strings.FieldsFunc(numbers, func(r rune) bool { return r == ' ' || r == ',' }) {
		i, err := strconv.Atoi(one)
		if err != nil || i < 1 || i > len(q.p.All) {
			return nil, one
		}
		if id := q.p.All[i-1].ID; !slices.Contains(q.left, id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, ""
}

func (q *proposing) number(id string) string {
	return strconv.Itoa(1 + slices.IndexFunc(q.p.All, func(c changes.Change) bool { return c.ID == id }))
}
