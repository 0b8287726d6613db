// Command legomem carries out office tasks with a team of agents that remembers how it
// did them. This package is the command line: one file per command, wiring and nothing
// else. Start with Execute in root.go; what a run needs is put together in
// desk/build.go.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // zones, where the machine or the image has none

	"legomem/secrets"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := executeWith(ctx, secrets.Withdraw(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
