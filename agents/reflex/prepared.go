package reflex

import "sync"

// prepared keeps procedures made ready for matching, by their JSON: a process
// that carries out many tasks meets the same ones each time.
var prepared = cache{most: 512, families: map[string]*family{}}

type cache struct {
	mu       sync.Mutex
	most     int
	families map[string]*family
}

// family makes a procedure ready; nil for one of another compiler.
func (c *cache) family(procedure []byte) *family {
	c.mu.Lock()
	f, ok := c.families[string(procedure)]
	c.mu.Unlock()
	if ok {
		return f
	}
	if p, err := Decode(procedure); err == nil {
		f = newFamily(p, words())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.families) >= c.most {
		clear(c.families)
	}
	c.families[string(procedure)] = f
	return f
}
