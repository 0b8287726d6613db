package reflex

import lru "github.com/hashicorp/golang-lru/v2"

// address is where a procedure's JSON lies. The bank decodes a unit once and hands out
// the same bytes each time, so that none of its tens of kilobytes need be compared.
type address struct {
	first *byte
	bytes int
}

// prepared keeps procedures made ready for matching, by their address: a process that
// carries out many tasks meets the same ones each time. A key holds on to its
// bytes, so that no other procedure comes to lie there.
var prepared = func() *lru.Cache[address, *family] {
	const most = 512
	c, err := lru.New[address, *family](most)
	if err != nil {
		panic(err) // only of a size below one
	}
	return c
}()

// familyOf makes a procedure ready, which is not empty and whose bytes nobody
// changes; nil for one of another compiler.
func familyOf(procedure []byte) *family {
	at := address{&procedure[0], len(procedure)}
	if f, ok := prepared.Get(at); ok {
		return f
	}
	var f *family
	if p, err := Decode(procedure); err == nil {
		f = newFamily(p)
	}
	prepared.Add(at, f)
	return f
}
