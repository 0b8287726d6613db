package llmtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
)

// speak has the model answer and sends what it says in the server's form: whole, or as a
// stream of events where the request asks for one.
func (r *Running) speak(w http.ResponseWriter, h Heard) {
	reply := r.answer(h.Request)
	s := spoken(reply, h)
	if r.Voice != nil {
		r.Voice(h, &s)
	}
	if stream, _ := h.Body["stream"].(bool); stream && !r.Whole {
		s.stream(w, h)
		return
	}
	s.whole(w, h)
}

// spoken is a model's reply before its server has changed anything: some four bytes are a
// token.
func spoken(reply Reply, h Heard) Spoken {
	s := Spoken{Text: reply.Text, Finish: reply.Finish, Prompt: h.Size / 4, Message: map[string]any{}, ReasoningIn: "reasoning_content"}
	if s.Finish == "" {
		s.Finish = "stop"
	}
	if reply.Tool == "" {
		return s
	}
	s.Finish = "tool_calls"
	for i, c := range append([]Reply{reply}, reply.More...) {
		s.Calls = append(s.Calls, SpokenCall{ID: fmt.Sprintf("call_%02d_%d", h.N, i), Name: c.Tool, Args: c.Args})
	}
	return s
}

func (s Spoken) usage() map[string]any {
	return map[string]any{"prompt_tokens": s.Prompt, "completion_tokens": 10, "total_tokens": s.Prompt + 10,
		"prompt_tokens_details": map[string]any{"cached_tokens": s.Cached}}
}

func (c SpokenCall) fields(args string) map[string]any {
	out := map[string]any{"id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": args}}
	maps.Copy(out, c.Extra)
	return out
}

func (s Spoken) whole(w http.ResponseWriter, h Heard) {
	if s.Broken != nil {
		write(w, http.StatusOK, map[string]any{"error": s.Broken})
		return
	}
	msg := map[string]any{"role": "assistant", "content": s.Text}
	maps.Copy(msg, s.Message)
	if s.Reasoning != "" {
		msg[s.ReasoningIn] = s.Reasoning
	}
	var calls []any
	for _, c := range s.Calls {
		calls = append(calls, c.fields(c.Args))
	}
	if calls != nil {
		msg["tool_calls"] = calls
	}
	write(w, http.StatusOK, map[string]any{"id": "fake", "object": "chat.completion", "model": h.Model, "usage": s.usage(),
		"choices": []any{map[string]any{"index": 0, "message": msg, "finish_reason": s.Finish}}})
}

// stream sends a reply as events: comments, reasoning, text in two pieces, each call with
// its arguments in two pieces, the finish, and the usage where it is asked for.
func (s Spoken) stream(w http.ResponseWriter, h Heard) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(text string) {
		fmt.Fprint(w, text)
		_ = http.NewResponseController(w).Flush()
	}
	chunk := func(more map[string]any) {
		out := map[string]any{"id": "fake", "object": "chat.completion.chunk", "model": h.Model}
		maps.Copy(out, more)
		b, _ := json.Marshal(out)
		send("data: " + string(b) + "\n\n")
	}
	delta := func(d map[string]any, finish any) {
		chunk(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": d, "finish_reason": finish}}})
	}
	for _, note := range s.Notes {
		send(": " + note + "\n\n")
	}
	first := map[string]any{"role": "assistant", "content": ""}
	maps.Copy(first, s.Message)
	delta(first, nil)
	if s.Reasoning != "" {
		delta(map[string]any{s.ReasoningIn: s.Reasoning}, nil)
	}
	for _, piece := range halves(s.Text) {
		delta(map[string]any{"content": piece}, nil)
	}
	if s.Broken != nil {
		chunk(map[string]any{"error": s.Broken})
		return
	}
	for i, c := range s.Calls {
		args := halves(c.Args)
		begin := c.fields(args[0])
		begin["index"] = i
		delta(map[string]any{"tool_calls": []any{begin}}, nil)
		delta(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": args[1]}}}}, nil)
	}
	delta(map[string]any{}, s.Finish)
	if opts, _ := h.Body["stream_options"].(map[string]any); opts["include_usage"] == true {
		chunk(map[string]any{"choices": []any{}, "usage": s.usage()})
	}
	send("data: [DONE]\n\n")
}

// halves cuts a text in two, between letters.
func halves(text string) []string {
	r := []rune(text)
	return []string{string(r[:len(r)/2]), string(r[len(r)/2:])}
}
