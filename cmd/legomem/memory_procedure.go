package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/tools/value"
	"legomem/words"
)

// showProcedure prints what reflex would bind and do, for a person to read.
func (a *app) showProcedure(u membank.Unit) {
	p, err := reflex.Decode(u.Procedure)
	if err != nil {
		return // a subtask's, or one that only a model can use
	}
	s := sheetOf{a.out, p}
	s.line("\nProcedure (%s): %s", madeFrom(p), p.Sentence())
	if len(p.Slots) > 0 {
		s.line("It needs:")
	}
	for _, slot := range p.Slots {
		s.line("  %-14s %-9s such as %q", slot.Name, slot.Kind, slot.Example)
	}
	s.line("It does:")
	s.subtasks(p.Subtasks, "  ")
	if p.Answer != nil {
		s.line("It answers: %s", sourceOf(*p.Answer))
	}
	s.line("It is said so (%s):", words.Count(len(p.Patterns), "wording"))
	for _, pattern := range p.Patterns {
		mark := ""
		if pattern.Seen {
			mark = "   (a model took it so)"
		}
		s.line("  %s%s", pattern.Template, mark)
	}
}

// madeFrom is what a procedure was made from.
func madeFrom(p *reflex.Procedure) string {
	said := p.Version + ", from " + words.Count(max(1, p.Examples), "run")
	if p.Authored {
		said += ", authored"
	}
	return said
}

// sheetOf prints a procedure.
type sheetOf struct {
	out io.Writer
	p   *reflex.Procedure
}

func (s sheetOf) line(format string, args ...any) { tellf(s.out, format+"\n", args...) }

func (s sheetOf) subtasks(all []reflex.Subtask, in string) {
	for _, sub := range all {
		if flow := flowOf(sub.Flow); flow != "" {
			s.line("%s%s", in, flow)
			s.subtasks(sub.Subtasks, in+"  ")
			continue
		}
		check := ""
		if sub.Check {
			check = "   (a check)"
		}
		s.line("%s%s: %s%s", in, sub.Agent, sourceOf(sub.Description), check)
		s.steps(sub.Steps, in+"  ")
	}
}

func (s sheetOf) steps(all []reflex.Step, in string) {
	for _, st := range all {
		if flow := flowOf(st.Flow); flow != "" {
			s.line("%s%s", in, flow)
			s.steps(st.Steps, in+"  ")
			continue
		}
		s.line("%s%d. %s", in, st.Number, st.Tool)
		for _, name := range slices.Sorted(maps.Keys(st.Args)) {
			s.line("%s     %s = %s", in, name, sourceOf(st.Args[name]))
		}
		for _, e := range st.Expect {
			s.line("%s     must return: %s", in, sourceOf(e))
		}
		for _, path := range slices.Sorted(maps.Keys(st.Sizes)) {
			s.line("%s     must return %s at %s", in, words.Count(st.Sizes[path], "element"), path)
		}
		for _, path := range st.Single {
			s.line("%s     must return at most one element at %s", in, path)
		}
	}
}

// flowOf describes when the steps under it are done; "" for always.
func flowOf(f reflex.Flow) string {
	switch {
	case f.Each != nil:
		return "for each " + place(*f.Each) + ":"
	case f.When != nil:
		return "if " + condition(*f.When) + ":"
	}
	return ""
}

func condition(g reflex.Guard) string {
	if g.Slot != "" {
		return fmt.Sprintf("%s is %s", lookedAt(g), g.Is)
	}
	return fmt.Sprintf("%s is %s (where it is %s, not; anything else stops it)", lookedAt(g), g.Is, g.Not)
}

// lookedAt is what a guard looks at.
func lookedAt(g reflex.Guard) string {
	if g.Slot != "" {
		return made(braced(g.Slot), g.As)
	}
	return place(g.Of)
}

// place names a value that an action returned.
func place(r reflex.Ref) string {
	if r.Path == "" {
		return fmt.Sprintf("all of action %d", r.Step)
	}
	return fmt.Sprintf("%s of action %d", r.Path, r.Step)
}

// sourceOf describes on one line where a value comes from, and what is made of it.
func sourceOf(e reflex.Expr) string { return made(plainSource(e), e.As) }

// made is a source with what is made of it.
func made(source, as string) string {
	if as == "" {
		return source
	}
	return source + " (made " + as + ")"
}

func braced(slot string) string { return "{" + slot + "}" }

func plainSource(e reflex.Expr) string {
	switch {
	case e.Slot != "":
		return slotWords(e)
	case e.User:
		return "the acting user"
	case e.From != nil:
		return "<" + place(*e.From) + ">"
	case e.Said != 0:
		return fmt.Sprintf("<what action %d says>", e.Said)
	case e.Text != nil:
		return inOrder(e.Text)
	case e.List != nil:
		var all []string
		for _, x := range e.List {
			all = append(all, sourceOf(x))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case e.Object != nil:
		var all []string
		for _, k := range slices.Sorted(maps.Keys(e.Object)) {
			all = append(all, k+": "+sourceOf(e.Object[k]))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case e.Each != nil && e.Item != nil:
		return "for each " + place(*e.Each) + ": " + sourceOf(*e.Item)
	case e.When != nil && e.Then != nil && e.Else != nil:
		return fmt.Sprintf("%s if %s is %s, %s if it is %s", sourceOf(*e.Then), lookedAt(*e.When), e.When.Is, sourceOf(*e.Else), e.When.Not)
	}
	said := string(e.Const)
	for _, r := range e.Doubts {
		said += fmt.Sprintf(" (as long as %s is the same)", place(r))
	}
	return said
}

// slotWords is a slot with how its value is written.
func slotWords(e reflex.Expr) string {
	said := braced(e.Slot)
	var how []string
	if e.Style != "" && e.Style != value.Style("{path}") { // as it is
		how = append(how, "as "+string(e.Style))
	}
	if e.Case != "" {
		how = append(how, "in "+string(e.Case)+" case")
	}
	if e.Number {
		how = append(how, "as a number")
	}
	if len(how) > 0 {
		said += " (" + strings.Join(how, ", ") + ")"
	}
	return said
}

// inOrder writes a text that is put together, with its constants as they are.
func inOrder(parts []reflex.Expr) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, p := range parts {
		var fixed string
		if p.Const != nil && json.Unmarshal(p.Const, &fixed) == nil {
			b.WriteString(fixed)
			continue
		}
		b.WriteString(sourceOf(p))
	}
	return b.String() + `"`
}
