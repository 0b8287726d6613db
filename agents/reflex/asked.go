package reflex

import "legomem/trajectory"

// AskedFor says that a run's sentence is in the words of one of the procedure's wordings.
func (p *Procedure) AskedFor(run *trajectory.Run) bool { return len(p.saidBy(run)) > 0 }
