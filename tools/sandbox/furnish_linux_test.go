package sandbox

import (
	"slices"
	"testing"
)

// ForgoNamespaces has a launcher start residents as on a machine that allows no
// namespaces.
func ForgoNamespaces(l *Local) {
	how := startupOf().without("namespaces were forgone")
	l.how.Store(&how)
}

func TestShownFolders(t *testing.T) {
	c := confinement{Folder: "/home/u/.cache/work/run-1", Programs: []string{"/usr/bin", "/home/u/go/bin/", "/home/u/go/bin", "/home/u", "/tmp", "/", "/opt", "/usrlocal/bin"}}
	got := outermost(narrow(c), shownDirs...)
	if want := []string{"/home/u/go/bin", "/usrlocal/bin"}; !slices.Equal(got, want) {
		t.Errorf("shown are %q, want %q", got, want)
	}
}
