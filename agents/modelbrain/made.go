package modelbrain

import (
	"encoding/json"
	"slices"

	"legomem/agents"
	"legomem/llm"
	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// replies are the model's replies in a subtask, as far as this process has seen them. A
// reply with several calls becomes several steps; the model is shown them together, as it
// made them, with what its endpoint wants back. Steps of before a resumption came from
// replies that nobody knows any more, and are shown one by one.
type replies struct {
	all     []made
	waiting []tools.Action   // of the last reply
	end     *agents.Decision // that came beside the last reply's actions, and counts if they succeed
}

// made is a reply that led to actions.
type made struct {
	echo  json.RawMessage // what the endpoint wants back with it
	calls []llm.ToolCall
	first int // the place of its first step in the subtask
	steps int
}

// begin takes a reply's decision: its first action, or the end. Done is how many steps the
// subtask has.
func (r *replies) begin(d decided, done int) agents.Decision {
	r.waiting, r.end = nil, d.beside
	if d.end != nil {
		return *d.end
	}
	r.all = append(r.all, made{echo: d.reply.Echo, calls: d.calls, first: done, steps: 1})
	r.waiting = d.actions[1:]
	return agents.Decision{Thought: d.reply.Text, Action: &d.actions[0]}
}

// next is what the last reply still has: an action, or its end. After one that failed, what
// comes after it is not taken: it was chosen without knowing that.
func (r *replies) next(done []trajectory.Step) (agents.Decision, bool) {
	if len(r.all) == 0 || len(done) == 0 {
		return agents.Decision{}, false
	}
	if last := done[len(done)-1]; last.Observation == nil || last.Observation.Failed {
		r.waiting, r.end = nil, nil
		return agents.Decision{}, false
	}
	if len(r.waiting) == 0 {
		return r.ending(done)
	}
	action := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.all[len(r.all)-1].steps++
	return agents.Decision{Action: &action}, true
}

// mostReturned caps what is told of one call's result in a report, in bytes.
const mostReturned = 300

// ending is the report that came beside the last reply's actions, with what they returned;
// false where none did.
func (r *replies) ending(done []trajectory.Step) (agents.Decision, bool) {
	if r.end == nil {
		return agents.Decision{}, false
	}
	end := *r.end
	r.end = nil
	for _, s := range done[min(r.all[len(r.all)-1].first, len(done)):] {
		end.Summary += "\n" + s.Action.Tool + " returned: " + words.Cut(oneLine(s.Observation.Text), mostReturned)
	}
	return end, true
}

// of is the reply whose first step is at a place; one of a single step where that is not
// known.
func (r replies) of(place int) made {
	i := slices.IndexFunc(r.all, func(m made) bool { return m.first == place })
	if i < 0 {
		return made{steps: 1}
	}
	return r.all[i]
}

// call is how the n-th action of a reply is shown as a call: as it was made, with what
// the endpoint wants back.
func (m made) call(n int, id string, a tools.Action) (llm.ToolCall, error) {
	args, err := json.Marshal(a.Args)
	if err != nil {
		return llm.ToolCall{}, err
	}
	if a.Args == nil {
		args = json.RawMessage("{}")
	}
	c := llm.ToolCall{ID: id, Name: wireName(a.Tool), Args: args}
	if n < len(m.calls) {
		c.Echo = m.calls[n].Echo
	}
	return c, nil
}
