package curate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// members reads a JSON object's members as they are spelled: encoding/json
// alone would take "Agent" for "agent", and the last of two equal keys.
func members(raw []byte) (map[string]json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if !json.Valid(raw) {
		var v any
		return nil, fmt.Errorf("it is not valid JSON: %w", json.Unmarshal(raw, &v))
	}
	if raw[0] != '{' {
		return nil, fmt.Errorf("it is %s, not an object", nameOf(raw))
	}
	out := map[string]json.RawMessage{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string) // of valid JSON, it is
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("the key %q is there twice", key)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		out[key] = value
	}
	return out, nil
}

// object reads an object that has all the keys, and no others but the optional ones.
func object(raw []byte, keys []string, optional ...string) (map[string]json.RawMessage, error) {
	in, err := members(raw)
	if err != nil {
		return nil, err
	}
	var wrong []string // all at once: a model that mends one at a time runs out of tries
	for _, k := range keys {
		if _, ok := in[k]; !ok {
			wrong = append(wrong, fmt.Sprintf("the key %q is missing", k))
		}
	}
	all := slices.Concat(keys, optional)
	for _, k := range slices.Sorted(maps.Keys(in)) {
		if !slices.Contains(all, k) {
			wrong = append(wrong, fmt.Sprintf("there is a key %q; the keys are %s", k, strings.Join(all, ", ")))
		}
	}
	if len(wrong) > 0 {
		return nil, errors.New(strings.Join(wrong, "; "))
	}
	return in, nil
}

// fields reads an object's members one after the other. Once there is an error,
// nothing more is read.
type fields struct {
	in  map[string]json.RawMessage
	err error // the first
}

// member reads one member with text, words, list or the like.
func member[T any](f *fields, key string, as func(in map[string]json.RawMessage, key string) (T, error)) (v T) {
	if f.err == nil {
		v, f.err = as(f.in, key)
	}
	return v
}

// text reads a member that is a text.
func text(in map[string]json.RawMessage, key string) (string, error) {
	var s string
	if raw := in[key]; len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", fmt.Errorf("%q is %s, not a text", key, nameOf(raw))
	}
	return strings.TrimSpace(s), nil
}

// words reads a member that is a text and not empty.
func words(in map[string]json.RawMessage, key string) (string, error) {
	s, err := text(in, key)
	if err == nil && s == "" {
		return "", fmt.Errorf("%q is empty", key)
	}
	return s, err
}

// list reads a member that is a list.
func list(in map[string]json.RawMessage, key string) ([]json.RawMessage, error) {
	var out []json.RawMessage
	if raw := in[key]; len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &out) != nil {
		return nil, fmt.Errorf("%q is %s, not a list", key, nameOf(raw))
	}
	return out, nil
}

// arguments reads an action's arguments.
func arguments(raw []byte) (map[string]any, error) {
	if _, err := members(raw); err != nil {
		return nil, err
	}
	var args map[string]any
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	if args == nil {
		return nil, errors.New("they are null, not an object")
	}
	return args, nil
}

// nameOf names the kind of a JSON value.
func nameOf(raw []byte) string {
	switch {
	case len(raw) == 0:
		return "missing"
	case raw[0] == '{':
		return "an object"
	case raw[0] == '[':
		return "a list"
	case raw[0] == '"':
		return "a text"
	case raw[0] == 'n':
		return "null"
	case raw[0] == 't' || raw[0] == 'f':
		return "true or false"
	}
	return "a number"
}

// inList names the place of an error inside a list: "subtasks[1]: …".
func inList(list string, i int, err error) error {
	return fmt.Errorf("%s[%d]: %w", list, i, err)
}
