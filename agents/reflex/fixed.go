package reflex

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Fixed lists what the procedure's actions are given the same every time, in words,
// as "email.send: subject News": a value from one run that nothing gave may be meant
// for that run alone, and who taught it should see that.
func (p *Procedure) Fixed() []string {
	var out []string
	for _, st := range p.Steps() {
		for _, name := range sortedKeys(st.Args) {
			var text string
			if json.Unmarshal(st.Args[name].Const, &text) == nil && strings.TrimSpace(text) != "" {
				out = append(out, fmt.Sprintf("%s: %s %s", st.Tool, name, text))
			}
		}
	}
	return out
}
