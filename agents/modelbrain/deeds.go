package modelbrain

import (
	"encoding/json"
	"fmt"

	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// maxDeed is the most of one deed that is shown, in characters.
const maxDeed = 400

// deeds tells what a round's actions did: those that changed something, and the
// one that failed with its reason. Those that only read left nothing behind.
func deeds(steps []trajectory.Step) []string {
	var out []string
	for _, s := range steps {
		args, err := json.Marshal(s.Action.Args)
		if err != nil || s.Observation == nil {
			continue // what was not observed is observed before another takes over
		}
		switch {
		case s.Observation.Failed:
			out = append(out, fmt.Sprintf("FAILED: %s %s: %s", wireName(s.Action.Tool), words.Cut(string(args), maxDeed), words.Cut(s.Observation.Text, maxDeed)))
		case tools.Changes(s.Effects):
			out = append(out, fmt.Sprintf("%s %s: %s", wireName(s.Action.Tool), words.Cut(string(args), maxDeed), words.Cut(s.Observation.Text, maxDeed)))
		}
	}
	return out
}
