package reflex

import lru "github.com/hashicorp/golang-lru/v2"

// prepared keeps procedures made ready for matching, by their JSON: a process
// that carries out many tasks meets the same ones each time.
var prepared = func() *lru.Cache[string, *family] {
	const most = 512
	c, err := lru.New[string, *family](most)
	if err != nil {
		panic(err) // only of a size below one
	}
	return c
}()

// familyOf makes a procedure ready; nil for one of another compiler.
func familyOf(procedure []byte) *family {
	if f, ok := prepared.Get(string(procedure)); ok {
		return f
	}
	var f *family
	if p, err := Decode(procedure); err == nil {
		f = newFamily(p, words())
	}
	prepared.Add(string(procedure), f)
	return f
}
