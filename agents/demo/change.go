package demo

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"legomem/tools"
	"legomem/tools/value"
)

// variant is a demonstration with one change.
type variant struct {
	Change
	demo *Demo
}

// changes lists the variants that an evaluation should notice. What an action takes from
// an earlier one is no value of the demonstration, and is not changed.
func (d *Demo) changes(registry *tools.Registry, ref value.Reference, played *Demo) []variant {
	var all []variant
	called := played.actions()
	for i, a := range d.actions() {
		t, ok := registry.Get(a.Tool)
		if !ok || !writes(t, called[i].Args) {
			continue
		}
		all = append(all, d.without(a))
		for _, e := range edits(place{}, t.Schema, map[string]any(a.Args), ref) {
			all = append(all, d.edited(a, e))
		}
	}
	if len(all) == 0 && d.Answer != "" {
		all = d.otherAnswers(played.Answer, ref)
	}
	return all
}

// writes reports whether an action does more than read.
func writes(t tools.Tool, args map[string]any) bool {
	effects, err := t.Effects(args)
	return err == nil && tools.Changes(effects)
}

func (d *Demo) without(a placed) variant {
	c := d.clone()
	s := &c.Subtasks[a.subtask]
	s.Actions = append(s.Actions[:a.index:a.index], s.Actions[a.index+1:]...)
	return variant{Change{Path: a.at.String(), Line: d.line(a.at), Tool: a.Tool, What: "left out"}, c}
}

func (d *Demo) edited(a placed, e edit) variant {
	c := d.clone()
	args, _ := copied(a.Args).(map[string]any)
	e.apply(args)
	c.Subtasks[a.subtask].Actions[a.index].Args = args
	at := a.at.then("args").then(e.at...)
	return variant{Change{Path: at.String(), Line: d.line(at), Tool: a.Tool, What: brief(e.old) + " -> " + brief(e.new)}, c}
}

func (d *Demo) otherAnswers(answer string, ref value.Reference) []variant {
	at := place{"answer"}
	var all []variant
	for _, other := range append([]string{""}, otherTexts(answer, ref)...) {
		c := d.clone()
		c.Answer = other
		all = append(all, variant{Change{Path: at.String(), Line: d.line(at), What: brief(answer) + " -> " + brief(other)}, c})
	}
	return all
}

// brief writes a value for a person, shortened.
func brief(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if r := []rune(string(b)); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return string(b)
}

// edit replaces one value in an action's arguments, or renames a key.
type edit struct {
	at       place
	old, new any
	key      bool
}

// edits lists the changes to the values in v, one at a time, and to the keys that are
// not in the tool's schema (a table's columns).
func edits(at place, schema *jsonschema.Schema, v any, ref value.Reference) []edit {
	var all []edit
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			all = append(all, edits(at.then(i), itemsOf(schema), one, ref)...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			field, known := fieldOf(schema, k)
			if !known {
				all = append(all, edit{at.then(k), k, otherWords(k), true})
			}
			all = append(all, edits(at.then(k), field, v[k], ref)...)
		}
	case float64:
		all = append(all, edit{at: at, old: v, new: v + 1})
	case bool:
		all = append(all, edit{at: at, old: v, new: !v})
	case string:
		if refers(v) {
			break
		}
		for _, other := range otherTexts(v, ref) {
			all = append(all, edit{at: at, old: v, new: other})
		}
	}
	return all
}

// apply carries out the edit on a copy of the arguments.
func (e edit) apply(args map[string]any) {
	var v any = args
	for _, step := range e.at[:len(e.at)-1] {
		switch s := step.(type) {
		case string:
			v = v.(map[string]any)[s]
		case int:
			v = v.([]any)[s]
		}
	}
	switch last := e.at[len(e.at)-1].(type) {
	case int:
		v.([]any)[last] = e.new
	case string:
		object := v.(map[string]any)
		if e.key {
			object[e.new.(string)] = object[last]
			delete(object, last)
			return
		}
		object[last] = e.new
	}
}

