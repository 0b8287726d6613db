package desk

import (
	"bytes"
	"context"
	"encoding/json"

	"legomem/agents/reflex"
	"legomem/agents/reflex/written"
	"legomem/membank"
	"legomem/membank/store/sqlite"
)

// Edit lets a person change the procedure of a memory. It returns the result, as YAML
// or JSON, and the name that errors use for it.
type Edit func(u membank.Unit, was *reflex.Procedure) (name string, text []byte, err error)

// EditedMemory is what EditMemory did.
type EditedMemory struct {
	Changed bool   `json:"changed"`
	ID      string `json:"id"`
	// Suspended is why the procedure is still in quarantine, if it is.
	Suspended string `json:"-"`
	Untrusted bool   `json:"-"` // it was imported, and is not trusted yet
}

// EditMemory replaces the procedure of a memory with a person's edit of it. A procedure
// that was changed is marked authored, and no curation replaces it.
func (d *Desk) EditMemory(ctx context.Context, id string, edit Edit) (EditedMemory, error) {
	return withBank(ctx, d, sqlite.ReadWrite, func(b *membank.Bank) (EditedMemory, error) {
		u, err := beginningWith(ctx, b, id)
		if err != nil {
			return EditedMemory{}, err
		}
		changed, err := editUnit(ctx, b, u, edit)
		return EditedMemory{Changed: changed, ID: u.ID, Suspended: u.Suspended, Untrusted: u.Untrusted}, err
	})
}

func editUnit(ctx context.Context, b *membank.Bank, u membank.Unit, edit Edit) (changed bool, err error) {
	was, err := ProcedureOf(u)
	if err != nil {
		return false, err
	}
	name, text, err := edit(u, was)
	if err != nil {
		return false, err
	}
	p, err := written.Read(name, text)
	if err != nil {
		return false, &InputError{err}
	}
	if same, err := isSame(p, was); err != nil || same {
		return false, err
	}
	p.Authored = true
	data, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	return true, b.SetProcedure(ctx, u.ID, data, membank.Authored, u.Joined)
}

// isSame reports whether an edited procedure is as it was.
func isSame(p, was *reflex.Procedure) (bool, error) {
	p.Authored = was.Authored
	now, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	before, err := json.Marshal(was)
	return bytes.Equal(now, before), err
}

// ProcedureOf returns the procedure of a memory; if there is none, the error is an
// *InputError.
func ProcedureOf(u membank.Unit) (*reflex.Procedure, error) {
	if len(u.Procedure) == 0 {
		return nil, BadInput("memory %s holds no procedure; legomem memory list tells those that reflex plays", u.ID)
	}
	p, err := reflex.Decode(u.Procedure)
	if err != nil {
		return nil, BadInput("memory %s: %v; curate its run again", u.ID, err)
	}
	return p, nil
}
