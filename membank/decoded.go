package membank

import (
	"encoding/json"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"legomem/membank/store"
)

// decoded keeps what searches found, by the payload that it was decoded from: a
// process that carries out many tasks finds the same units each time, and
// decoding them is most of a search. What it holds is shared: its elements are read,
// never written.
var decoded = func() *lru.Cache[string, Unit] {
	const most = 1024 // a procedure of many wordings takes some tens of kilobytes
	c, err := lru.New[string, Unit](most)
	if err != nil {
		panic(err) // only of a size below one
	}
	return c
}()

// decode makes the unit of a record's payload, without what its fields tell.
func decode(payload []byte) (Unit, error) {
	var u Unit
	err := json.Unmarshal(payload, &u)
	return u, err
}

// known is fromRecord for a unit that nothing of is changed.
func known(r store.Record) (Unit, error) {
	u, ok := decoded.Get(string(r.Payload))
	if !ok {
		var err error
		if u, err = decode(r.Payload); err != nil {
			return u, unreadable(r, err)
		}
		u.Subtasks, u.Wordings = slices.Clip(u.Subtasks), slices.Clip(u.Wordings) // so that appending to one copies it
		u.Joined, u.Merged = slices.Clip(u.Joined), slices.Clip(u.Merged)
		decoded.Add(string(r.Payload), u)
	}
	return u, u.setFields(r)
}
