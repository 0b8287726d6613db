package office

import "context"

// RunConfined is Run for a program that reads a stranger's document: where the
// kernel's Landlock can forbid it, the program reaches no files but its own, the
// system's and those in job.Dir, and no TCP.
func (p Program) RunConfined(ctx context.Context, job Job) (Output, error) {
	path, err := p.Find()
	if err != nil {
		return Output{}, err
	}
	return confined(path, job.Dir, func() (Output, error) { return p.Run(ctx, job) })
}
