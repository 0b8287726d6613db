package reflex

import "legomem/trajectory"

// AskedFor says that a run's sentence asks for the procedure.
func (p *Procedure) AskedFor(run *trajectory.Run) bool {
	return reads(newFamily(p, words()), run)
}

func reads(f *family, run *trajectory.Run) bool { return f.matchRun(run).Accepted() }
