package recall

import (
	"encoding/json"
	"fmt"
	"time"

	"legomem/lists"
	"legomem/membank/records"
	"legomem/membank/store"
)

// A unit's record: its intent's description, by which it is found, fields by which it is
// chosen, and the unit as JSON, without what the fields say.
const (
	fieldIntent   = "intent" // Intent.key
	fieldAt       = "at"     // when the session ended, in UTC to the second, so that as text the later is the higher
	fieldSession  = "session"
	fieldPast     = "past"     // "yes" or absent
	fieldStanding = "standing" // of each pair, as JSON
)

// Indexed returns the fields that a store with indexes should index.
func Indexed() []string {
	return []string{fieldIntent, fieldSession, fieldPast, records.Quarantine}
}

const yes = "yes"

// current lets through what may be retrieved.
func current() store.Filter {
	return store.Filter{{Field: fieldPast, Any: []string{""}}, records.NotQuarantined}
}

func toRecord(u Unit, vector []float32) (store.Record, error) {
	standing, err := json.Marshal(lists.Map(u.Pairs, func(p Pair) Standing { return p.Standing }))
	if err != nil {
		return store.Record{}, fmt.Errorf("unit %s: %w", u.ID, err)
	}
	fields := map[string]string{fieldIntent: u.Intent.key(), fieldAt: u.At.UTC().Format(time.RFC3339), fieldSession: u.Session, fieldStanding: string(standing)}
	if u.Past {
		fields[fieldPast] = yes
	}
	if u.Quarantine != "" {
		fields[records.Quarantine] = u.Quarantine
	}
	kept := u.content()
	kept.ID, kept.Hash, kept.At = u.ID, u.Hash, u.At
	payload, err := json.Marshal(kept)
	if err != nil {
		return store.Record{}, fmt.Errorf("unit %s: %w", u.ID, err)
	}
	r := store.Record{ID: u.ID, Fields: fields, Payload: payload}
	if !u.Past && u.Quarantine == "" {
		r.Vector, r.Text = vector, u.Intent.Description // history is kept, and costs no search anything
	}
	return r, nil
}

func fromRecord(r store.Record) (Unit, error) {
	var u Unit
	err := json.Unmarshal(r.Payload, &u)
	var standing []Standing
	if err == nil && r.Fields[fieldStanding] != "" {
		err = json.Unmarshal([]byte(r.Fields[fieldStanding]), &standing)
	}
	if err != nil {
		return u, fmt.Errorf("unit %s of the user's memory cannot be read; forget it, or restore the memory from a copy: %w", r.ID, err)
	}
	for i := range min(len(u.Pairs), len(standing)) {
		u.Pairs[i].Standing = standing[i]
	}
	u.Quarantine, u.Past = r.Fields[records.Quarantine], r.Fields[fieldPast] != ""
	return u, nil
}
