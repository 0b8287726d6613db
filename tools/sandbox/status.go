package sandbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/containerd/errdefs"
)

// LocalStatus is what is there for local sandboxes.
type LocalStatus struct {
	// Landlock is the version of the kernel's interface; 0 means that a local
	// sandbox limits its resident's files and memory, and not what it can see.
	Landlock  int
	Leftovers []Leftover
}

// Status looks at this machine, and changes nothing but that the folder of
// workspaces is made.
func (l *Local) Status(ctx context.Context) (LocalStatus, error) {
	left, err := l.Leftovers(ctx)
	return LocalStatus{Landlock: landlockVersion(), Leftovers: left}, err
}

// DockerStatus is what is there for docker sandboxes.
type DockerStatus struct {
	Host    string // the engine's address
	Version string // the engine's, "20.10.24"
	API     string // "1.41"
	Kernel  string
	// Image is the tag of this program's image; ImageProblem says why there
	// can be none. It need not be there: the first run makes it.
	Image        string
	ImagePresent bool
	ImageProblem string
	Seccomp      bool
	AppArmor     bool
	Rootless     bool
	Leftovers    []Leftover
}

// Status looks at the engine and changes nothing. An engine that cannot be
// reached is ErrEngine, with what to do.
func (d *Docker) Status(ctx context.Context) (DockerStatus, error) {
	st := DockerStatus{Host: d.Engine.DaemonHost()}
	info, err := d.info(ctx)
	if err != nil {
		return st, err
	}
	st.Seccomp, st.AppArmor, st.Rootless = hasSecurity(info, "seccomp"), hasSecurity(info, "apparmor"), hasSecurity(info, "rootless")
	st.Kernel = info.KernelVersion
	version, err := d.Engine.ServerVersion(ctx)
	if err != nil {
		return st, fmt.Errorf("%w: ask for its version: %w", ErrEngine, err)
	}
	st.Version, st.API = version.Version, version.APIVersion
	problem := d.imageStatus(ctx, info.Architecture, &st)
	st.Leftovers, err = d.Leftovers(ctx)
	return st, errors.Join(problem, err)
}

func (d *Docker) imageStatus(ctx context.Context, arch string, st *DockerStatus) error {
	path, err := d.executable()
	if err != nil {
		return err
	}
	img, err := newScratch(path, arch)
	if err != nil {
		st.ImageProblem = err.Error()
		return nil
	}
	st.Image = img.tag
	if _, err := d.Engine.ImageInspect(ctx, img.tag); err == nil {
		st.ImagePresent = true
	} else if !errdefs.IsNotFound(err) {
		return fmt.Errorf("%w: look for image %s: %w", ErrEngine, img.tag, err)
	}
	return nil
}
