package membank

import (
	"encoding/json"
	"fmt"
	"strconv"

	"legomem/membank/records"
	"legomem/membank/store"
)

// A unit's record: the text it is found by, the fields it is chosen by, and the unit
// itself, without its counts, its quarantine and whether it is trusted, as JSON. These are
// fields, so that changing them rewrites nothing else.
const (
	fieldKind    = "kind"
	fieldAgent   = "agent"
	fieldSuite   = "suite"
	fieldTask    = "task"
	fieldRun     = "run"
	fieldParent  = "parent"
	fieldUser    = "user"
	fieldStarter = "starter" // "yes" or absent
	// fieldQuarantine is the reason, absent where there is none.
	fieldQuarantine = records.Quarantine
	// fieldSuspended is why the procedure is suspended, absent if it is not.
	fieldSuspended = "suspended"
	fieldUntrusted = "untrusted" // "yes" or absent
	fieldAuthored  = "authored"  // "yes" or absent
	fieldUsed      = "used"
	fieldHelped    = "helped"
	fieldSuccesses = "successes"
	fieldFailures  = "failures"
)

// Indexed returns the fields that a store with indexes should index.
func Indexed() []string {
	return []string{fieldKind, fieldAgent, fieldSuite, fieldTask, fieldRun, fieldParent, fieldUser, fieldStarter, fieldQuarantine, fieldSuspended, fieldUntrusted, fieldAuthored}
}

const yes = "yes"

func toRecord(u Unit, vector []float32) (store.Record, error) {
	fields := map[string]string{}
	set := func(name, value string) {
		if value != "" {
			fields[name] = value
		}
	}
	set(fieldKind, string(u.Kind))
	set(fieldSuite, u.Source.Suite)
	set(fieldTask, u.Source.Task)
	set(fieldRun, u.Source.Run)
	set(fieldParent, u.Parent)
	set(fieldAgent, u.Agent())
	set(fieldUser, u.Source.User)
	set(fieldQuarantine, u.Quarantine)
	if u.Source.Starter {
		set(fieldStarter, yes)
	}
	set(fieldSuspended, u.Suspended)
	if u.Untrusted {
		set(fieldUntrusted, yes)
	}
	if u.Compiler == Authored {
		set(fieldAuthored, yes)
	}
	for name, n := range u.counts() {
		if *n > 0 {
			set(name, strconv.Itoa(*n))
		}
		*n = 0
	}
	u.Quarantine, u.Suspended, u.Untrusted = "", "", false
	payload, err := json.Marshal(u)
	if err != nil {
		return store.Record{}, fmt.Errorf("memory %s: %w", u.ID, err)
	}
	return store.Record{ID: u.ID, Vector: vector, Text: u.text(), Fields: fields, Payload: payload}, nil
}

func fromRecord(r store.Record) (Unit, error) {
	u, err := decode(r.Payload)
	if err != nil {
		return u, unreadable(r, err)
	}
	return u, u.setFields(r)
}

func unreadable(r store.Record, err error) error {
	return fmt.Errorf("memory %s cannot be read; forget it, or restore the bank from a copy: %w", r.ID, err)
}

// setFields sets what the unit's record holds outside the payload.
func (u *Unit) setFields(r store.Record) error {
	u.Quarantine, u.Suspended = r.Fields[fieldQuarantine], r.Fields[fieldSuspended]
	u.Untrusted = r.Fields[fieldUntrusted] != ""
	for name, n := range u.counts() {
		var err error
		if *n, err = number(r.Fields, name); err != nil {
			return fmt.Errorf("memory %s: %w", r.ID, err)
		}
	}
	return nil
}

// counts are the unit's counts, by their fields.
func (u *Unit) counts() map[string]*int {
	return map[string]*int{fieldUsed: &u.Used, fieldHelped: &u.Helped, fieldSuccesses: &u.Successes, fieldFailures: &u.Failures}
}

func number(fields map[string]string, name string) (int, error) {
	if fields[name] == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(fields[name])
	if err != nil {
		return 0, fmt.Errorf("its count %q is not a number: %q", name, fields[name])
	}
	return n, nil
}

func (f Filter) matches() store.Filter {
	var out store.Filter
	is := func(field, value string) {
		if value != "" {
			out = append(out, store.Match{Field: field, Any: []string{value}})
		}
	}
	is(fieldKind, string(f.Kind))
	is(fieldAgent, f.Agent)
	is(fieldSuite, f.Suite)
	is(fieldTask, f.Task)
	is(fieldRun, f.Run)
	is(fieldParent, f.Parent)
	is(fieldUser, f.User)
	if f.Own {
		out = append(out, store.Match{Field: fieldStarter, Any: []string{yes}, Not: true})
	}
	if f.Authored {
		is(fieldAuthored, yes)
	}
	if f.Untrusted {
		is(fieldUntrusted, yes)
	}
	if f.Quarantined {
		out = append(out, store.Match{Field: fieldQuarantine, Any: []string{""}, Not: true})
	}
	if f.suspended {
		out = append(out, notQuarantined, store.Match{Field: fieldSuspended, Any: []string{""}, Not: true})
	}
	return out
}
