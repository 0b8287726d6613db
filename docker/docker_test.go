package docker_test

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"legomem/docker"
	"legomem/must"
)

// TestBase holds the script and the program to one name: a base that one makes
// is found by the other.
func TestBase(t *testing.T) {
	script := must.Have(filepath.Abs("offline-base.sh"))(t)
	cmd := exec.Command("bash", script, "--name")
	cmd.Dir = t.TempDir() // it works from any folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := strings.TrimSpace(string(out)); got != docker.Base() {
		t.Errorf("the script names it %s, the program %s", got, docker.Base())
	}
}

func TestContext(t *testing.T) {
	packed := must.Have(docker.Context())(t)
	var names []string
	for in := tar.NewReader(bytes.NewReader(packed)); ; {
		h, err := in.Next()
		if err == io.EOF {
			break
		}
		must.Do(t, err)
		got := must.Have(io.ReadAll(in))(t)
		want, err := os.ReadFile(h.Name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is packed with other contents (%v)", h.Name, err)
		}
		names = append(names, h.Name)
	}
	if got := strings.Join(names, " "); got != "Dockerfile offline-base.sh packages slim.sh" {
		t.Errorf("packed %s", got)
	}
}

// TestSameWords holds the files to the names that the program knows them by.
func TestSameWords(t *testing.T) {
	for file, words := range map[string][]string{
		"Dockerfile":      {docker.Label + "=" + docker.LabelBase + "\n", docker.Label + "=" + docker.LabelStage + "\n"},
		"offline-base.sh": {`"` + docker.Label + `":"` + docker.LabelBase + `"`, docker.BaseName + ":", docker.Versions},
		"slim.sh":         {filepath.Dir(docker.Versions), "/" + filepath.Base(docker.Versions)},
	} {
		text := must.Have(os.ReadFile(file))(t)
		for _, w := range words {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", file, w)
			}
		}
	}
}
