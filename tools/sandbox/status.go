package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/system"
)

// LocalStatus is what this machine has for local sandboxes.
type LocalStatus struct {
	// Landlock is the version of the kernel's interface; 0 means that a local
	// sandbox limits its resident's files and memory, and not what it can see.
	Landlock  int
	Leftovers []Leftover
}

// Status looks at this machine, and changes nothing, except that it makes the folder of
// workspaces.
func (l *Local) Status(ctx context.Context) (LocalStatus, error) {
	left, err := l.Leftovers(ctx)
	return LocalStatus{Landlock: landlockVersion(), Leftovers: left}, err
}

// DockerStatus is what the engine has for docker sandboxes.
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
	// About is what is in it, once it is there; see Sandbox.About.
	About    map[string]string
	Rootless bool
	Cgroup   string // the version of control groups, "1" or "2"
	Runtime  string // the configured one, or the engine's default
	// Refused is why no sandbox is started on this engine; Lacks is what it cannot do
	// and sandboxes do without.
	Refused   error
	Lacks     []string
	Leftovers []Leftover
}

// Status looks at the engine and changes nothing. An engine that cannot be
// reached is ErrEngine, with what to do.
func (d *Docker) Status(ctx context.Context) (DockerStatus, error) {
	st := DockerStatus{Host: d.Engine.DaemonHost()}
	info, err := d.info(ctx)
	if err != nil {
		return st, err
	}
	st.Kernel, st.Cgroup, st.Rootless = info.KernelVersion, info.CgroupVersion, hasSecurity(info, "rootless")
	st.Runtime = cmp.Or(d.Runtime, info.DefaultRuntime)
	st.Refused = cmp.Or(seccompMissing(info), runtimeMissing(d.Runtime, info))
	st.Lacks = lacks(info)
	version, err := d.Engine.ServerVersion(ctx)
	if err != nil {
		return st, fmt.Errorf("%w: ask for its version: %w", ErrEngine, err)
	}
	st.Version, st.API = version.Version, version.APIVersion
	problem := d.imageStatus(ctx, info.Architecture, &st)
	st.Leftovers, err = d.Leftovers(ctx)
	return st, errors.Join(problem, err)
}

// lacks is what an engine cannot do that others can. A limit that it cannot enforce is
// found when a container is verified.
func lacks(info system.Info) []string {
	var all []string
	for _, c := range []struct {
		there bool
		what  string
	}{
		{hasSecurity(info, "apparmor"), "AppArmor: the kernel or the engine has none, and containers go without a second fence around their files"},
		{hasSecurity(info, "rootless") || hasSecurity(info, "userns"), "user namespaces: an escape from a container would be root's, as the engine runs as root (https://docs.docker.com/go/rootless)"},
		{info.CgroupVersion != "1", "control groups of version 2: with version 1 limits are held, and counted less exactly"},
		{info.MemoryLimit && info.SwapLimit, "limits on memory and swap"},
		{info.PidsLimit, "limits on processes"},
		{info.CPUCfsQuota, "limits on processors"},
	} {
		if !c.there {
			all = append(all, c.what)
		}
	}
	return all
}

func (d *Docker) imageStatus(ctx context.Context, arch string, st *DockerStatus) error {
	path, err := d.executable()
	if err != nil {
		return err
	}
	img, err := d.wanted(ctx, path, arch)
	if errors.Is(err, ErrEngine) && !errors.Is(err, ErrNoBase) {
		return err
	}
	if err != nil {
		st.ImageProblem = err.Error()
		return nil
	}
	st.Image = img.tag
	there, err := d.Engine.ImageInspect(ctx, img.tag)
	switch {
	case err == nil:
		st.ImagePresent, st.About = true, aboutImage(img.tag, there)
	case !errdefs.IsNotFound(err):
		return fmt.Errorf("%w: look for image %s: %w", ErrEngine, img.tag, err)
	}
	return nil
}
