package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxStarts bounds how many places of a reply are tried as the start of an
// object, so that a reply of nothing but braces stays cheap.
const maxStarts = 200

// ExtractJSON finds the JSON object in a model's reply: the whole reply, the last one
// that fills a code fence, or the longest one amid prose. Reasoning between <think>
// tags is skipped. Slips are mended (see Mend). The result is always a valid JSON object,
// and never a mere part of one that is broken or cut off.
func ExtractJSON(text string) (json.RawMessage, error) {
	text = afterThinking(text)
	if found, ok := fenced(text); ok {
		return found, nil
	}
	var best json.RawMessage
	var broken error
	rest := []byte(text)
	for tried := 0; tried < maxStarts && broken == nil; tried++ {
		at := bytes.IndexByte(rest, '{')
		if at < 0 {
			break
		}
		rest = rest[at:]
		found, length, err := objectAt(rest)
		switch {
		case err == nil:
			if len(found) > len(best) {
				best = found
			}
			rest = rest[length:]
		case meant(rest):
			broken = err
		default:
			rest = rest[1:] // a brace in prose
		}
	}
	switch {
	case best != nil:
		return bytes.Clone(best), nil
	case broken != nil:
		return nil, fmt.Errorf("it holds no valid JSON object: %w", broken)
	case text == "":
		return nil, errors.New("it is empty")
	}
	return nil, errors.New("it holds no JSON object")
}

// fenced returns the object in the last code fence that holds just an object.
func fenced(text string) (json.RawMessage, bool) {
	parts := strings.Split(text, "```")
	for i := len(parts) - 2; i > 0; i-- {
		inside := strings.TrimSpace(strings.TrimPrefix(parts[i], "json"))
		if !strings.HasPrefix(inside, "{") {
			continue
		}
		if mended, err := Mend([]byte(inside)); err == nil {
			return mended, true
		}
	}
	return nil, false
}

// objectAt reads the object that text begins with, and how long it is there; slips are
// mended.
func objectAt(text []byte) (found json.RawMessage, length int, err error) {
	var raw json.RawMessage
	if err = json.NewDecoder(bytes.NewReader(text)).Decode(&raw); err == nil {
		return raw, len(raw), nil
	}
	if !meant(text) {
		return nil, 0, err
	}
	whole := balanced(text)
	if mended, failed := Mend(whole); whole != nil && failed == nil {
		return mended, len(whole), nil
	}
	return nil, 0, err
}

// meant reports whether a brace was meant to begin an object: a key, a closing brace or
// the end of the text follows.
func meant(text []byte) bool {
	next := bytes.TrimLeft(text[1:], " \t\r\n")
	return len(next) == 0 || next[0] == '"' || next[0] == '}'
}
