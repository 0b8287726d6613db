package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"legomem/tools/sandbox"
)

// stale plants the workspace of a program that was killed long ago, before this
// machine was started: stale.
func stale(ts *testscript.TestScript, _ bool, _ []string) {
	parent := filepath.Join(ts.Getenv("TMPDIR"), fmt.Sprintf("legomem-%d", os.Getuid()))
	dir := filepath.Join(parent, "run-0123456789ab-4711-1-x")
	ts.Check(os.MkdirAll(dir, 0o700))
	long := time.Now().AddDate(0, 0, -3)
	ts.Check(os.Chtimes(dir, long, long))
}

// engineAnswers is the condition [engine].
func engineAnswers() bool {
	engine, err := sandbox.ConnectEngine()
	if err != nil {
		return false
	}
	defer engine.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err = engine.Info(ctx)
	return err == nil
}
