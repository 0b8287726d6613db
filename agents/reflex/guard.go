package reflex

import (
	"fmt"
	"strings"
)

// The classes of what a guard looks at. A short text is its own class.
const (
	isTrue    = "true"
	isFalse   = "false"
	isNothing = "nothing"
	isEmptied = "empty"
	isFilled  = "filled"
	isZero    = "zero"
	isCounted = "not zero"
	// Whatever the value, whether there is one: see given.go.
	isGiven   = "given"
	isMissing = "missing"
)

// maxClass is the longest text that a guard tells apart, in bytes: "Yes", "Room
// 2", not a letter.
const maxClass = 20

// classify is what a guard sees in a value; false where it sees nothing.
func classify(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return isNothing, true
	case bool:
		if v {
			return isTrue, true
		}
		return isFalse, true
	case []any:
		if len(v) == 0 {
			return isEmptied, true
		}
		return isFilled, true
	case float64:
		if v == 0 {
			return isZero, true
		}
		return isCounted, true
	case string:
		s := strings.ToLower(strings.TrimSpace(v))
		return s, len(s) <= maxClass
	}
	return "", false
}

// holds says whether what a guard guards is done. What was never met, neither
// where it was done nor where it was not, is an error.
func (v *values) holds(g Guard) (bool, error) {
	if g.asksForAny() {
		given, err := v.given(g)
		return given == (g.Is == isGiven), err
	}
	value, err := v.raw(g.Of)
	if err != nil {
		return false, err
	}
	class, ok := classify(value)
	switch {
	case ok && class == g.Is:
		return true, nil
	case ok && class == g.Not:
		return false, nil
	}
	return false, fmt.Errorf("action %d returned at %s what was not met before (%s); known are %q and %q", g.Of.Step, g.Of.Path, v.said[g.Of.Step], g.Is, g.Not)
}
