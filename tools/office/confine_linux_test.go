package office

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"

	"legomem/must"
)

// TestConfined: what a program may do in its folder, it may do nowhere else. In
// the folders where LibreOffice has its sockets it may make one, but remove none,
// nor any other file, however deep.
func TestConfined(t *testing.T) {
	version, err := landlock.LandlockGetABIVersion()
	if err != nil {
		t.Skip("this kernel has no Landlock")
	}
	folder, beside := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	shared, err := os.MkdirTemp(socketDirs[0], "legomem-test-")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(shared)
	victim, socket, abstract := filepath.Join(shared, "victim"), filepath.Join(shared, "socket"), "@"+filepath.Base(shared)
	must.Do(t, errors.Join(os.WriteFile(victim, nil, 0o600), os.WriteFile(beside, nil, 0o600), os.WriteFile(filepath.Join(folder, "own"), nil, 0o600)))
	for _, address := range []string{socket, abstract} {
		l := must.Have(net.Listen("unix", address))(t)
		defer l.Close()
	}
	listen := func(at string) error {
		l, err := net.Listen("unix", at)
		return errors.Join(err, closed(l))
	}
	for _, tt := range []struct {
		name string
		do   func() error
		want error
	}{
		{"make and remove its own", func() error {
			return errors.Join(os.WriteFile(filepath.Join(folder, "new"), nil, 0o600), os.Remove(filepath.Join(folder, "own")))
		}, nil},
		{"read another's", func() error { _, err := os.ReadFile(victim); return err }, syscall.EACCES},
		{"write another's", func() error { return os.WriteFile(victim, nil, 0o600) }, syscall.EACCES},
		{"list others'", func() error { _, err := os.ReadDir(shared); return err }, syscall.EACCES},
		{"remove another's", func() error { return os.Remove(victim) }, syscall.EACCES},
		{"take another's away", func() error { return os.Rename(beside, filepath.Join(folder, "taken")) }, syscall.EACCES},
		{"remove another's socket", func() error { return os.Remove(socket) }, syscall.EACCES},
		{"make a socket in place of another's", func() error { return listen(socket) }, syscall.EADDRINUSE},
		{"make a socket", func() error { return listen(filepath.Join(shared, "made")) }, nil},
		{"connect to one without a name", func() error { return connect(abstract) }, since(version, 6, syscall.EPERM)},
		{"connect to one out of reach", func() error { return connect(socket) }, since(version, 9, syscall.EACCES)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := confined("", folder, func() (struct{}, error) { return struct{}{}, tt.do() }); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// since is an error that kernels give from a version of Landlock on.
func since(version, first int, err error) error {
	if version < first {
		return nil
	}
	return err
}

func connect(address string) error {
	c, err := net.Dial("unix", address)
	return errors.Join(err, closed(c))
}

func closed(c interface{ Close() error }) error {
	if c == nil {
		return nil
	}
	return c.Close()
}
