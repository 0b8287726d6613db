package curate

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// recollection is a memory as a model writes it: the fields of LEGOMem's appendix A, not
// yet checked against what happened.
type recollection struct {
	plan, answer, reflections string
	subtasks                  []recalled
}

type recalled struct {
	agent, description, observations string
	steps                            []pair
}

// parseReply reads the one JSON object between the tags.
func parseReply(reply string) (recollection, error) {
	raw, err := tagged(reply)
	if err != nil {
		return recollection{}, err
	}
	in, err := object([]byte(raw), []string{"high_level_plan", "subtasks", "final_answer", "reflections"})
	if err != nil {
		return recollection{}, fmt.Errorf("the memory: %w", err)
	}
	f := fields{in: in}
	out := recollection{
		plan:        member(&f, "high_level_plan", words),
		answer:      member(&f, "final_answer", text),
		reflections: member(&f, "reflections", text),
	}
	subtasks := member(&f, "subtasks", list)
	if f.err != nil {
		return out, f.err
	}
	if len(subtasks) == 0 {
		return out, errors.New(`"subtasks" is empty; the work had at least one`)
	}
	for i, raw := range subtasks {
		s, err := parseSubtask(raw)
		if err != nil {
			return out, inList("subtasks", i, err)
		}
		out.subtasks = append(out.subtasks, s)
	}
	return out, nil
}

// tagged is the text between the first start tag and the last end tag: a document quoted
// in the memory may contain such tags too, and must not end it.
func tagged(reply string) (string, error) {
	_, after, started := strings.Cut(reply, startTag)
	end := strings.LastIndex(after, endTag)
	switch {
	case !started && strings.Contains(reply, endTag):
		// The chat client treats everything up to a </think> as the model's reasoning.
		return "", fmt.Errorf("its beginning is missing: what comes before </think> is taken for your reasoning and dropped; "+
			"write <thought>…</thought> in place of <think>…</think>, after %s", startTag)
	case !started:
		return "", fmt.Errorf("it has no %s", startTag)
	case end < 0:
		return "", fmt.Errorf("it has no %s after %s; it may have been cut off: make the thoughts and descriptions shorter", endTag, startTag)
	}
	return after[:end], nil
}

func parseSubtask(raw json.RawMessage) (recalled, error) {
	in, err := object(raw, []string{"agent", "description", "steps", "observations"})
	f := fields{in, err}
	out := recalled{
		agent:        member(&f, "agent", words),
		description:  member(&f, "description", words),
		observations: member(&f, "observations", text),
	}
	steps := member(&f, "steps", words)
	if f.err != nil {
		return out, f.err
	}
	out.steps, err = parseSteps(steps)
	return out, err
}
