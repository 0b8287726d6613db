package membank

import (
	"bytes"
	"encoding/json"
	"hash/maphash"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"legomem/membank/store"
)

// decoded keeps the units that searches found, with the payloads they were decoded
// from: a process that carries out many tasks finds the same units each time, and
// decoding them is most of the work of a search. The units are shared: they are read,
// never written.
var decoded = func() *lru.Cache[uint64, decodedUnit] {
	const most = 1024 // a procedure of many wordings takes some tens of kilobytes
	c, err := lru.New[uint64, decodedUnit](most)
	if err != nil {
		panic(err) // only for a size below one
	}
	return c
}()

// decodedUnit is a unit under its payload's checksum; comparing the payload rules out
// collisions.
type decodedUnit struct {
	payload []byte
	unit    Unit
}

var checksum = maphash.MakeSeed()

// decode makes a unit from a record's payload, without what is in the record's fields.
func decode(payload []byte) (Unit, error) {
	var u Unit
	err := json.Unmarshal(payload, &u)
	return u, err
}

// known is fromRecord for a unit that will not be changed.
func known(r store.Record) (Unit, error) {
	sum := maphash.Bytes(checksum, r.Payload)
	had, ok := decoded.Get(sum)
	if ok && bytes.Equal(had.payload, r.Payload) {
		u := had.unit
		return u, u.setFields(r)
	}
	u, err := decode(r.Payload)
	if err != nil {
		return u, unreadable(r, err)
	}
	u.Subtasks, u.Wordings = slices.Clip(u.Subtasks), slices.Clip(u.Wordings) // so that appending to one copies it
	u.Joined, u.Merged = slices.Clip(u.Joined), slices.Clip(u.Merged)
	decoded.Add(sum, decodedUnit{r.Payload, u})
	return u, u.setFields(r)
}
