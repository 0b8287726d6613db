package orchestrator

import (
	"context"

	"legomem/tools"
)

// look calls a tool that changes nothing, for a brain that has to know what the office has
// before it begins. What the user named nobody for is not looked at for anybody else: the
// calls go by the same policy as an action.
func (r *run) look(ctx context.Context, a tools.Action) (tools.Observation, error) {
	i, err := r.Tools.Intend(a)
	if err == nil && tools.Changes(i.Effects) {
		err = tools.Failf(tools.Refused, "%s changes something, and a look must not", a.Tool)
	}
	if err != nil {
		return tools.Fail(err), ctx.Err()
	}
	return r.box.Call(ctx, i.Action)
}
