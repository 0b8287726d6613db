package outline

import (
	"encoding/json"
	"fmt"
	"strings"

	"legomem/membank"
	"legomem/tools/value"
	"legomem/words"
)

// nothingLearnt is what old units say where nothing failed.
const nothingLearnt = "Every action succeeded."

// write is the unit in so much detail.
func (p past) write(d detail) string {
	var b strings.Builder
	if p.unit.Kind == membank.FullTask {
		line(&b, "Task: ", clip(p.blanks.in(p.unit.Task), maxTask))
	}
	left := d.calls
	for _, s := range p.parts {
		p.part(&b, s, d, &left)
	}
	if p.unit.Kind == membank.FullTask {
		line(&b, "Answer: ", p.answer())
		line(&b, "Lesson: ", p.lesson())
	}
	p.legend(&b, d)
	return strings.TrimRight(b.String(), "\n")
}

func (p past) part(b *strings.Builder, s *part, d detail, left *int) {
	line(b, "* "+s.agent+": ", clip(oneLine(p.blanks.in(s.description)), maxSentence))
	inside := 0 // calls of the loop that are still to come
	for i, c := range s.steps {
		if d.calls > 0 && *left == 0 {
			fmt.Fprintf(b, "  (and %s)\n", words.Plural(len(s.steps)-i, "more call", "more calls"))
			return
		}
		*left--
		indent := "  "
		switch {
		case c.loop > 1:
			inside = c.loop
			b.WriteString("  for each " + braced(c.each) + ":\n")
		case c.loop == 1:
			indent += "for each " + braced(c.each) + ": "
		}
		if inside > 0 {
			indent, inside = "    ", inside-1
		}
		if d.thoughts {
			line(b, strings.Repeat(" ", inset(indent))+"think: ", clip(oneLine(p.blanks.named(c.thought)), maxThought))
		}
		b.WriteString(indent + p.written(c, d) + "\n")
		if d.results {
			line(b, strings.Repeat(" ", inset(indent))+"-> ", c.result)
		}
	}
	if d.results {
		line(b, "  -> ", p.seen(s.seen))
	}
}

// inset is how far a line is set in.
func inset(indent string) int { return len(indent) - len(strings.TrimLeft(indent, " ")) }

func braced(names []string) string {
	if len(names) == 0 {
		return "of them"
	}
	return "{" + strings.Join(names, "}, {") + "}"
}

// written is a call as a model would make it, with placeholders.
func (p past) written(c call, d detail) string {
	if c.raw != "" {
		return clip(oneLine(p.blanks.in(c.raw)), maxConstant)
	}
	args := make([]string, len(c.args))
	for i, a := range c.args {
		args[i] = a.name + "=" + a.value.write(d)
	}
	return strings.Replace(c.tool, ".", "__", 1) + "(" + strings.Join(args, ", ") + ")"
}

func (n node) write(d detail) string {
	switch n.is {
	case isBlank:
		return "{" + n.blank.name + "}"
	case isJoined:
		return n.text
	case isPlain:
		return n.plain
	case isText:
		most := maxConstant
		if d.brief {
			most = maxConstant / 3
		}
		return quoted(clip(n.text, most))
	}
	inside := make([]string, len(n.list))
	for i, e := range n.list {
		inside[i] = e.write(d)
		if n.is == isObject {
			inside[i] = n.keys[i] + ": " + inside[i]
		}
	}
	if n.is == isObject {
		return "{" + strings.Join(inside, ", ") + "}"
	}
	return "[" + strings.Join(inside, ", ") + "]"
}

func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return `"…"` // texts always encode
	}
	return strings.TrimSpace(b.String())
}

// answer is the form of a final answer that is a value.
func (p past) answer() string {
	first, _ := firstLine(p.unit.Answer)
	said := p.blanks.named(first)
	ofWork := said != first
	switch len(strings.Fields(said)) {
	case 0:
		return ""
	case 1:
		if ofWork {
			return said
		}
		return "{answer}, such as " + quoted(clip(first, maxExample))
	}
	if ofWork || len(first) > maxAnswer {
		return "" // it tells what was done, and not what was asked
	}
	return said
}

// lesson is what is worth knowing, "" where nothing is. Its values stay: often it is
// about how they were written.
func (p past) lesson() string {
	if p.unit.Reflections == nothingLearnt {
		return ""
	}
	return clip(oneLine(p.unit.Reflections), 2*maxSentence)
}

// seen is the first line of what the calls returned, where their shapes are not kept.
func (p past) seen(text string) string {
	first, _ := firstLine(text)
	return clip(oneLine(p.blanks.named(first)), maxSeen)
}

// legend gives an example of each placeholder that was written, and says where it is from.
func (p past) legend(b *strings.Builder, d detail) {
	var asked, found []string
	text := b.String()
	for _, k := range p.blanks.all {
		example := k.example(d)
		switch {
		case example == "", !strings.Contains(text, "{"+k.name+"}"):
		case k.found:
			found = append(found, "{"+k.name+"} "+example)
		default:
			asked = append(asked, "{"+k.name+"} "+example)
		}
	}
	line(b, "From the task: ", strings.Join(asked, ", "))
	line(b, "Found on the way: ", strings.Join(found, ", "))
}

// example is a short one, as calls would give it. A list, a number or a longer text that
// was found has none: it would teach nothing. Nor has a person or an address: who they
// were is another's matter, and whoever wrote what was read may have put them there.
func (k blank) example(d detail) string {
	if len(k.spelt) == 0 {
		return ""
	}
	if k.found {
		if d.brief || !k.teaches() {
			return ""
		}
	}
	if k.number {
		return k.spelt[0]
	}
	text, _ := firstLine(k.spelt[0])
	return quoted(clip(text, maxExample))
}

// teaches reports whether an example of something that was found says how such a thing is
// written.
func (k blank) teaches() bool {
	switch k.kind {
	case string(value.Person), string(value.Email):
		return false
	}
	if k.number {
		return false
	}
	return !isLong(k.spelt[0]) && !strings.Contains(k.spelt[0], "@")
}

func line(b *strings.Builder, label, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.WriteString(label + text + "\n")
	}
}
