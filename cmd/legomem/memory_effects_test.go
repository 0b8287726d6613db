package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/membank/lift"
	"legomem/trajectory"
)

// trialRuns makes the logs of runs that were made with a bank and could have left one of
// three memories out: trialruns DIR BANK N judged|unjudged. Of the runs that are shown all,
// half succeed. Without m-bad more do and in fewer steps, without m-good fewer; m-idle
// changes nothing.
func trialRuns(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	random := rand.New(rand.NewPCG(1, uint64(n)))
	known := []lift.Known{{ID: "m-bad"}, {ID: "m-good"}, {ID: "m-idle"}}
	for i := range n {
		chances := lift.Chances(known, 0.6, false)
		left, out := trajectory.LeftOut{}, lift.Draw(chances, random.Float64())
		if out != "" {
			left.Memories = []string{out}
		}
		shown := trajectory.Retrieved{For: "orchestrator"}
		for rank, c := range chances {
			left.Chances = append(left.Chances, trajectory.Chance{ID: c.ID, Rank: rank + 1, P: c.P})
			if c.ID != out {
				shown.Memories = append(shown.Memories, trajectory.MemoryRef{ID: c.ID, Rank: rank + 1, Score: 0.5})
			}
		}
		likely := 0.5 + map[string]float64{"m-bad": 0.4, "m-good": -0.4}[out]
		steps := 9 + random.IntN(4)
		if out == "m-bad" {
			steps -= 4
		}
		writeTrial(ts, filepath.Join(ts.MkAbs(args[0]), fmt.Sprintf("t%03d", i)), args[1], args[3] == "judged", left, shown, random.Float64() < likely, steps)
	}
}

func writeTrial(ts *testscript.TestScript, dir, bank string, judged bool, left trajectory.LeftOut, shown trajectory.Retrieved, success bool, steps int) {
	ts.Check(os.MkdirAll(dir, 0o700))
	log, err := trajectory.Create(dir, filepath.Base(dir), time.Now)
	ts.Check(err)
	defer log.Close()
	res := trajectory.Result{RunID: filepath.Base(dir), Outcome: trajectory.GaveUp, Steps: steps, Tokens: trajectory.Tokens{Prompt: 1000 * steps, Completion: 100}}
	if success {
		res.Outcome = trajectory.Solved
	}
	events := []trajectory.Payload{trajectory.Started{Brain: "model", Versions: map[string]string{"bank": bank}}, left, shown}
	if judged {
		events = append(events, trajectory.Judged{Passed: &success})
	}
	for _, e := range append(events, trajectory.Finished{Result: res}) {
		ts.Check(log.Append(e))
	}
}
