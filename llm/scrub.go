package llm

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// scrubbed replaces a key.
const scrubbed = "[key]"

// shortestSecret is the length below which a secret counts as a placeholder ("none",
// "ollama"), not as a key: removing it everywhere would tear words apart.
const shortestSecret = 8

// keyShapes are the forms that secrets of known services have.
var keyShapes = regexp.MustCompile(`\b(sk|pk|gsk|xai|hf|ghp|glpat)[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|(?i:bearer)\s+[A-Za-z0-9._~+/-]{16,}`)

// plainWords matches prefixes that also begin file names and identifiers, which seldom
// have two digits; a key has more.
var plainWords = regexp.MustCompile(`^(pk|hf|xai)[-_]`)

const keyDigits = 2

func isKey(found string) bool {
	if !plainWords.MatchString(found) {
		return true
	}
	digits := 0
	for _, r := range found {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return digits >= keyDigits
}

// FindKey returns the first thing in a recording that looks like a key, "" when there
// is none. Tests check every recording in the project with it.
func FindKey(recording []byte) string {
	for _, found := range keyShapes.FindAll(recording, -1) {
		if isKey(string(found)) {
			return string(found)
		}
	}
	return ""
}

// scrubber removes keys from files and messages: the keys in use, however they are
// escaped, and anything in the shape of a key.
type scrubber struct{ secrets []string }

func newScrubber(secrets []string) scrubber {
	var s scrubber
	for _, one := range secrets {
		if len(one) < shortestSecret {
			continue
		}
		s.secrets = append(s.secrets, one, url.QueryEscape(one), url.PathEscape(one))
		if quoted, err := json.Marshal(one); err == nil {
			s.secrets = append(s.secrets, string(quoted[1:len(quoted)-1]))
		}
	}
	// The longest first: one key may begin with another.
	slices.SortFunc(s.secrets, func(a, b string) int { return len(b) - len(a) })
	s.secrets = slices.Compact(s.secrets)
	return s
}

func (s scrubber) text(t string) string {
	for _, one := range s.secrets {
		t = strings.ReplaceAll(t, one, scrubbed)
	}
	return keyShapes.ReplaceAllStringFunc(t, func(found string) string {
		if isKey(found) {
			return scrubbed
		}
		return found
	})
}

// body scrubs the body of a request or a response. JSON stays JSON: its strings are
// scrubbed one by one, since a letter can be escaped in more than one way. Anything
// else becomes a JSON string.
func (s scrubber) body(b []byte) json.RawMessage {
	if len(b) == 0 {
		return nil
	}
	v, err := decodeJSON(b)
	if err != nil {
		return quoted(s.text(string(b)))
	}
	if clean, changed := s.value(v); changed {
		if b, err = json.Marshal(clean); err != nil {
			return quoted(scrubbed)
		}
	}
	// Of a name that occurs twice in an object, only one was seen above.
	if raw := s.text(string(b)); raw != string(b) {
		if !json.Valid([]byte(raw)) {
			return quoted(raw)
		}
		b = []byte(raw)
	}
	return b
}

// value scrubs the strings in a JSON value, the names in objects included.
func (s scrubber) value(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		clean := s.text(v)
		return clean, clean != v
	case []any:
		changed := false
		for i, one := range v {
			clean, c := s.value(one)
			v[i], changed = clean, changed || c
		}
		return v, changed
	case map[string]any:
		changed := false
		out := make(map[string]any, len(v))
		for name, one := range v {
			clean, c := s.value(one)
			key := s.text(name)
			out[key], changed = clean, changed || c || key != name
		}
		return out, changed
	}
	return v, false
}

func quoted(text string) json.RawMessage {
	b, _ := json.Marshal(text) // a string always marshals
	return b
}

// canonical writes JSON so that equal values have equal bytes: names sorted, no space,
// numbers at their shortest. Anything else stays as it is.
func canonical(b []byte) []byte {
	v, err := decodeJSON(b)
	if err != nil {
		return b
	}
	out, err := json.Marshal(plainNumbers(v))
	if err != nil {
		return b
	}
	return out
}

// decodeJSON decodes one whole value, with its numbers as they are written.
func decodeJSON(b []byte) (any, error) {
	if !json.Valid(b) {
		return nil, errNotJSON
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// plainNumbers keeps whole numbers exact, as a seed must be, and makes the others
// floats, so that 1, 1.0 and 1e0 are equal.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		if f, err := v.Float64(); err == nil {
			return f
		}
	case []any:
		for i, one := range v {
			v[i] = plainNumbers(one)
		}
	case map[string]any:
		for name, one := range v {
			v[name] = plainNumbers(one)
		}
	}
	return v
}
