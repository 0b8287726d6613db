package membank

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"legomem/words"
)

// Importing is how Import is to take units in.
type Importing struct {
	Import
	// Trusted is the user's word for all that the file holds.
	Trusted bool
	// Replace is asked before units of the bank are replaced by others with their ids.
	// Nil, like false, refuses.
	Replace func(replaced []Unit) (bool, error)
}

// Replaces is an import that would replace units of the bank, which nobody agreed to.
type Replaces struct{ Units []Unit }

func (r *Replaces) Error() string {
	const most = 5
	var ids []string
	for _, u := range r.Units[:min(most, len(r.Units))] {
		ids = append(ids, u.ID)
	}
	more := ""
	if n := len(r.Units) - most; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("the bank holds %s of the same id and with other content (%s%s)",
		words.Plural(len(r.Units), "memory", "memories"), strings.Join(ids, ", "), more)
}

// Import adds the units of JSON lines, all or none. The error for a line that is not a
// unit, or whose content is not what its hash says, names its number.
//
// What is imported notes where it is from, and is untrusted until Trust: whoever wrote
// the file may have meant another's mailbox. Two things are not: a unit that the bank
// holds with the same content stays as it is (but quarantine is added), and one that is,
// to the letter, of this program's starter bank is the starter bank's.
func (b *Bank) Import(ctx context.Context, r io.Reader, o Importing) (Added, error) {
	units, err := ReadUnits(r)
	if err == nil {
		units, err = o.mark(units)
	}
	if err != nil {
		return Added{}, fmt.Errorf("import memories: %w; nothing was imported", err)
	}
	known, err := b.known(ctx, units)
	if err != nil {
		return Added{}, err
	}
	units, replaced := keepSame(units, known)
	if err := o.agree(replaced); err != nil {
		return Added{}, err
	}
	return b.Add(ctx, units)
}

// mark returns the units as they come from outside.
func (o Importing) mark(units []Unit) ([]Unit, error) {
	starters, err := Starter()
	if err != nil {
		return nil, err
	}
	own := map[string]Unit{}
	for _, u := range starters {
		own[u.ID] = u
	}
	out := make([]Unit, len(units))
	for i, u := range units {
		if s := own[u.ID]; u.Source.Starter && u.Hash == s.Hash && u.Parent == s.Parent {
			out[i] = withState(s, u)
			continue
		}
		u.Source.Starter, u.Imported, u.Untrusted = false, &o.Import, !o.Trusted
		out[i] = u
	}
	return out, nil
}

// withState returns a unit with what happened to it in another bank.
func withState(u, there Unit) Unit {
	counted := there.counts()
	for name, n := range u.counts() {
		*n = *counted[name]
	}
	u.Quarantine, u.Suspended = there.Quarantine, there.Suspended
	return u
}

// keepSame returns the units with those that the bank holds with the same content as
// they are there, and the bank's that would be replaced.
func keepSame(units []Unit, known map[string]Unit) (out, replaced []Unit) {
	out = slices.Clone(units)
	for i, u := range units {
		old, ok := known[u.ID]
		switch {
		case !ok:
		case old.Hash == u.Hash:
			old.Quarantine, old.Suspended = cmp.Or(old.Quarantine, u.Quarantine), cmp.Or(old.Suspended, u.Suspended)
			old.Untrusted = old.Untrusted && u.Untrusted
			out[i] = old
		default:
			replaced = append(replaced, old)
		}
	}
	return out, replaced
}

func (o Importing) agree(replaced []Unit) error {
	if len(replaced) == 0 {
		return nil
	}
	if o.Replace == nil {
		return &Replaces{replaced}
	}
	agreed, err := o.Replace(replaced)
	if err == nil && !agreed {
		err = &Replaces{replaced}
	}
	return err
}

// Trust takes the user's word for imported units, and for the subtask memories cut from
// them: reflex plays their procedures from now on. Where they are from stays noted. It
// returns how many units it changed; unknown ids are skipped.
func (b *Bank) Trust(ctx context.Context, ids []string) (int, error) {
	family, err := b.family(ctx, ids)
	if err != nil {
		return 0, err
	}
	var change []string
	for _, u := range family {
		if u.Untrusted {
			change = append(change, u.ID)
		}
	}
	if err := b.shelf().Mark(ctx, change, fieldUntrusted, ""); err != nil {
		return 0, fmt.Errorf("trust %d memories: %w", len(change), err)
	}
	return len(change), nil
}

// isLearned reports whether a unit was learned here, and the known one with its id was
// only imported and never trusted. It then owes nothing to that one.
func isLearned(u, known Unit) bool { return known.Untrusted && !u.Untrusted }
