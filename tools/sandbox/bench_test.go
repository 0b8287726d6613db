package sandbox_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/client"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

func BenchmarkLocal(b *testing.B) {
	l := local(b.TempDir())(b, conformance.Good)
	b.Run("call", func(b *testing.B) { benchCall(b, l) })
	b.Run("open", func(b *testing.B) { benchOpen(b, l) })
	benchFiles(b, l)
}

// BenchmarkDocker measures the same action three ways: by the resident in a
// warm sandbox, after a cold start, and by a program that is executed in the
// container for it.
func BenchmarkDocker(b *testing.B) {
	e := conformance.Engine(b)
	binary := static(b)
	b.Cleanup(func() { removeImages(b, e, binary) })
	l := launcher(b, e, binary, conformance.Good)
	b.Run("call", func(b *testing.B) { benchCall(b, l) })
	b.Run("exec", func(b *testing.B) { benchExec(b, l) })
	b.Run("cold", func(b *testing.B) { benchOpen(b, l) })
	b.Run("cold 8 at once", func(b *testing.B) { benchCrowd(b, l, 8) })
	pooled := launcher(b, e, binary, conformance.Good)
	pooled.Pool = 1
	b.Run("warm", func(b *testing.B) { benchOpen(b, pooled) })
	benchFiles(b, pooled)
}

var echo = tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}}

func benchCall(b *testing.B, l sandbox.Launcher) {
	sb := open(b, l, "")
	for b.Loop() {
		if obs, err := sb.Call(b.Context(), echo); err != nil || obs.Text != "x" {
			b.Fatal(obs, err)
		}
	}
}

// benchExec has the engine execute a program in an open sandbox's container,
// with echo as its work.
func benchExec(b *testing.B, l *sandbox.Docker) {
	open(b, l, "")
	left, err := l.Leftovers(b.Context())
	if left = conformance.Ours(left); err != nil || len(left) != 1 {
		b.Fatal(left, err)
	}
	api, err := client.NewClientWithOpts(client.FromEnv, client.WithAPIVersionNegotiation())
	must.Do(b, err)
	defer api.Close()
	for b.Loop() {
		must.Do(b, execute(b.Context(), api, left[0].ID))
	}
}

func execute(ctx context.Context, api *client.Client, id string) error {
	made, err := api.ContainerExecCreate(ctx, id, container.ExecOptions{Cmd: []string{"/legomem", onceVerb, "x"}, AttachStdout: true})
	if err != nil {
		return err
	}
	conn, err := api.ContainerExecAttach(ctx, made.ID, container.ExecAttachOptions{Tty: true})
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := io.Copy(io.Discard, conn.Reader); err != nil {
		return err
	}
	done, err := api.ContainerExecInspect(ctx, made.ID)
	if err == nil && done.ExitCode != 0 {
		err = fmt.Errorf("the program ended with %d", done.ExitCode)
	}
	return err
}

// benchOpen measures until a sandbox is in hand, with a pool if there is one.
func benchOpen(b *testing.B, l sandbox.Launcher) {
	for b.Loop() {
		b.StopTimer()
		warm(b, l)
		b.StartTimer()
		sb, err := l.Open(b.Context(), sandbox.Spec{Now: now})
		b.StopTimer()
		must.Do(b, err)
		must.Do(b, sb.Close())
		b.StartTimer()
	}
}

var now = time.Date(2026, 3, 12, 9, 30, 0, 0, time.UTC)

func warm(b *testing.B, l sandbox.Launcher) {
	if d, ok := l.(*sandbox.Docker); ok {
		must.Do(b, d.Warm(b.Context()))
	}
}

// benchCrowd reports the slowest of n cold starts at once, as the median over
// the rounds.
func benchCrowd(b *testing.B, l sandbox.Launcher, n int) {
	var slowest []time.Duration
	for b.Loop() {
		var wg sync.WaitGroup
		took, open := make([]time.Duration, n), make([]sandbox.Sandbox, n)
		for i := range n {
			wg.Go(func() {
				begin := time.Now()
				sb, err := l.Open(b.Context(), sandbox.Spec{Now: now})
				if err != nil {
					b.Error(err)
					return
				}
				took[i], open[i] = time.Since(begin), sb
			})
		}
		wg.Wait()
		b.StopTimer()
		slowest = append(slowest, slices.Max(took))
		for _, sb := range open {
			if sb != nil {
				wg.Go(func() { _ = sb.Close() })
			}
		}
		wg.Wait()
		b.StartTimer()
	}
	slices.Sort(slowest)
	b.ReportMetric(float64(slowest[len(slowest)/2].Milliseconds()), "ms-slowest")
}

// benchFiles moves 1 MB into a sandbox in hand, and out of one.
func benchFiles(b *testing.B, l sandbox.Launcher) {
	for _, files := range []int{1, 50} {
		dir := b.TempDir()
		for i := range files {
			must.Do(b, os.WriteFile(filepath.Join(dir, fmt.Sprint("file", i)), make([]byte, 1<<20/files), 0o600))
		}
		b.Run(fmt.Sprintf("1 MB in, files=%d", files), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				warm(b, l)
				b.StartTimer()
				sb, err := l.Open(b.Context(), sandbox.Spec{Testbed: dir, Now: now})
				b.StopTimer()
				must.Do(b, err)
				must.Do(b, sb.Close())
				b.StartTimer()
			}
		})
		b.Run(fmt.Sprintf("1 MB out, files=%d", files), func(b *testing.B) {
			sb, to := open(b, l, dir), b.TempDir()
			for i := 0; b.Loop(); i++ {
				must.Do(b, sb.CopyOut(b.Context(), filepath.Join(to, fmt.Sprint(i))))
			}
		})
	}
}
