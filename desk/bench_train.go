package desk

import (
	"fmt"
	"strings"
)

// canTrain checks, before anything is begun, that the training tasks can be carried
// out: reflex needs demonstrations to start from, and they must cover every task.
func (e *Experiment) canTrain() error {
	if len(e.train) == 0 {
		return nil
	}
	if e.order.Demos == "" && e.desk.config.Brain == "reflex" {
		return BadInput("reflex without memory carries out no training task: name a folder of demonstrations with --demos, or a bank with --bank, or choose --brain model to collect")
	}
	if e.order.Demos == "" {
		return nil
	}
	demos, err := loadDemos(e.order.Demos)
	if err != nil {
		return err
	}
	var missing []string
	for _, id := range e.train {
		if _, ok := demos[id]; !ok {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	more := ""
	if n := len(missing) - 5; n > 0 {
		missing, more = missing[:5], fmt.Sprintf(" and %d more", n)
	}
	return BadInput("--demos: %s demonstrates none of %s%s; leave them out of the training tasks, or demonstrate them", e.order.Demos, strings.Join(missing, ", "), more)
}
