package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"legomem/reading"
)

// dialogue is a dialogue of the Schema-Guided Dialogue dataset, as far as users' acts go.
type dialogue struct {
	Turns []struct {
		Speaker   string
		Utterance string
		Frames    []struct {
			Actions []struct{ Act, Slot string }
			Slots   []struct {
				Slot  string
				Start int
				End   int `json:"exclusive_end"`
			}
		}
	}
}

// Of so many dialogues one is used: their users are many, and say much the same.
const (
	everyDialogue = 12
	mostTells     = 700
	mostNone      = 500
)

// addDialogues adds what users say in dialogues: where they do nothing but inform, it is a
// value that they tell; where they only begin something, agree, thank or choose, it is no
// move.
func addDialogues(data *reading.Data, dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "dialogues_*.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s holds no dialogues_*.json (%v)", dir, err)
	}
	tells, none, n := 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var all []dialogue
		if err := json.Unmarshal(text, &all); err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		for _, d := range all {
			if n++; n%everyDialogue != 0 {
				continue
			}
			for _, t := range d.Turns {
				if t.Speaker != "USER" || len(t.Frames) != 1 {
					continue
				}
				var acts []string
				for _, a := range t.Frames[0].Actions {
					acts = append(acts, a.Act)
				}
				slices.Sort(acts)
				acts = slices.Compact(acts)
				w := reading.Wording{Text: t.Utterance}
				for _, s := range t.Frames[0].Slots {
					if s.End <= len([]rune(t.Utterance)) && len([]rune(t.Utterance)) == len(t.Utterance) {
						w.Marks = append(w.Marks, reading.Mark{Slot: "value", Start: s.Start, End: s.End})
					}
				}
				slices.SortFunc(w.Marks, func(a, b reading.Mark) int { return a.Start - b.Start })
				switch {
				case slices.Equal(acts, []string{"INFORM"}) && len(w.Marks) > 0 && tells < mostTells:
					tells++
					data.Requests = append(data.Requests, reading.Request{Text: w.Text, Skills: []string{"tell"}})
					addPractised(data, "tell", w)
				case !slices.Contains(acts, "INFORM") && !slices.Contains(acts, "REQUEST") && none < mostNone:
					none++
					data.Requests = append(data.Requests, reading.Request{Text: w.Text})
				}
			}
		}
	}
	return nil
}
