// Command train makes the model of package moves that comes with the program, from the
// sentences in its folder, from those of the everyday skills that change or ask for
// something besides (skills.yaml), and, where they are given, from what users say in the
// dialogues of the Schema-Guided Dialogue dataset:
//
//	go run ./orchestrator/taskgraph/moves/train -dialogues DIR
//
// The same sentences give the same model, on any machine.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"legomem/orchestrator/taskgraph/moves"
	"legomem/reading"
)

// seed is the training's; another gives about the same model.
const seed = 1

func main() {
	out := flag.String("out", "orchestrator/taskgraph/moves/moves.bin", "where the model is written")
	dialogues := flag.String("dialogues", "", "the folder of the dialogues, with dialogues_*.json")
	flag.Parse()
	if err := train(*dialogues, *out); err != nil {
		log.Fatalf("train: %v", err)
	}
}

func train(dialogues, out string) error {
	data, err := moves.Training()
	if err != nil {
		return err
	}
	if err := addSkills(&data); err != nil {
		return err
	}
	if dialogues != "" {
		if err := addDialogues(&data, dialogues); err != nil {
			return err
		}
	}
	start := time.Now()
	m, err := reading.Train(data, seed)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := m.Save(&file); err != nil {
		return err
	}
	fmt.Printf("%d moves in %d sentences, %d more of which the values are learned, %d further requests: %d bytes in %s\n", len(data.Skills), count(data.Skills), count(data.Practised), len(data.Requests), file.Len(), time.Since(start).Round(time.Second))
	return os.WriteFile(out, file.Bytes(), 0o644)
}

func count(all []*reading.Skill) int {
	n := 0
	for _, k := range all {
		n += len(k.Wordings)
	}
	return n
}
