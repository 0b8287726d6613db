package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// sentence is what the program is timed with.
const sentence = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"

// warmRuns is how many warm sentences the median is of.
const warmRuns = 15

// program measures the built program of the source in dir.
func program(dir string, add func(row, value string)) error {
	tmp, err := os.MkdirTemp("", "legomem-built-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	name := filepath.Join(tmp, "legomem")
	build := exec.Command("go", "build", "-o", name, "./cmd/legomem")
	build.Dir, build.Env = dir, append(os.Environ(), "GOCACHE="+filepath.Join(tmp, "cache"))
	began := time.Now()
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	wall := time.Since(began)
	add("compiling with an empty cache, wall", fmt.Sprintf("%.0f s", wall.Seconds()))
	add("compiling with an empty cache, processors", fmt.Sprintf("%.0f s", (build.ProcessState.UserTime()+build.ProcessState.SystemTime()).Seconds()))
	for row, file := range map[string]string{"program, bytes": name, "starter bank, bytes": filepath.Join(dir, "membank", "starter.jsonl")} {
		info, err := os.Stat(file)
		if err != nil {
			continue // the revision keeps it elsewhere
		}
		add(row, fmt.Sprint(info.Size()))
	}
	return sentences(name, tmp, add)
}

// sentences times a sentence with nothing there, and then with the bank there.
func sentences(name, tmp string, add func(row, value string)) error {
	var took []time.Duration
	for range 1 + warmRuns {
		run := exec.Command(name, "run", sentence)
		run.Env = append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(tmp, "data"))
		began := time.Now()
		if out, err := run.CombinedOutput(); err != nil {
			return fmt.Errorf("a sentence: %w: %s", err, out)
		}
		took = append(took, time.Since(began))
	}
	add("a sentence with nothing there", fmt.Sprintf("%d ms", took[0].Milliseconds()))
	slices.Sort(took[1:])
	add("a sentence after it, median", fmt.Sprintf("%d ms", took[1+warmRuns/2].Milliseconds()))
	return nil
}
