package orchestrator

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
)

// BenchmarkCopyTestbed is what a run's copy of its testbed costs, hashed, beside
// the copy alone.
func BenchmarkCopyTestbed(b *testing.B) {
	for _, tc := range []struct {
		name        string
		files, size int
	}{{"100x20k", 100, 20 << 10}, {"1x64M", 1, 64 << 20}, {"5000x1k", 5000, 1 << 10}} {
		src := b.TempDir()
		for i := range tc.files {
			must.Do(b, os.WriteFile(filepath.Join(src, fmt.Sprint(i)), make([]byte, tc.size), 0o600))
		}
		copying(b, tc.name+"/hashed", func(dst string) error {
			_, err := copyTestbed(b.Context(), src, dst, must.Have(checkTestbed(src))(b))
			return err
		})
		copying(b, tc.name+"/alone", func(dst string) error { return os.CopyFS(dst, os.DirFS(src)) })
	}
}

func copying(b *testing.B, name string, f func(dst string) error) {
	b.Run(name, func(b *testing.B) {
		dst := filepath.Join(b.TempDir(), "copy")
		for b.Loop() {
			must.Do(b, f(dst))
			b.StopTimer()
			must.Do(b, os.RemoveAll(dst))
			b.StartTimer()
		}
	})
}
