package membank

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"legomem/membank/records"
)

// Seal returns the unit with its hash, and with its id where it has none. The
// id of a full-task memory is derived from the source task and from what was
// done for it; so the same work learned from another run, or compiled anew,
// is the same unit, and other work on the same task is another.
func Seal(u Unit) (Unit, error) {
	if u.ID == "" {
		id, err := deriveID(u)
		if err != nil {
			return u, err
		}
		u.ID = id
	}
	content := u
	content.ID, content.Parent, content.Hash = "", "", ""
	content.Created = time.Time{}
	for _, n := range content.counts() {
		*n = 0
	}
	content.Merged, content.Joined, content.Quarantine, content.Suspended = nil, nil, "", ""
	content.Imported, content.Untrusted = nil, false
	content.Source = Source{Suite: u.Source.Suite, Task: u.Source.Task}
	hash, err := records.Digest(content)
	if err != nil {
		return u, fmt.Errorf("memory %s: %w", u.ID, err)
	}
	u.Hash = hash
	return u, nil
}

func deriveID(u Unit) (string, error) {
	switch u.Kind {
	case SubtaskUnit:
		return partID(u.Parent, u.Order), nil
	case RoutineUnit:
		hash, err := records.Digest([]any{u.Source.Suite, u.Routine})
		if err != nil {
			return "", fmt.Errorf("name a routine: %w", err)
		}
		return "r-" + hash[:12], nil
	case PitfallUnit:
		hash, err := records.Digest([]any{u.Source.Suite, u.Source.Task, u.Task, u.Pitfall})
		if err != nil {
			return "", fmt.Errorf("name a pitfall: %w", err)
		}
		return "p-" + hash[:12], nil
	}
	type work struct {
		Agent   string
		Actions []string
	}
	var done []work
	for _, s := range u.Subtasks {
		w := work{Agent: s.Agent}
		for _, st := range s.Steps {
			w.Actions = append(w.Actions, st.Action)
		}
		done = append(done, w)
	}
	hash, err := records.Digest([]any{u.Source.Suite, u.Source.Task, u.Task, done})
	if err != nil {
		return "", fmt.Errorf("name a memory: %w", err)
	}
	if u.Kind == RawTrajectory {
		return "t-" + hash[:12], nil
	}
	return "m-" + hash[:12], nil
}

// partID names a subtask memory after its parent: "m-1f2e3d4c5b6a.1".
func partID(parent string, order int) string { return fmt.Sprintf("%s.%d", parent, order+1) }

// TextHash identifies a task by its text, whatever its suite or folder.
func TextHash(text string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(text), " ")))
	return hex.EncodeToString(sum[:])[:12]
}

// Cut makes a full-task memory's subtask memories, in order (LEGOMem 3.2.1).
func Cut(full Unit) []Unit {
	var parts []Unit
	for i := range full.Subtasks {
		parts = append(parts, Unit{
			ID: partID(full.ID, i), Kind: SubtaskUnit, Task: full.Task,
			Parent: full.ID, Order: i, Subtask: &full.Subtasks[i],
			Source: full.Source, Created: full.Created, Curator: full.Curator, OutsideContent: full.OutsideContent,
		})
	}
	return parts
}

// Check returns an error for a unit that cannot be kept.
func (u Unit) Check() error {
	switch {
	case u.ID != "" && records.CheckID("memory", u.ID) != nil:
		return records.CheckID("memory", u.ID)
	case u.Task == "":
		return errors.New("it has no task")
	case u.Used < 0 || u.Helped < 0 || u.Successes < 0 || u.Failures < 0:
		return errors.New("its counts are negative")
	case u.Kind == FullTask:
		return u.checkTask()
	case u.Kind == SubtaskUnit:
		return u.checkPart()
	case u.Kind == RawTrajectory:
		return u.checkTask()
	case u.Kind == RoutineUnit:
		return u.checkRoutine()
	case u.Kind == PitfallUnit:
		return u.checkPitfall()
	}
	return fmt.Errorf("its kind is %q; %q, %q, %q, %q and %q are accepted", u.Kind, FullTask, SubtaskUnit, RawTrajectory, RoutineUnit, PitfallUnit)
}

func (u Unit) checkTask() error {
	if len(u.Subtasks) == 0 {
		return errors.New("it is a task without subtasks")
	}
	if u.Subtask != nil || u.Parent != "" {
		return errors.New("it is a task, and has what only a subtask has")
	}
	for i, s := range u.Subtasks {
		if s.Agent == "" {
			return fmt.Errorf("its subtask %d has no agent", i+1)
		}
	}
	return nil
}

func (u Unit) checkPart() error {
	switch {
	case u.Subtask == nil || u.Subtask.Agent == "":
		return errors.New("it is a subtask without an agent and its steps")
	case u.Parent == "":
		return errors.New("it is a subtask without a parent")
	case u.Order < 0:
		return errors.New("its order is negative")
	}
	return nil
}

func (u Unit) checkRoutine() error {
	switch r := u.Routine; {
	case r == nil || r.Name == "" || r.Agent == "":
		return errors.New("it is a routine without a name or an agent")
	case len(r.Steps) < 2:
		return errors.New("it is a routine of fewer than two steps")
	}
	return nil
}

func (u Unit) checkPitfall() error {
	switch {
	case u.Pitfall == nil || u.Pitfall.Warning == "":
		return errors.New("it is a pitfall without a warning")
	case strings.ContainsAny(u.Pitfall.Warning, "\n\r"):
		return errors.New("its warning has more than one line")
	case len(u.Subtasks) > 0 || u.Subtask != nil || len(u.Procedure) > 0:
		return errors.New("it is a pitfall, and has what only work that succeeded has")
	}
	return nil
}

// Agent is whose memory the unit is, "" for one of a whole task.
func (u Unit) Agent() string {
	switch {
	case u.Subtask != nil:
		return u.Subtask.Agent
	case u.Routine != nil:
		return u.Routine.Agent
	case u.Pitfall != nil:
		return u.Pitfall.Agent
	}
	return ""
}

// Sources are where the unit was learned: its own source, and those merged
// into it.
func (u Unit) Sources() []Source {
	return append([]Source{u.Source}, u.Merged...)
}

// text is what the unit is found by.
func (u Unit) text() string {
	if u.Kind == RoutineUnit && u.Routine != nil {
		return u.Routine.Name + ": " + u.Routine.Description
	}
	if u.Kind == SubtaskUnit && u.Subtask != nil && u.Subtask.Description != "" {
		return u.Subtask.Description
	}
	return u.Task
}

// seal checks and seals units; two with one id are refused.
func seal(units []Unit) ([]Unit, error) {
	seen := map[string]bool{}
	out := make([]Unit, len(units))
	for i, u := range units {
		if err := u.Check(); err != nil {
			return nil, fmt.Errorf("memory %d of %d (%s): %w", i+1, len(units), u.ID, err)
		}
		sealed, err := Seal(u)
		if err != nil {
			return nil, err
		}
		if seen[sealed.ID] {
			return nil, fmt.Errorf("memory %d of %d: the id %s is there twice", i+1, len(units), sealed.ID)
		}
		seen[sealed.ID], out[i] = true, sealed
	}
	return out, nil
}
