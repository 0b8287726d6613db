package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"legomem/changes"
	"legomem/commit"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// without takes changes out of what an order brings, by their ids in the list of the run:
// what they are about stays as the user has it. An event is left out in all calendars that
// it stands in. Changes that cannot be parted from these are left out too, and also names
// them. The answer's file is no change, and is brought in any case. An id that the list does
// not have is an *InputError.
func (d *Desk) without(ctx context.Context, r *trajectory.Run, o commit.Order, list changes.List, ids []string) (_ commit.Order, also []string, err error) {
	p := newParting(list)
	for _, id := range ids {
		change, there := p.byID[id]
		if !there {
			return o, nil, BadInput("run %s has no change with the id %q; legomem runs show %s --json lists its changes with their ids", r.ID, id, r.ID)
		}
		p.leaveOut(change)
	}
	whole, cuts, err := p.divide(r, o)
	if err != nil {
		return o, nil, err
	}
	o.Without = whole
	o.Instead, err = d.partsOf(ctx, r, o, cuts)
	return o, p.also(ids), err
}

// divide tells which files are left out as a whole, and which calendars in part.
func (p *parting) divide(r *trajectory.Run, o commit.Order) (whole map[string]bool, cuts map[string]cut, err error) {
	whole, cuts = map[string]bool{}, map[string]cut{}
	for _, path := range p.paths() {
		cut, all := p.cutOf(path)
		switch {
		case path == "":
			for _, one := range p.unlisted(o) {
				whole[one] = true
			}
		case o.Was[path] == o.Is[path]:
			return nil, nil, BadInput("run %s did not change %s, so nothing of it can be left out by an id of this list; legomem runs diff %s tells what it changed", r.ID, path, r.ID)
		case all:
			whole[path] = true
		default:
			cuts[path] = cut
		}
	}
	return whole, cuts, nil
}

// partsOf makes of calendars what is to be brought of them. They are read in a sandbox
// alone.
func (d *Desk) partsOf(ctx context.Context, r *trajectory.Run, o commit.Order, cuts map[string]cut) (map[string][]byte, error) {
	if len(cuts) == 0 {
		return nil, nil
	}
	bed, err := os.MkdirTemp("", "legomem-part-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(bed)
	actions := map[string]tools.Action{}
	for path, cut := range cuts {
		if actions[path], err = layOutCut(bed, len(actions), path, cut, o); err != nil {
			return nil, err
		}
	}
	box, done, err := d.openBox(ctx, sandbox.Spec{Run: r.ID, Testbed: bed, User: r.Started.Task.User, Now: r.Started.Task.Now, Domain: r.Started.Task.Domain})
	if err != nil {
		return nil, err
	}
	defer done()
	parts := map[string][]byte{}
	for _, path := range slices.Sorted(maps.Keys(cuts)) {
		if parts[path], err = partOf(ctx, box, actions[path], path); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// layOutCut copies a calendar as it was and as the run made it into a testbed, and returns
// the action that parts it there.
func layOutCut(bed string, n int, path string, c cut, o commit.Order) (tools.Action, error) {
	args := map[string]any{"uids": c.uids, "only": c.only}
	for state, from := range map[string]struct {
		dir   string
		files trajectory.Files
	}{"before": {o.Start, o.Was}, "after": {o.Finished, o.Is}} {
		if _, there := from.files[path]; !there {
			continue
		}
		name := fmt.Sprintf("calendar/%d-%s.ics", n, state)
		args[state] = name
		if err := copyInto(filepath.Join(bed, name), commit.Content{File: filepath.Join(from.dir, filepath.FromSlash(path))}); err != nil {
			return tools.Action{}, err
		}
	}
	return tools.Action{Tool: "calendar.leave_out", Args: args}, nil
}

// partOf calls calendar.leave_out.
func partOf(ctx context.Context, box sandbox.Sandbox, action tools.Action, path string) ([]byte, error) {
	obs, err := box.Call(ctx, action)
	if err != nil {
		return nil, fmt.Errorf("leave a part of %s out: %w", path, err)
	}
	if obs.Failed {
		return nil, BadInput("a part of %s cannot be left out (%s); leave out all of its changes, or none", path, obs.Text)
	}
	var data struct{ Text string }
	if err := json.Unmarshal(obs.Data, &data); err != nil {
		return nil, fmt.Errorf("read what calendar.leave_out returned: %w", err)
	}
	return []byte(data.Text), nil
}
