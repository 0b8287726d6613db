package reflex

import "encoding/json"

// clone shares nothing with p.
func (p *Procedure) clone() *Procedure {
	var out Procedure
	data, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		panic("reflex: a procedure does not survive its own form: " + err.Error()) // every test that joins would find it
	}
	return &out
}

// eachStep is a plan with f applied to every action.
func eachStep(subs []Subtask, f func(Step) Step) []Subtask {
	var steps func(Step) Step
	steps = func(s Step) Step {
		if s.none() {
			return f(s)
		}
		s.Steps = mapped(s.Steps, steps)
		return s
	}
	return mapped(subs, func(s Subtask) Subtask {
		s.Subtasks, s.Steps = eachStep(s.Subtasks, f), mapped(s.Steps, steps)
		return s
	})
}

// sharedSizes is a plan without the lengths of lists that other actions, by
// number, have otherwise. Which must be single is told when all runs are known.
func sharedSizes(subs []Subtask, others map[int]Step) []Subtask {
	return eachStep(subs, func(s Step) Step {
		for path, n := range s.Sizes {
			if others[s.Number].Sizes[path] != n {
				delete(s.Sizes, path)
			}
		}
		s.Single = nil
		return s
	})
}

// anySizes is a plan whose lists may have any length.
func anySizes(subs []Subtask) []Subtask {
	return eachStep(subs, func(s Step) Step {
		s.Sizes, s.Single = nil, nil
		return s
	})
}
