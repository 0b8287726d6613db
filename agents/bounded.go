package agents

// Bounded says of a planner that its work ends by its own making, because it is
// written or practised: the limits on rounds, steps and repeats are for those
// that may wander.
func Bounded(p Planner) bool {
	b, ok := p.(interface{ Bounded() bool })
	return ok && b.Bounded()
}
