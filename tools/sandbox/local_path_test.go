package sandbox

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProgramDirs(t *testing.T) {
	for name, tt := range map[string]struct {
		path, home string
		want       []string
	}{
		"as it is":         {"/usr/local/bin:/opt/x/bin", "/home/ann", []string{"/usr/local/bin", "/opt/x/bin"}},
		"in the home":      {"/home/ann/bin:/bin", "/home/ann", []string{"/home/ann/bin", "/bin"}},
		"empty":            {"", "/home/ann", []string{"/usr/bin", "/bin"}},
		"relative alone":   {".:bin:", "/home/ann", []string{"/usr/bin", "/bin"}},
		"relative, too":    {"::.:bin:/bin", "/home/ann", []string{"/bin"}},
		"the home":         {"/home/ann/:/bin", "/home/ann", []string{"/bin"}},
		"above the home":   {"/:/home:/home/../home:/bin", "/home/ann", []string{"/bin"}},
		"another's name":   {"/home/an:/bin", "/home/ann", []string{"/home/an", "/bin"}},
		"nobody's home":    {"/:/bin", "", []string{"/bin"}},
		"not cleaned":      {"/usr//bin/../lib/", "/home/ann", []string{"/usr/lib"}},
		"dots in the name": {"/home/..ann", "/home/ann", []string{"/home/..ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, programDirs(tt.path, tt.home)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
