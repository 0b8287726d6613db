package reflex

import (
	"sort"
	"strconv"
	"strings"

	"legomem/braces"
	"legomem/tools/value"
)

// turn is the element of an observed list that actions are compiled for: where
// a value is found in several places, one in the element is meant.
type turn struct {
	list Ref
	n    int
	// still are the values, by key, that all elements' actions share.
	still map[string]bool
}

func (t *turn) prefix() string { return t.list.Path + "/" + strconv.Itoa(t.n) }

// has says that a place is in the element.
func (t *turn) has(r Ref) bool {
	if t == nil || r.Step != t.list.Step {
		return false
	}
	rest, ok := strings.CutPrefix(r.Path, t.prefix())
	return ok && (rest == "" || rest[0] == '/')
}

func (t *turn) holds(d *datum) bool {
	return t.has(d.ref()) && !t.still[d.key]
}

// general is a source in the element, made one in whichever element the loop is
// at.
func (t *turn) general(e Expr) Expr {
	lift := func(r Ref) *Ref {
		if t.has(r) {
			r.Path = t.list.Path + "/" + element + strings.TrimPrefix(r.Path, t.prefix())
		}
		return &r
	}
	return e.refs(lift)
}

// refs is the source with every place it names made another.
func (e Expr) refs(f func(Ref) *Ref) Expr {
	if e.From != nil {
		e.From = f(*e.From)
	}
	if e.Each != nil {
		item := e.Item.refs(f)
		e.Each, e.Item = f(*e.Each), &item
	}
	if e.When != nil {
		g, then, other := *e.When, e.Then.refs(f), e.Else.refs(f)
		if g.Slot == "" {
			g.Of = *f(g.Of)
		}
		e.When, e.Then, e.Else = &g, &then, &other
	}
	e.Doubts = mapped(e.Doubts, func(r Ref) Ref { return *f(r) })
	e.Text = mapped(e.Text, func(x Expr) Expr { return x.refs(f) })
	e.List = mapped(e.List, func(x Expr) Expr { return x.refs(f) })
	if e.Object != nil {
		object := map[string]Expr{}
		for k, x := range e.Object {
			object[k] = x.refs(f)
		}
		e.Object = object
	}
	return e
}

func mapped[T any](in []T, f func(T) T) []T {
	if in == nil {
		return nil
	}
	out := make([]T, len(in))
	for i, x := range in {
		out[i] = f(x)
	}
	return out
}

// elements says that the source names the element that a loop over the list is
// at.
func (e Expr) elements(list Ref) bool {
	found := false
	e.refs(func(r Ref) *Ref {
		rest, ok := strings.CutPrefix(r.Path, list.Path+"/"+element)
		found = found || r.Step == list.Step && ok && (rest == "" || rest[0] == '/')
		return &r
	})
	return found
}

// lists are the lists of at least two elements, and of few enough, that were
// observed: the latest action's first, then the outermost.
func (c *compiler) lists(atMost int) []Ref {
	var found []datum
	for _, d := range c.seen {
		if list, ok := d.value.([]any); ok && len(list) >= 2 && len(list) <= atMost {
			found = append(found, d)
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		if found[i].step != found[j].step {
			return found[i].step > found[j].step
		}
		return strings.Count(found[i].path, "/") < strings.Count(found[j].path, "/")
	})
	var out []Ref
	for _, d := range found {
		out = append(out, Ref{Step: d.step, Path: d.path})
	}
	return out
}

func (c *compiler) length(list Ref) int {
	v, _ := braces.Resolve(c.data[list.Step], list.Path)
	all, _ := v.([]any)
	return len(all)
}

// each finds the list whose elements a list argument was made of, one of each
// in their order; nil for none.
func (c *compiler) each(name string, kind value.Kind, all []any) *Expr {
	for _, list := range c.lists(len(all)) {
		if c.length(list) != len(all) || c.turn.has(list) {
			continue
		}
		keep := c.mark()
		if e := c.eachOf(list, name, kind, all); e != nil {
			return e
		}
		c.reset(keep)
	}
	return nil
}

func (c *compiler) eachOf(list Ref, name string, kind value.Kind, all []any) *Expr {
	outer := c.turn
	defer func() { c.turn = outer }()
	still := shared(all)
	var candidates []Expr
	for i, one := range all {
		c.turn = &turn{list: list, n: i, still: still}
		candidates = append(candidates, c.turn.general(c.argument(name, kind, one)))
	}
	v := c.values(nil)
	for _, e := range distinct(candidates) {
		out := Expr{Each: &list, Item: &e}
		got, err := v.eval(out)
		if err == nil && e.elements(list) && key(got) == key(all) {
			return &out
		}
	}
	return nil
}

// shared are the leaf values, by key, that all items hold.
func shared(items []any) map[string]bool {
	count := map[string]int{}
	for _, one := range items {
		mine := map[string]bool{}
		eachLeaf(one, func(v any) { mine[key(v)] = true })
		for k := range mine {
			count[k]++
		}
	}
	out := map[string]bool{}
	for k, n := range count {
		if n == len(items) {
			out[k] = true
		}
	}
	return out
}

// distinct drops sources that are there before.
func distinct(all []Expr) []Expr {
	seen := map[string]bool{}
	var out []Expr
	for _, e := range all {
		if k := key(e); !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// values evaluates sources with the values of the run that is compiled; more
// is what later actions returned.
func (c *compiler) values(more map[int]any) *values {
	v := newValues(c.out, nil, c.task.User)
	for _, f := range c.slots {
		v.bound[f.Name] = []Binding{{Slot: f.Name, Kind: f.Kind, Canon: f.Canon, Spelled: f.Example}}
	}
	for n, data := range c.data {
		v.observed[n] = data
	}
	for n, data := range more {
		v.observed[n] = data
	}
	return v
}

// mark is what a trial compilation may change, to go back to.
type mark struct {
	seen  []datum
	data  map[int]any
	slots []found
	refs  []*found
	steps int
}

func (c *compiler) mark() mark {
	m := mark{seen: c.seen[:len(c.seen):len(c.seen)], data: map[int]any{}, refs: append([]*found(nil), c.slots...), steps: c.steps}
	for n, d := range c.data {
		m.data[n] = d
	}
	for _, f := range c.slots {
		m.slots = append(m.slots, *f)
	}
	return m
}

func (c *compiler) reset(m mark) {
	c.forget(m)
	c.slots = append([]*found(nil), m.refs...)
	for i, f := range c.slots {
		*f = m.slots[i]
	}
}

// forget drops what was observed since, and keeps the slots.
func (c *compiler) forget(m mark) {
	c.seen, c.steps, c.data = m.seen, m.steps, map[int]any{}
	for n, d := range m.data {
		c.data[n] = d
	}
}
