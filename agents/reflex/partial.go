package reflex

import (
	"fmt"

	"legomem/braces"
)

// An action over many values says how many it left out, as a sum does of the texts
// among numbers. What it returns is then no answer for all of them.

// leftOut is how many values an action left out.
func leftOut(data any) float64 {
	v, _ := braces.Resolve(data, "/skipped")
	n, _ := v.(float64)
	return n
}

// whole finds out whether an action left values out that it left out in no run that
// the procedure is made from: nobody has shown what to do with the rest.
func (s Step) whole(data any, said string) error {
	if s.Partial || leftOut(data) == 0 {
		return nil
	}
	return fmt.Errorf("%s does not take in all there is: %s", s.Tool, said)
}
