package taskgraph

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The lines of a context: short, since each is paid for.

// line tells a node.
func (s *synthesis) line(n *node) string {
	if line, known := s.lines[n]; known {
		return line
	}
	mark := "- "
	if n == s.focus {
		mark = "> "
	}
	s.lines[n] = mark + s.name(n) + ": " + s.content(n) + "\n"
	return s.lines[n]
}

func (s *synthesis) name(n *node) string {
	if s.ask.IDs {
		return n.id
	}
	return oneLine(n.slot)
}

// content is what may be shown of a node: of a stale one, neither its outputs nor, but for
// the node itself, its value.
func (s *synthesis) content(n *node) string {
	value := oneLine(n.now().value)
	if inputs := pairs(n.now().inputs); inputs != "" {
		value = strings.TrimSpace(value + " (" + inputs + ")")
	}
	switch {
	case n.status == Stale && n != s.focus:
		return "to be done again"
	case n.status == Stale:
		return value + " [to be done again]"
	}
	if outputs := pairs(n.work.outputs); outputs != "" {
		value += " → " + outputs
	}
	if n.status != Done {
		value += " [" + string(n.status) + failure(n) + "]"
	}
	return strings.TrimSpace(value)
}

func failure(n *node) string {
	if n.status != Failed || n.work.err == "" {
		return ""
	}
	return ": " + oneLine(n.work.err)
}

// pairs writes a map in a line, by its keys.
func pairs(m map[string]string) string {
	if len(m) == 0 {
		return ""
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, oneLine(k)+"="+oneLine(m[k]))
	}
	return strings.Join(out, "; ")
}

// oneLine is a text without line breaks, and without letters that would steer a terminal.
func oneLine(s string) string {
	if strings.IndexFunc(s, unicode.IsControl) >= 0 {
		s = strings.Map(spaceForControl, s)
	}
	return strings.Join(strings.Fields(s), " ")
}

func spaceForControl(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// conflict tells which value counts, and which do not.
func (s *synthesis) conflict(c Conflict) string {
	kept := s.g.byID[c.Kept]
	var aside []string
	for _, id := range c.SetAside {
		aside = append(aside, oneLine(s.g.byID[id].now().value))
	}
	return fmt.Sprintf("! %s: %s counts, not %s\n", oneLine(c.Slot), oneLine(kept.now().value), strings.Join(aside, ", "))
}

// history tells what the node was, and what was part of it or came before it and does not
// any more, the oldest first.
func (s *synthesis) history() []string {
	var out []string
	for _, v := range s.g.lineage(s.focus) {
		out = append(out, fmt.Sprintf("turn %d: %s (%s)\n", v.Turn, valued(s.name(s.focus), " was ", v.Value), v.Kind))
	}
	for _, stay := range s.g.stays(s.focus) {
		if stay.Until != nil {
			out = append(out, s.ended(stay))
		}
	}
	return out
}

func (s *synthesis) ended(stay Stay) string {
	name := stay.Slot
	if s.ask.IDs {
		name = stay.ID
	}
	became := ""
	for _, id := range stay.Became {
		became += " → " + oneLine(s.g.byID[id].now().value)
	}
	return fmt.Sprintf("turns %d to %d: %s (%s%s)\n", stay.From.Turn, stay.Until.Turn, valued(oneLine(name), ": ", stay.Value), stay.By, became)
}

// valued is a name, and a value behind it if there is one.
func valued(name, link, value string) string {
	if value = oneLine(value); value == "" {
		return name
	}
	return name + link + value
}

// words are those that the node's last change came with.
func (s *synthesis) words() []string {
	var out []string
	w := s.focus.now()
	if w.user != "" {
		out = append(out, "user: "+oneLine(w.user)+"\n")
	}
	if w.system != "" {
		out = append(out, "system: "+oneLine(w.system)+"\n")
	}
	return out
}
