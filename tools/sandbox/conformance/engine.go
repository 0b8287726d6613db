package conformance

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Program is legomem built without C, the only build that an image is made from, with
// unique bytes: LEGOMEM_TEST_PROGRAM names one that was built before.
func Program(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "legomem")
	if given := os.Getenv("LEGOMEM_TEST_PROGRAM"); given != "" {
		text, err := os.ReadFile(given)
		must(t, errors.Join(err, os.WriteFile(path, text, 0o700)))
		return Unlike(t, path)
	}
	build := exec.Command("go", "build", "-o", path, "legomem/cmd/legomem")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return Unlike(t, path)
}

// Unlike makes a program's bytes unique, so that it does not share its images with
// another run of these tests.
func Unlike(t testing.TB, binary string) string {
	t.Helper()
	f, err := os.OpenFile(binary, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = fmt.Fprintf(f, "%s %d %d", t.TempDir(), os.Getpid(), time.Now().UnixNano())
	must(t, errors.Join(err, f.Close()))
	return binary
}
