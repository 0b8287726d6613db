package main

import (
	"fmt"
	"strings"
)

// canTrain says before anything is begun whether the training tasks can be
// carried out: reflex starts from what was demonstrated, and every one of them
// must be.
func (a *app) canTrain(train []string) error {
	if len(train) == 0 {
		return nil
	}
	if a.demos == "" && a.config.Brain == "reflex" {
		return usage("reflex without memory carries out no training task: name a folder of demonstrations with --demos, or a bank with --bank, or choose --brain model to collect")
	}
	if a.demos == "" {
		return nil
	}
	demos, err := loadDemos(a.demos)
	if err != nil {
		return err
	}
	var missing []string
	for _, id := range train {
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
	return usage("--demos: %s demonstrates none of %s%s; leave them out of the training tasks, or demonstrate them", a.demos, strings.Join(missing, ", "), more)
}
