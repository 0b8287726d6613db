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
			st.Args[name].eachConst(func(v any) {
				if text, ok := v.(string); ok && strings.TrimSpace(text) != "" {
					out = append(out, fmt.Sprintf("%s: %s %s", st.Tool, name, text))
				}
			})
		}
	}
	return out
}

// eachConst goes through the constants of an argument that are a value by themselves,
// in lists and objects too: no part of a text that is put together.
func (e Expr) eachConst(f func(any)) {
	var v any
	if json.Unmarshal(e.Const, &v) == nil {
		eachLeaf(v, f)
	}
	for _, one := range e.List {
		one.eachConst(f)
	}
	for _, k := range sortedKeys(e.Object) {
		e.Object[k].eachConst(f)
	}
}
