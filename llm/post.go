package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// refusal is an answer that is an error: its status, and its words as the server put
// them.
type refusal struct {
	Status  int
	Message string
	Code    string
	// Generation is what the model wrote, where the server could make no call of it.
	Generation string
	Header     http.Header
	Body       []byte
}

func (r *refusal) Error() string { return fmt.Sprintf("%d: %s", r.Status, r.Message) }

// garbled is the error for an answer that is not of the protocol.
type garbled struct{ err error }

func (g *garbled) Error() string { return g.err.Error() }

// post sends a body to an operation of the endpoint, and decodes the answer. An answer
// that is an error, even one with the status 200, is a *refusal.
func (c *Client) post(ctx context.Context, operation, model string, body []byte, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.place.operation(operation, model), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if name, value := c.place.header(c.endpoint.Key); name != "" {
		req.Header.Set(name, value)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return readRefusal(resp.StatusCode, resp.Header, answer)
	}
	if inside := errorInside(answer); inside != nil {
		inside.Header = resp.Header
		return inside
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return &garbled{err}
	}
	return nil
}

// errorInside finds the error in an answer with the status 200, as proxies send it when
// the server behind them failed.
func errorInside(answer []byte) *refusal {
	var in struct {
		Error   json.RawMessage `json:"error"`
		Choices json.RawMessage `json:"choices"`
	}
	if json.Unmarshal(answer, &in) != nil || present(in.Choices) || !present(in.Error) {
		return nil
	}
	r := readRefusal(http.StatusInternalServerError, nil, answer)
	var code struct {
		Error struct {
			Code json.Number `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(answer, &code) == nil {
		if n, err := code.Error.Code.Int64(); err == nil && n >= 400 && n < 600 {
			r.Status = int(n)
		}
	}
	return r
}

func present(raw json.RawMessage) bool {
	return len(raw) > 0 && string(raw) != "null"
}

// readRefusal reads the words of an error in any of the forms that servers give it: an
// object "error" with a message, a bare text, either in a list, a "detail", or a page.
func readRefusal(status int, header http.Header, body []byte) *refusal {
	r := &refusal{Status: status, Header: header, Body: body}
	raw := json.RawMessage(bytes.TrimSpace(body))
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		raw = list[0]
	}
	if !json.Valid(raw) {
		r.Message = pageText(string(body))
		return r
	}
	r.take(raw)
	if r.Message == "" {
		r.Message = clip(string(raw), 300)
	}
	return r
}

// take reads one level of an error's object, and what is nested in it.
func (r *refusal) take(raw json.RawMessage) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		r.Message = text
		return
	}
	var in map[string]json.RawMessage
	if json.Unmarshal(raw, &in) != nil {
		return
	}
	_ = json.Unmarshal(in["failed_generation"], &r.Generation) // "" where there is none
	if code := strings.Trim(string(in["code"]), `"`); code != "" && code != "null" {
		r.Code = code
	}
	for _, name := range []string{"error", "message", "detail"} {
		if inner := in[name]; present(inner) && r.Message == "" {
			r.take(inner)
			if r.Message == "" {
				r.Message = clip(string(inner), 300)
			}
		}
	}
	// Some proxies quote the whole error of the server behind them.
	if nested := json.RawMessage(strings.TrimSpace(r.Message)); len(nested) > 1 && nested[0] == '{' && json.Valid(nested) {
		r.Message = ""
		r.take(nested)
	}
}

// pageText is what a page of HTML says: its title. Any other text is itself.
func pageText(body string) string {
	lower := strings.ToLower(body)
	if !strings.HasPrefix(strings.TrimSpace(lower), "<") {
		return clip(body, 300)
	}
	from, to := strings.Index(lower, "<title>"), strings.Index(lower, "</title>")
	if from >= 0 && to > from {
		return "a page titled " + clip(body[from+len("<title>"):to], 100)
	}
	return "a page of HTML"
}
