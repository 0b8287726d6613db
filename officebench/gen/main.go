// Command gen makes the project's own suite of office tasks, and the memories
// that the program starts with:
//
//	go run ./officebench/gen -out officebench/suite
//	go run ./officebench/gen -starter membank/starter.jsonl -out officebench/suite
//	go run ./officebench/gen -seed 7 -instances 20 -out DIR
//
// The suite has families of recurring work; the tasks of a family differ in people,
// files, numbers and words. Everything it writes is the same each time. With -starter it
// also plays the demonstrations in the suite's demos folder through the real tools, and
// writes what is learned from them. With -instances it writes another suite: that many
// tasks of every family, drawn from the seed.
//
// Start with families, in suite.go. The files with the families define how values make a
// task; draw.go draws values from the pools in pool.go, and say.go puts them into words.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"legomem/membank"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 1 && args[0] == sandbox.Verb { // the sandbox starts this program as its tool process
		return sandbox.Resident(ctx, apps.Registry())
	}
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	out := flags.String("out", "officebench/suite", "the suite's folder")
	seed := flags.Uint64("seed", 1, "with -instances: what the tasks are drawn from")
	instances := flags.Int("instances", 0, "write a suite of so many drawn tasks of every family, instead of the committed one")
	starter := flags.String("starter", "", "also play the suite's demonstrations, and write the starter bank here")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := write(*out, *seed, *instances, *starter); err != nil {
		return fmt.Errorf("write the suite to %s: %w", *out, err)
	}
	if *starter == "" {
		return nil
	}
	return teach(ctx, *out, *starter)
}

// most is the most instances that ids of four digits can number.
const most = 9999

// write writes the committed suite, or with instances a drawn one.
func write(out string, seed uint64, instances int, starter string) error {
	switch {
	case instances == 0:
		return writeSuite(out, committedTasks())
	case instances < 0 || instances > most:
		return fmt.Errorf("-instances is %d; it can be 1 to %d", instances, most)
	case starter != "":
		return errors.New("-starter learns from the committed suite's demonstrations: leave out -instances")
	}
	if _, err := os.Stat(filepath.Join(out, "demos")); err == nil {
		return errors.New("it holds a suite with demonstrations; -instances wants a folder of its own, named by -out")
	}
	tasks := drawnTasks(seed, instances)
	if err := writeSuite(out, tasks); err != nil {
		return err
	}
	return writeReadme(out, seed, instances, len(tasks))
}

// teach writes the starter bank.
func teach(ctx context.Context, suite, starter string) error {
	units, notes, err := learn(ctx, suite)
	if err != nil {
		return fmt.Errorf("make the starter bank: %w", err)
	}
	for _, n := range notes {
		fmt.Fprintln(os.Stderr, n)
	}
	var lines bytes.Buffer
	if err := membank.WriteUnits(&lines, units); err != nil {
		return err
	}
	return writeFile(starter, lines.Bytes())
}
