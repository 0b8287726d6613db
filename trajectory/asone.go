package trajectory

import "slices"

// AsOne is the run as if one brain had done all of it, for learning from it: of a subtask
// that the first brain broke off it keeps what succeeded, of all others what was not
// suppressed.
func (r *Run) AsOne() *Run {
	took := r.Position.Takeover
	if took == nil || took.Subtasks == 0 {
		return r
	}
	one := *r
	one.Subtasks = nil
	for i, s := range r.Subtasks {
		keep := func(st Step) bool { return !st.Suppressed }
		if i < took.Subtasks && s.Failed {
			keep = Step.Succeeded
			s.Failed = false
		}
		steps := slices.DeleteFunc(slices.Clone(s.Steps), func(st Step) bool { return !keep(st) })
		if len(steps) == 0 && len(s.Steps) > 0 {
			continue
		}
		s.Steps = steps
		one.Subtasks = append(one.Subtasks, s)
	}
	return &one
}
