package reflex

import (
	"errors"
	"strings"
)

// A text need not give an optional slot. An argument made of it is left out then, and so
// is the element of a list; a guard asks whether there is a value.

// leftOutError says that a value is missing which the text may do without.
type leftOutError struct{ what string }

func (e *leftOutError) Error() string { return "there is no " + e.what }

func isLeftOut(err error) bool {
	var left *leftOutError
	return errors.As(err, &left)
}

// mayLack says that a text need not say where the slot's value stands.
func (s Slot) mayLack() bool { return s.Optional || s.Default != "" }

// asksForAny says that a guard asks whether there is a value, whatever it is.
func (g Guard) asksForAny() bool {
	return g.Is == isGiven && g.Not == isMissing || g.Is == isMissing && g.Not == isGiven
}

// given says whether there is a value where a guard looks: one that an action did not
// return, or that says nothing, is none.
func (v *values) given(g Guard) (bool, error) {
	if g.Slot != "" {
		_, err := v.eval(Expr{Slot: g.Slot, As: g.As})
		if isLeftOut(err) {
			return false, nil
		}
		return err == nil, err
	}
	if v.observed == nil {
		_, err := v.raw(g.Of)
		return false, err
	}
	value, err := v.raw(g.Of)
	return err == nil && says(value), nil
}

// says says that a value holds something: "", none, no and an empty list do not.
func says(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case float64:
		return v != 0
	case string:
		return strings.TrimSpace(v) != ""
	case map[string]any:
		return len(v) > 0
	}
	return !isBlank(v)
}
