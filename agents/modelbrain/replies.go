package modelbrain

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"legomem/agents"
	"legomem/llm"
	"legomem/trajectory"
)

// property is a property of an object in a JSON Schema.
type property struct {
	name   string
	schema string // JSON
}

// Schemas of single values.
const (
	aText = `{"type":"string"}`
	aBool = `{"type":"boolean"}`

	someTexts = `{"type":"array","items":` + aText + `}`
)

// object is the JSON Schema of an object whose properties are all required, as
// endpoints with strict schemas demand. Their order is kept: models that follow a
// schema write in its order, and a reason helps only if it comes before the answer.
func object(properties ...property) string {
	var props, required []string
	for _, p := range properties {
		props = append(props, fmt.Sprintf("%q:%s", p.name, p.schema))
		required = append(required, strconv.Quote(p.name))
	}
	return `{"type":"object","properties":{` + strings.Join(props, ",") + `},"required":[` + strings.Join(required, ",") + `],"additionalProperties":false}`
}

func oneOf(names []string) string {
	b, err := json.Marshal(names)
	if err != nil {
		return aText // strings always marshal
	}
	return `{"type":"string","enum":` + string(b) + `}`
}

// The keys by which a reply's kind is told.
const (
	stepsKey     = "steps"
	satisfiedKey = "is_request_satisfied"
	speakerKey   = "next_speaker"
	answerKey    = "final_answer"
)

// planSchema is the form of a plan; with facts, of both in one reply, and with a graph, of
// steps that name what they need.
func planSchema(names []string, withFacts, withGraph bool) *llm.Schema {
	step := []property{{"agent", oneOf(names)}, {"description", aText}}
	if withGraph {
		step = append(step, property{"needs", someTexts})
	}
	properties := []property{{stepsKey, `{"type":"array","items":` + object(step...) + `}`}, {"cannot_be_done", aText}}
	if withFacts {
		properties = append([]property{{factsKey, factsSchema()}}, properties...)
	}
	return &llm.Schema{Name: "plan", JSON: json.RawMessage(object(properties...))}
}

// ledgerSchema is the form of a ledger. One with the final answer has nothing else to say
// once the request is satisfied: a strict schema has all properties, so that they are null.
// With a graph it names the node that the subtask works on, and those that it uses.
func ledgerSchema(names []string, withAnswer, withGraph bool) *llm.Schema {
	finding := func(name, answer string) property {
		return property{name, object(property{"reason", aText}, property{"answer", answer})}
	}
	rest := []property{finding("is_in_loop", aBool), finding("is_progress_being_made", aBool),
		finding(speakerKey, oneOf(names)), finding("instruction_or_question", aText)}
	if withGraph {
		rest = append(rest, property{placeKey, aText}, property{usesKey, someTexts})
	}
	if withAnswer {
		rest = append([]property{{answerKey, aText}}, rest...)
		for i := range rest {
			rest[i].schema = `{"anyOf":[` + rest[i].schema + `,{"type":"null"}]}`
		}
	}
	return &llm.Schema{Name: "ledger", JSON: json.RawMessage(object(append([]property{finding(satisfiedKey, aBool)}, rest...)...))}
}

