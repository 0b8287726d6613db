package braces

import (
	"strconv"
	"strings"
)

// Resolve follows a JSON Pointer (RFC 6901).
func Resolve(v any, pointer string) (any, bool) {
	if pointer == "" {
		return v, true
	}
	for _, part := range strings.Split(pointer[1:], "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch in := v.(type) {
		case map[string]any:
			next, ok := in[part]
			if !ok {
				next, ok = inOtherCase(in, part)
			}
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(in) {
				return nil, false
			}
			v = in[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// inOtherCase finds the one key that is spelled so but for its letters' case: a
// column's header as a person writes it.
func inOtherCase(in map[string]any, name string) (found any, ok bool) {
	for k, v := range in {
		if !strings.EqualFold(k, name) {
			continue
		}
		if ok {
			return nil, false
		}
		found, ok = v, true
	}
	return found, ok
}
