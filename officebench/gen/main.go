// Command gen makes the project's own suite of office tasks, and the memories
// that the program starts with:
//
//	go run ./officebench/gen -out officebench/suite
//	go run ./officebench/gen -starter membank/starter.jsonl -out officebench/suite
//
// The suite has families of recurring work; the tasks of a family differ in
// people, files, numbers and words. Everything it writes is the same each time.
// With -starter it also plays the demonstrations in the suite's demos folder
// through the real tools, and writes what is learned from them.
//
// Start with families, in suite.go; what the tasks are is in level1.go,
// level2.go and level3.go.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

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
	starter := flags.String("starter", "", "also play the suite's demonstrations, and write the starter bank here")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := writeSuite(*out); err != nil {
		return fmt.Errorf("write the suite to %s: %w", *out, err)
	}
	if *starter == "" {
		return nil
	}
	units, notes, err := learn(ctx, *out)
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
	return writeFile(*starter, lines.Bytes())
}