// parsePlan reads a plan. One that says the task cannot be done is a *agents.GiveUp.
func parsePlan(raw json.RawMessage, team agents.Team) ([]trajectory.PlanStep, error) {
	var in struct {
		Steps *[]struct {
			Agent       string          `json:"agent"`
			Description string          `json:"description"`
			Needs       json.RawMessage `json:"needs"`
		} `json:"steps"`
		CannotBeDone string `json:"cannot_be_done"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, shapeError(err)
	}
	if why := strings.TrimSpace(in.CannotBeDone); why != "" && (in.Steps == nil || len(*in.Steps) == 0) {
		return nil, &agents.GiveUp{Reason: "the task cannot be done: " + why}
	}
	if other := otherKind(raw, "plan"); other != "" {
		return nil, fmt.Errorf("it is a %s, and a plan was asked for", other)
	}
	if in.Steps == nil {
		return nil, errors.New(`the key "steps" is missing`)
	}
	if len(*in.Steps) == 0 {
		return nil, errors.New(`"steps" is empty, and "cannot_be_done" gives no reason`)
	}
	var steps []trajectory.PlanStep
	for i, s := range *in.Steps {
		name, err := knownAgent(s.Agent, team)
		if err != nil {
			return nil, fmt.Errorf("steps[%d]: %w", i, err)
		}
		if strings.TrimSpace(s.Description) == "" {
			return nil, fmt.Errorf(`steps[%d]: the key "description" is missing or empty`, i)
		}
		steps = append(steps, trajectory.PlanStep{Agent: name, Description: s.Description, Needs: textsIn(s.Needs)})
	}
	return steps, nil
}

// answered is one field of the ledger as a model writes it.
type answered struct {
	Reason string          `json:"reason"`
	Answer json.RawMessage `json:"answer"`
}

// parseLedger reads Magentic-One's five fields, and the final answer where the request is
// satisfied: then the others may be left out.
func parseLedger(raw json.RawMessage, team agents.Team) (trajectory.Ledger, error) {
	var in map[string]json.RawMessage
	if err := json.Unmarshal(raw, &in); err != nil {
		return trajectory.Ledger{}, shapeError(err)
	}
	if other := otherKind(raw, "ledger"); other != "" {
		return trajectory.Ledger{}, fmt.Errorf("it is a %s, and a ledger was asked for", other)
	}
	l := trajectory.Ledger{Progress: trajectory.Finding{Answer: true}}
	var err error
	if l.Satisfied, err = yesOrNo(in, satisfiedKey); err != nil {
		return l, err
	}
	for _, f := range []struct {
		key string
		to  *trajectory.Finding
	}{{"is_in_loop", &l.InLoop}, {"is_progress_being_made", &l.Progress}} {
		if l.Satisfied.Answer && !has(in, f.key) {
			continue // it does not matter then
		}
		if *f.to, err = yesOrNo(in, f.key); err != nil {
			return l, err
		}
	}
	if l.Satisfied.Answer { // who speaks next does not matter then
		l.Answer, err = answerIn(in)
		return l, err
	}
	if l.Speaker, l.SpeakerReason, err = worded(in, speakerKey); err != nil {
		return l, err
	}
	if l.Speaker, err = knownAgent(l.Speaker, team); err != nil {
		return l, fmt.Errorf("next_speaker: %w", err)
	}
	l.Instruction, l.InstructionReason, err = worded(in, "instruction_or_question")
	return l, err
}

// has reports whether a key has a value.
func has(in map[string]json.RawMessage, key string) bool {
	raw, there := in[key]
	return there && string(raw) != "null"
}

// answerIn is the final answer of a ledger, "" where it has none.
func answerIn(in map[string]json.RawMessage) (string, error) {
	if !has(in, answerKey) {
		return "", nil
	}
	var text string
	if json.Unmarshal(in[answerKey], &text) != nil {
		text = string(in[answerKey]) // a number, say
	}
	if other := otherText(text); other != "" {
		return "", fmt.Errorf("%s: it is a %s, and the answer to the user was asked for", answerKey, other)
	}
	return strings.TrimSpace(text), nil
}

func field(in map[string]json.RawMessage, key string) (answered, error) {
	raw, ok := in[key]
	if !ok {
		return answered{}, fmt.Errorf("the key %q is missing", key)
	}
	var a answered
	if json.Unmarshal(raw, &a) == nil && len(a.Answer) > 0 {
		return a, nil
	}
	if len(raw) > 0 && raw[0] == '{' {
		return a, fmt.Errorf("%s: the key \"answer\" is missing", key)
	}
	return answered{Answer: raw}, nil // the bare answer, without a reason
}

func yesOrNo(in map[string]json.RawMessage, key string) (trajectory.Finding, error) {
	a, err := field(in, key)
	if err != nil {
		return trajectory.Finding{}, err
	}
	switch strings.ToLower(strings.Trim(string(a.Answer), `"`)) {
	case "true":
		return trajectory.Finding{Answer: true, Reason: a.Reason}, nil
	case "false":
		return trajectory.Finding{Reason: a.Reason}, nil
	}
	return trajectory.Finding{}, fmt.Errorf("%s: the answer is %s, not true or false", key, a.Answer)
}

func worded(in map[string]json.RawMessage, key string) (answer, reason string, err error) {
	a, err := field(in, key)
	if err != nil {
		return "", "", err
	}
	if json.Unmarshal(a.Answer, &answer) != nil {
		return "", "", fmt.Errorf("%s: the answer is %s, not a text", key, a.Answer)
	}
	if answer = strings.TrimSpace(answer); answer == "" {
		return "", "", fmt.Errorf("%s: the answer is empty", key)
	}
	return answer, a.Reason, nil
}

func knownAgent(name string, team agents.Team) (string, error) {
	names := team.Names()
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, strings.TrimSpace(name)) })
	if i < 0 {
		return "", fmt.Errorf("there is no agent %q; the agents are %s", name, strings.Join(names, ", "))
	}
	return names[i], nil
}

// shapeError rewords the error of JSON that has another form than asked for.
func shapeError(err error) error {
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%q holds a %s where something else was asked for", t.Field, t.Value)
	}
	return err
}
