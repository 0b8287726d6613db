// Command train makes the model of package reading that comes with the program, from the
// skills' wordings and, where they are given, the corpora of package corpora:
//
//	go run ./reading/train -utterances DIR
//
// With -ready it makes skills/ready.bin and agents/everyday/words.json alone, which are to be
// made again when the skills' YAML has changed; that takes seconds.
//
// The same data give the same model, on any machine.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"time"

	"legomem/agents/everyday"
	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/membank"
	"legomem/reading"
	"legomem/reading/corpora"
	"legomem/skills"
)

func main() {
	folder := flag.String("utterances", "", "the folder that holds slurp-devel.jsonl and clinc-train.jsonl")
	out := flag.String("out", "reading/model.bin", "where the model is written")
	ready := flag.Bool("ready", false, "make skills/ready.bin and agents/everyday/words.json alone")
	flag.Parse()
	do := func() error { return train(*folder, *out) }
	if *ready {
		do = makeReady
	}
	if err := do(); err != nil {
		log.Fatalf("train: %v", err)
	}
}

// makeReady makes the files that spare a start the parsing of the skills' YAML, and the
// counting of their words.
func makeReady() error {
	file, err := skills.MakeReady()
	if err != nil {
		return err
	}
	if err := os.WriteFile("skills/ready.bin", file, 0o644); err != nil {
		return err
	}
	if file, err = everyday.MakeWords(); err != nil {
		return err
	}
	return os.WriteFile("agents/everyday/words.json", file, 0o644)
}

// practised are the skills of the starter bank, one of each family: what two of its
// demonstrations taught has the wordings of both.
func practised() ([]*reading.Skill, error) {
	units, err := membank.Starter()
	if err != nil {
		return nil, err
	}
	var out []*reading.Skill
	seen := map[string]bool{}
	for _, u := range units {
		p, err := reflex.Decode(u.Procedure)
		if len(u.Procedure) == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		k, err := p.Skill(u.ID)
		if err != nil {
			return nil, err
		}
		templates := lists.Map(p.Patterns, func(w reflex.Pattern) string { return w.Template })
		slices.Sort(templates)
		if all := strings.Join(templates, "\n"); !seen[all] {
			seen[all] = true
			out = append(out, k)
		}
	}
	return out, nil
}

// seed is the training's; another gives about the same model.
const seed = 1

func train(folder, out string) error {
	data, err := skills.Training()
	if err != nil {
		return err
	}
	if data.Practised, err = practised(); err != nil {
		return err
	}
	if folder != "" {
		more, err := corpora.Training(folder)
		if err != nil {
			return err
		}
		data.Requests = append(data.Requests, more...)
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
	fmt.Printf("%d skills, %d of practised work, %d further requests: %d bytes in %s\n", len(data.Skills), len(data.Practised), len(data.Requests), file.Len(), time.Since(start).Round(time.Second))
	return os.WriteFile(out, file.Bytes(), 0o644)
}
