package consent

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/trajectory"
)

// Acting is who did a run: what its changes are judged by.
type Acting struct {
	// Practised says that a procedure of the bank was played from end to end, and that no
	// model had a part in it.
	Practised bool
	// Exact says that a wording of the procedure accounts for every word of the task.
	Exact bool
	// Doubt is why the task may have meant something else, in plain words; "" for nothing.
	Doubt string
	// Unit is the procedure's memory, Version the hash of the procedure as it was played.
	Unit, Version string
	// User is whom the run acted for.
	User string
	// Read names what else than the task a model has been shown, the first of it; "" for
	// nothing. Whoever wrote that may have led it.
	Read string
	// FromRows says that a batch's rows provided values of the task.
	FromRows bool
}

// With is who did two runs together.
func (a Acting) With(b Acting) Acting {
	both := Acting{Practised: a.Practised && b.Practised, Exact: a.Exact && b.Exact, Doubt: cmp.Or(a.Doubt, b.Doubt), Read: a.Read, FromRows: a.FromRows || b.FromRows}
	if both.Read == "" {
		both.Read = b.Read
	}
	if a.Unit == b.Unit && a.Version == b.Version {
		both.Unit, both.Version = a.Unit, a.Version
	}
	return both
}

// ActingIn tells from a closed run's log who did it.
func ActingIn(r *trajectory.Run) Acting {
	if r.Bound == nil || r.Result == nil || r.Result.ModelCalls > 0 || r.Practised() != r.Bound.Unit {
		return Acting{Read: cmp.Or(rows(r), shown(r))}
	}
	return Acting{Practised: true, Exact: r.Bound.Exact, Doubt: strings.Join(r.Bound.Doubts, "; "), Unit: r.Bound.Unit, Version: VersionOf(r.Bound.Procedure), User: r.Started.Task.User, Read: shown(r), FromRows: rows(r) != ""}
}

// rows names the list whose row provided values of the task; "" for none. Somebody else
// may have filled it in, and a model reads a value like the rest of the task.
func rows(r *trajectory.Run) string {
	if batch := r.Started.Versions[trajectory.BatchLabel]; batch != "" {
		return "a row of batch " + batch
	}
	return ""
}

// shown names the first thing that a run read, or a memory of what another had read. A
// failure counts: it may name what is there.
func shown(r *trajectory.Run) string {
	for _, given := range r.Retrieved {
		for _, m := range given.Memories {
			if m.Foreign && given.For != trajectory.ForNobody && given.For != trajectory.ForReflex {
				return "memory " + m.ID
			}
		}
	}
	for _, s := range r.Steps() {
		if s.Observation != nil && (s.Observation.Failed || slices.ContainsFunc(s.Effects, reads)) {
			return s.Source()
		}
	}
	return ""
}

// reads reports whether what an action returns may hold something that others wrote.
func reads(e tools.Effect) bool { return e.Class == tools.Read || e.Class == tools.Shell }

// VersionOf names a procedure by its content, as the log of a run that plays it has it.
func VersionOf(procedure []byte) string {
	sum := sha256.Sum256(procedure)
	return hex.EncodeToString(sum[:])
}
