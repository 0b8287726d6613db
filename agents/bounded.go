package agents

// Bounded reports whether a planner's work ends by itself, because it is written or
// practised. The limits on rounds, steps and repeats are for planners that may wander.
func Bounded(p Planner) bool {
	b, ok := p.(interface{ Bounded() bool })
	return ok && b.Bounded()
}
