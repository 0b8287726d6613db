package llm

import (
	"regexp"
)

// lacks is the set of things that an endpoint does not accept for a model, or wants in
// another way.
type lacks uint32

// The lacks, as the bits of their set.
const (
	noTemperature lacks = 1 << iota
	noTopP
	noSeed
	noEffort
	oldMaxTokens
	shortIDs
	noEcho
	wantsReasoning
	wantsSignature
	oneType
	noForce
	noSchema
	noTools
)

func (l lacks) has(one lacks) bool { return l&one != 0 }

// lack is how one is learned: how refusals are worded, whether the request used what is
// refused, and what is done from then on.
type lack struct {
	bit  lacks
	says *regexp.Regexp
	uses func(Request) bool
	told string
	// last ones are learned only where a refusal is about nothing else: their words are
	// in the refusals of others, too.
	last bool
}

// known is how the servers that we know of word their refusals: OpenAI, Azure, vLLM,
// llama.cpp, Ollama, LM Studio, Groq, Gemini, Anthropic, Mistral, DeepSeek, OpenRouter.
// docs/endpoints.md says whose is which.
var known = []lack{
	{bit: noTemperature, says: regexp.MustCompile(`(?i)temperature`), told: "it takes no temperature: its own is used",
		uses: func(r Request) bool { return r.Sampling.Temperature != nil }},
	{bit: noTopP, says: regexp.MustCompile(`(?i)top.?p\b`), told: "it takes no top_p",
		uses: func(r Request) bool { return r.Sampling.TopP != nil }},
	{bit: noSeed, says: regexp.MustCompile(`(?i)\bseed\b`), told: "it takes no seed: replies are not drawn the same way twice",
		uses: func(r Request) bool { return r.Sampling.Seed != nil }},
	{bit: noEffort, says: regexp.MustCompile(`(?i)reasoning.?effort`), told: "it takes no reasoning_effort",
		uses: func(r Request) bool { return r.Sampling.Effort != "" }},
	{bit: oldMaxTokens, says: regexp.MustCompile(`(?i)max.?completion.?tokens`), told: "it takes max_tokens in place of max_completion_tokens",
		uses: func(r Request) bool { return r.Sampling.MaxTokens > 0 }},
	{bit: shortIDs, says: regexp.MustCompile(`(?i)tool.?call.?id`), told: "its ids of calls have nine letters and digits", uses: hasCalls},
	{bit: wantsSignature, says: regexp.MustCompile(`(?i)thought.?signature`), told: "it wants a thought signature with each call: a call that has none is sent with the stand-in that Gemini documents",
		uses: func(r Request) bool {
			return hasCalls(r) && !allCalls(r, func(m Message) bool { return len(m.Calls[0].Echo) > 0 })
		}},
	{bit: wantsReasoning, says: regexp.MustCompile(`(?i)reasoning.?content`), told: "it wants the reasoning with each call: where that is not known any more, the thought is sent",
		uses: func(r Request) bool {
			return hasCalls(r) && !allCalls(r, func(m Message) bool { return len(m.Echo) > 0 })
		}},
	{bit: noEcho, says: regexp.MustCompile(`(?i)reasoning|thinking|extra.?content|thought`), told: "it takes no reasoning back", uses: hasEcho, last: true},
	{bit: oneType, says: regexp.MustCompile(`(?i)cannot start list|\btype\b.{0,60}(must be a string|not an? array|list|array)`), told: "its schemas have one type in each place",
		uses: func(r Request) bool { return len(r.Tools) > 0 }, last: true},
	{bit: noForce, says: regexp.MustCompile(`(?i)tool.?choice`), told: "it takes no tool_choice: the model may answer in words, and is asked again",
		uses: func(r Request) bool { return r.MustCall && len(r.Tools) > 0 }, last: true},
	{bit: noSchema, says: regexp.MustCompile(`(?i)response.?format|json.?(schema|object)|structured.?output|\bschema`), told: "it takes no response_format: the form of replies is asked for in words",
		uses: func(r Request) bool { return r.Schema != nil }, last: true},
	{bit: noTools, says: regexp.MustCompile(`(?i)\btools?\b|tool.?(choice|call|use)|function.?call|\bfunctions?\b`), told: "it takes no tools: calls are asked for in words",
		uses: func(r Request) bool { return len(r.Tools) > 0 }, last: true},
}

// onlyOne is the refusal of two fields together, of which either is accepted.
var onlyOne = regexp.MustCompile(`(?i)both|only one`)

// learn reads from a refusal what to do without. It returns false if the error is not a
// refusal, or not about something that this request used.
func (l lacks) learn(req Request, err error) (lacks, bool) {
	text, ok := refusalText(err)
	if !ok {
		return 0, false
	}
	var more lacks
	for _, one := range known {
		about := !l.has(one.bit) && one.says.MatchString(text)
		if !about || (one.last && more != 0) {
			continue
		}
		if one.uses(req) {
			more |= one.bit
		}
	}
	if more == noTemperature|noTopP && onlyOne.MatchString(text) {
		more = noTopP
	}
	return more, more != 0
}

// told says what is done differently for a model, one sentence for each lack.
func (l lacks) told() []string {
	var out []string
	for _, one := range known {
		if l.has(one.bit) {
			out = append(out, one.told)
		}
	}
	return out
}

func hasCalls(r Request) bool { return allCalls(r, nil) }

// allCalls reports whether there are messages with calls, and all of them are so.
func allCalls(r Request, so func(Message) bool) bool {
	found := false
	for _, m := range r.Messages {
		if len(m.Calls) == 0 {
			continue
		}
		if found = true; so != nil && !so(m) {
			return false
		}
	}
	return found
}

func hasEcho(r Request) bool {
	for _, m := range r.Messages {
		if len(m.Echo) > 0 {
			return true
		}
		for _, c := range m.Calls {
			if len(c.Echo) > 0 {
				return true
			}
		}
	}
	return false
}

// refusalText returns the endpoint's objection to the request itself.
func refusalText(err error) (string, bool) {
	e, ok := asError(err)
	if !ok {
		return "", false
	}
	switch e.Status {
	case 400, 404, 422, 501:
		return e.Message, e.Kind == Refused || e.Kind == Server
	case 500: // llama.cpp's, of what it cannot read in a request
		return e.Message, e.Kind == Server
	}
	return "", false
}
