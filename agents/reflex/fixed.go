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
	p.eachFixed(func(st Step, arg, text string) { out = append(out, fmt.Sprintf("%s: %s %s", st.Tool, arg, text)) })
	return out
}

// Constants are the texts that the procedure's actions are given the same every time. What
// an observation chooses among several is none of them.
func (p *Procedure) Constants() []string {
	var out []string
	p.eachFixed(func(_ Step, _, text string) { out = append(out, text) })
	return out
}

func (p *Procedure) eachFixed(use func(st Step, arg, text string)) {
	for _, st := range p.Steps() {
		for _, name := range sortedKeys(st.Args) {
			st.Args[name].eachConst(func(v any) {
				if text, ok := v.(string); ok && strings.TrimSpace(text) != "" {
					use(st, name, text)
				}
			})
		}
	}
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
