package trajectory_test

import (
	"crypto/sha256"
	"testing"

	"legomem/trajectory"
)

// TestArtifact holds the format, which logs keep: the names are those that
// find -type f | LC_ALL=C sort | xargs sha256sum | sha256sum gave.
func TestArtifact(t *testing.T) {
	x, y, nothing := sha256.Sum256([]byte("x")), sha256.Sum256([]byte("y")), sha256.Sum256(nil)
	for want, files := range map[trajectory.Artifact]trajectory.Files{
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855": nil,
		"sha256:5063c308cb8b117b460ec7749a03f4e18089ad25b58f7a2c459a09dcfe23bddd": {"a/b": x, "a.txt": y, `back\slash`: nothing},
	} {
		if got := files.Artifact(); got != want {
			t.Errorf("%v: %s, want %s", files, got, want)
		}
	}
}
