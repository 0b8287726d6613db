package curate

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"legomem/tools"
)

// pair is a thought and the action it led to.
type pair struct {
	think  string
	action tools.Action
}

// maxCloses bounds how many places are tried as the end of one action, whose
// texts may hold the closing tag.
const maxCloses = 20

// parseSteps reads "<think>…</think><action>…</action>", repeated. A <thought>
// is a <think> that no chat client mistakes for a model's reasoning.
func parseSteps(steps string) ([]pair, error) {
	var out []pair
	for rest := strings.TrimSpace(steps); rest != ""; rest = strings.TrimSpace(rest) {
		think, after, err := cutThought(rest)
		if err != nil {
			return nil, inList("steps", len(out), err)
		}
		action, after, err := cutAction(strings.TrimSpace(after))
		if err != nil {
			return nil, inList("steps", len(out), err)
		}
		out = append(out, pair{think, action})
		rest = after
	}
	if len(out) == 0 {
		return nil, errors.New(`"steps" has no action`)
	}
	return out, nil
}

func cutThought(s string) (think, after string, err error) {
	for _, tag := range []string{"thought>", "think>"} {
		if inside, ok := strings.CutPrefix(s, "<"+tag); ok {
			think, after, closed := strings.Cut(inside, "</"+tag)
			if !closed {
				return "", "", fmt.Errorf("</%s is missing", tag)
			}
			return strings.TrimSpace(think), after, nil
		}
	}
	return "", "", fmt.Errorf("a <thought> is wanted where it says %q", short(s, 40))
}

func cutAction(s string) (a tools.Action, after string, err error) {
	inside, ok := strings.CutPrefix(s, "<action>")
	if !ok {
		return a, "", fmt.Errorf("an <action> is wanted after the thought, where it says %q", short(s, 40))
	}
	first := errors.New("</action> is missing")
	for tried, from := 0, 0; tried < maxCloses; tried++ {
		n := strings.Index(inside[from:], "</action>")
		if n < 0 {
			break
		}
		a, err := parseAction(inside[:from+n])
		if err == nil {
			return a, inside[from+n+len("</action>"):], nil
		}
		if tried == 0 {
			first = fmt.Errorf("the action %q: %w", short(inside[:n], 80), err)
		}
		from += n + len("</action>")
	}
	return a, "", first
}

// parseAction reads a call in any of the forms models write:
// tool({"name": "value"}); {"tool": "app.verb", "args": {…}}; and the appendix's
// {"app": "calendar", "action": "create_event", …the arguments}.
func parseAction(s string) (tools.Action, error) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "{") {
		return parseObjectAction(s)
	}
	name, args, ok := strings.Cut(s, "(")
	args, closed := strings.CutSuffix(args, ")")
	if !ok || !closed {
		return tools.Action{}, errors.New("it is not tool(arguments as a JSON object)")
	}
	if strings.TrimSpace(args) == "" {
		args = "{}"
	}
	return newAction(name, args)
}

func parseObjectAction(s string) (tools.Action, error) {
	in, err := members([]byte(s))
	if err != nil {
		return tools.Action{}, err
	}
	f := fields{in: in}
	if _, ok := in["tool"]; ok {
		f.in, f.err = object([]byte(s), []string{"tool", "args"})
		name := member(&f, "tool", words)
		if f.err != nil {
			return tools.Action{}, f.err
		}
		return newAction(name, string(f.in["args"]))
	}
	app, verb := member(&f, "app", words), member(&f, "action", words)
	if f.err != nil {
		return tools.Action{}, f.err
	}
	a, err := newAction(app+"."+verb, s)
	delete(a.Args, "app")
	delete(a.Args, "action")
	return a, err
}

var toolForm = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

func newAction(name, args string) (tools.Action, error) {
	name, err := toolName(name)
	if err != nil {
		return tools.Action{}, err
	}
	parsed, err := arguments([]byte(args))
	if err != nil {
		return tools.Action{}, fmt.Errorf("the arguments of %s: %w", name, err)
	}
	return tools.Action{Tool: name, Args: parsed}, nil
}

// toolName is a tool's own name: models may know it with "__" in place of the dot, which
// endpoints refuse.
func toolName(s string) (string, error) {
	s = strings.TrimSpace(s)
	name := s
	if !strings.Contains(s, ".") {
		name = strings.Replace(s, "__", ".", 1)
	}
	if !toolForm.MatchString(name) {
		return "", fmt.Errorf("%q is no tool's name", short(s, 40))
	}
	return name, nil
}
