package reflex

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"legomem/tools"
)

// datum is a value that an action returned, at a JSON Pointer in its data.
type datum struct {
	step  int
	path  string
	key   string
	value any
}

// see remembers what an action returned.
func (c *compiler) see(step int, obs *tools.Observation) {
	c.note(step, obs.Value())
}

func (c *compiler) note(step int, data any) {
	c.data[step] = data
	c.collect(step, "", data)
}

func (c *compiler) collect(step int, path string, v any) {
	if v == nil {
		return
	}
	c.seen = append(c.seen, datum{step: step, path: path, key: key(v), value: v})
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			c.collect(step, path+"/"+strconv.Itoa(i), one)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			c.collect(step, path+"/"+escape(k), v[k])
		}
	}
}

// observed finds a value among what earlier actions returned. Of several
// places it prefers one in the element that is compiled for, then the one with
// the fewest list positions in its path (they
// shift when the files change), then a field named like the argument, then the
// latest action, then the shortest path.
func (c *compiler) observed(name string, v any) *Ref {
	want := key(v)
	var best *datum
	for i := range c.seen {
		d := &c.seen[i]
		if d.key == want && (best == nil || c.better(d, best, name)) {
			best = d
		}
	}
	if best == nil {
		return nil
	}
	return &Ref{Step: best.step, Path: best.path}
}

func (c *compiler) better(a, b *datum, name string) bool {
	if x, y := c.turn.has(a.ref()), c.turn.has(b.ref()); x != y {
		return x
	}
	if x, y := positions(a.path), positions(b.path); x != y {
		return x < y
	}
	if x, y := strings.HasSuffix(a.path, "/"+name), strings.HasSuffix(b.path, "/"+name); x != y {
		return x
	}
	if a.step != b.step {
		return a.step > b.step
	}
	return len(a.path) < len(b.path)
}

// positions counts the list positions in a path.
func positions(path string) int {
	n := 0
	for _, part := range strings.Split(path, "/") {
		if _, err := strconv.Atoi(part); err == nil {
			n++
		}
	}
	return n
}

// ofTurn finds a value in the element that is compiled for, unless it is the
// same for all of them.
func (c *compiler) ofTurn(name string, v any) *Ref {
	if c.turn == nil || c.turn.still[key(v)] {
		return nil
	}
	if ref := c.observed(name, v); ref != nil && c.turn.has(*ref) {
		return ref
	}
	return nil
}

func (d *datum) ref() Ref { return Ref{Step: d.step, Path: d.path} }

// telling says that a value is unlikely to stand in a text by chance.
func (d datum) telling() bool {
	switch v := d.value.(type) {
	case string:
		return len(v) >= 3
	case float64:
		return len(d.spelled()) >= 2
	}
	return false
}

func escape(k string) string {
	return strings.ReplaceAll(strings.ReplaceAll(k, "~", "~0"), "/", "~1")
}

// key is a value's canonical form: its JSON, whose objects are sorted.
func key(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil, bool:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// eachLeaf calls f for every value that is no list and no object.
func eachLeaf(v any, f func(any)) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			eachLeaf(one, f)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			eachLeaf(v[k], f)
		}
	default:
		f(v)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
