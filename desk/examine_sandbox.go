package desk

import (
	"context"
	"fmt"
	"os"

	"legomem/tools"
	"legomem/tools/sandbox"
)

// examineLocal really starts a local sandbox and calls a tool in it.
func (d *Desk) examineLocal(ctx context.Context) Finding {
	f := Finding{Name: "local sandbox", Needed: d.config.Sandbox.Kind == "local"}
	st, about, err := d.tryLocal(ctx)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	f.OK, f.Detail, f.Left = true, "started and answered", st.Leftovers
	f.Without = []string{
		fmt.Sprintf("one cap on the memory of all its programs together: each has %d MB for itself", d.config.Sandbox.Limits.MemoryMB),
		"quotas on its files: they are counted and weighed while an action runs, and a fast writer is ahead of that",
		"limits on processors and processes",
	}
	if held := about[sandbox.AboutHeld]; held != "" {
		f.Detail += "; " + held
	}
	f.Without = append(f.Without, sandbox.Lacks(about)...)
	if f.Needed {
		f.Fix = "for files of strangers use --sandbox docker, which has all of that"
	}
	return f
}

// tryLocal works in a folder of its own: an open sandbox removes what others left next
// to it, and doctor must change nothing.
func (d *Desk) tryLocal(ctx context.Context) (st sandbox.LocalStatus, about map[string]string, err error) {
	launcher, err := local(d.config.Sandbox)
	if err != nil {
		return st, nil, err
	}
	if st, err = launcher.Status(ctx); err != nil {
		return st, nil, err
	}
	if launcher.Dir, err = os.MkdirTemp("", "legomem-doctor-"); err != nil {
		return st, nil, fmt.Errorf("make a folder to try it in: %w", err)
	}
	defer os.RemoveAll(launcher.Dir)
	defer launcher.Close()
	box, err := launcher.Open(ctx, sandbox.Spec{Run: "doctor", User: LoginName(), Now: d.Now()})
	if err != nil {
		return st, nil, err
	}
	defer box.Close()
	obs, err := box.Call(ctx, tools.Action{Tool: "system.list_files", Args: map[string]any{}})
	if err == nil && obs.Failed {
		err = fmt.Errorf("list files: %s", obs.Text)
	}
	return st, box.About(), err
}

func (d *Desk) examineDocker(ctx context.Context) Finding {
	f := Finding{Name: "docker sandbox", Needed: d.config.Sandbox.Kind == "docker", Fix: "start or install a Docker engine (Debian: apt-get install docker.io), or use --sandbox local"}
	docker, done, err := d.docker(d.config.Sandbox)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	defer done()
	st, err := docker.Status(ctx)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	f.Without, f.Left = st.Lacks, st.Leftovers
	f.Detail = fmt.Sprintf("engine %s (API %s), runtime %s, control groups version %s, image %s %s",
		st.Version, st.API, st.Runtime, st.Cgroup, d.config.Sandbox.Docker.Image, imageWords(st))
	switch {
	case st.Refused != nil:
		f.Detail, f.Fix = st.Refused.Error(), ""
	case st.ImageProblem != "":
		f.Fix = st.ImageProblem
	default:
		f.OK, f.Fix = true, ""
	}
	return f
}

func imageWords(st sandbox.DockerStatus) string {
	switch {
	case st.ImageProblem != "":
		return "cannot be made"
	case st.ImagePresent:
		return "(" + st.Image + ")"
	}
	return "is made at the first run"
}