// wholeKinds are the kinds that otherTexts tries on a text as a whole.
var wholeKinds = []value.Kind{value.DateTime, value.Date, value.Time, value.Number, value.Money, value.Duration, value.Cell, value.Email, value.File}

// otherTexts returns the texts to try in place of s. A typed value becomes the next one
// of its kind (the next day, the next number, the next row). Other words become
// different words, and each typed value among them becomes, in turn, the next one.
func otherTexts(s string, ref value.Reference) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	for _, kind := range wholeKinds {
		if canon, err := value.Parse(kind, s, ref); err == nil && !(kind == value.File && strings.Contains(s, " ")) {
			return spelledLike(kind, canon, s, nexts(kind, canon))
		}
	}
	all := []string{otherWords(s)}
	for _, m := range value.Find(s, ref) {
		if m.Kind == value.Person || m.Kind == value.Phrase || m.Borrowed {
			continue
		}
		for _, other := range spelledLike(m.Kind, m.Canon, m.Text, nexts(m.Kind, m.Canon)) {
			all = append(all, s[:m.Start]+other+s[m.End:])
		}
	}
	return distinct(s, all)
}

// spelledLike writes the canonical values in the style of a spelling.
func spelledLike(kind value.Kind, canon, spelled string, others []string) []string {
	style, ok := value.StyleOf(kind, canon, spelled)
	for i := range others {
		if out, err := value.Render(kind, others[i], style); ok && err == nil {
			others[i] = out
		}
	}
	return distinct(spelled, others)
}

func distinct(s string, others []string) []string {
	seen := map[string]bool{s: true}
	var out []string
	for _, o := range others {
		if !seen[o] {
			seen[o] = true
			out = append(out, o)
		}
	}
	return out
}

// nexts are other canonical values of the kind, near the given one.
func nexts(kind value.Kind, canon string) []string {
	switch kind {
	case value.Date:
		return []string{later(canon, time.DateOnly, 24*time.Hour)}
	case value.Time:
		return []string{later(canon, "15:04", time.Hour)}
	case value.DateTime:
		return []string{later(canon, time.DateTime, 24*time.Hour), later(canon, time.DateTime, time.Hour)}
	case value.Duration:
		d, err := time.ParseDuration(canon)
		if err != nil {
			return nil
		}
		longer, err := value.Parse(kind, fmt.Sprintf("%d seconds", int((d+90*time.Minute).Seconds())), value.Reference{})
		if err != nil {
			return nil
		}
		return []string{longer}
	case value.Number:
		return []string{plusOne(canon)}
	case value.Money:
		currency, n, _ := strings.Cut(canon, " ")
		return []string{currency + " " + plusOne(n)}
	case value.Cell:
		return []string{nextRow(canon)}
	case value.Email:
		return []string{"other." + canon}
	case value.File:
		dir, name := path.Split(canon)
		return []string{dir + "other_" + name}
	}
	return nil
}

// later moves a moment on, and keeps its layout; a time may have seconds.
func later(canon, layout string, by time.Duration) string {
	t, err := time.Parse(layout, canon)
	if err != nil {
		layout = time.TimeOnly
		if t, err = time.Parse(layout, canon); err != nil {
			return canon
		}
	}
	return t.Add(by).Format(layout)
}

func plusOne(n string) string {
	r, ok := new(big.Rat).SetString(n)
	if !ok {
		return n
	}
	_, frac, _ := strings.Cut(n, ".")
	return r.Add(r, big.NewRat(1, 1)).FloatString(len(frac))
}

// nextRow moves a cell, or the end of a range, one row down.
func nextRow(cell string) string {
	i := strings.LastIndexFunc(cell, unicode.IsLetter) + 1
	row, err := strconv.Atoi(cell[i:])
	if err != nil {
		return cell
	}
	return cell[:i] + strconv.Itoa(row+1)
}

// otherWords makes different words of the same shape, so that no keyword of the
// old ones is left: the letters 13 places on in the alphabet, the digits 5.
func otherWords(s string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case 'A' <= r && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		case '0' <= r && r <= '9':
			return '0' + (r-'0'+5)%10
		}
		return r
	}, s)
	if out == s {
		return "other"
	}
	return out
}
