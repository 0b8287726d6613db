package trajectory_test

import (
	"crypto/sha256"
	"testing"

	"legomem/trajectory"
)

// TestArtifact holds the format, which logs keep: the names are those that
// find -type f | LC_ALL=C sort | xargs sha256sum | sha256sum gave. An empty folder counts.
func TestArtifact(t *testing.T) {
	x, y, nothing := sha256.Sum256([]byte("x")), sha256.Sum256([]byte("y")), sha256.Sum256(nil)
	for want, files := range map[trajectory.Artifact]trajectory.Files{
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855": nil,
		"sha256:5063c308cb8b117b460ec7749a03f4e18089ad25b58f7a2c459a09dcfe23bddd": {"a/b": x, "a.txt": y, `back\slash`: nothing},
		"sha256:b8767f15e0bca8ce6f3c97a348955a8d327b12401e9038978bdef330c2050c6b": {"a/b": x, "c/": nothing},
	} {
		if got := files.Artifact(); got != want {
			t.Errorf("%v: %s, want %s", files, got, want)
		}
	}
}

// TestWithoutFolders: without its empty folders a tree has the name that it had before they
// were counted.
func TestWithoutFolders(t *testing.T) {
	files := trajectory.Files{"a/b": sha256.Sum256([]byte("x"))}
	before := files.Artifact()
	files.Add([]string{"c/", "c/d/"})
	if got := files.Artifact(); len(files) != 3 || got == before {
		t.Errorf("%d files and folders, %s as before", len(files), got)
	}
	if got := files.WithoutFolders(); len(files) != 3 || got.Artifact() != before {
		t.Errorf("%v without the folders of %v", got, files)
	}
}
