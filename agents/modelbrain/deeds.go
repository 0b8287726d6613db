package modelbrain

import (
	"encoding/json"
	"fmt"

	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// maxDeed caps what is shown of a deed's arguments, and of its result, in characters.
const maxDeed = 400

// deeds lists what a round's actions did: those that changed something, and those that
// failed, with the reason. Actions that only read leave nothing behind.
func deeds(steps []trajectory.Step) []string {
	var out []string
	for _, s := range steps {
		args, err := json.Marshal(s.Action.Args)
		if err != nil || s.Observation == nil {
			continue // an open action is settled before another brain takes over
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
