package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/system"
)

// Where things are in the container.
const (
	boxUser    = "65534:65534"
	boxUID     = 65534
	boxFolder  = "/testbed"
	boxTemp    = "/tmp"
	boxProgram = "/legomem"
)

// The labels of our containers and images, all under one prefix.
const (
	labelApp      = "legomem.app" // appSandbox, or appImage
	labelRun      = "legomem.run"
	labelHost     = "legomem.owner.host"
	labelBoot     = "legomem.owner.boot"
	labelPID      = "legomem.owner.pid"
	labelStart    = "legomem.owner.start"
	labelLaunch   = "legomem.launch"   // names a container before the engine gives it an id
	labelDeadline = "legomem.deadline" // RFC 3339
	labelContent  = "legomem.content"  // of an image: the hash of what is in it

	appSandbox = "sandbox"
	appImage   = "sandbox-image"
)

// hardening is a container as requested and as it must turn out.
type hardening struct {
	config   container.Config
	host     container.HostConfig
	apparmor bool
}

// harden returns all settings of a container. Ulimits leave out nproc, which is counted
// over all containers of a user.
//
// The workspace and /tmp are file systems in memory, with caps on bytes and inodes.
// They are mounts of the container itself, not volumes, which could have the same caps:
// a mount cannot outlive its container, so an owner that is killed leaves one thing
// less behind, and making and removing a volume would take two more engine calls for
// each sandbox. The kernel's cap on inodes leaves room for the root of the file system
// and for a file that is written next to the one it replaces.
func harden(l Limits, info system.Info, runtime, image string, args []string, labels map[string]string) hardening {
	h := hardening{apparmor: hasSecurity(info, "apparmor")}
	h.config = container.Config{
		Image: image, User: boxUser, WorkingDir: boxFolder, Labels: labels,
		Entrypoint: []string{boxProgram}, Cmd: args,
		Env:         []string{"HOME=" + boxTemp, "TMPDIR=" + boxTemp, "PATH=/usr/bin:/bin", "LANG=C.UTF-8"},
		AttachStdin: true, AttachStdout: true, AttachStderr: true,
		OpenStdin: true, StdinOnce: true,
	}
	yes := true
	h.host = container.HostConfig{
		NetworkMode: "none", IpcMode: "none", CgroupnsMode: "private",
		CapDrop: []string{"ALL"}, SecurityOpt: []string{"no-new-privileges:true"},
		ReadonlyRootfs: true, AutoRemove: true, Init: &yes, Runtime: cmp.Or(runtime, info.DefaultRuntime),
		LogConfig: container.LogConfig{Type: "none"},
		Tmpfs: map[string]string{
			boxTemp: fmt.Sprintf("rw,noexec,nosuid,nodev,size=%d,nr_inodes=4096,mode=1777", l.Temp),
			boxFolder: fmt.Sprintf("rw,noexec,nosuid,nodev,size=%d,nr_inodes=%d,mode=0700,uid=%d,gid=%d",
				l.Workspace, l.Inodes+2, boxUID, boxUID),
		},
		Resources: container.Resources{
			Memory: l.Memory, MemorySwap: l.Memory, NanoCPUs: int64(l.CPUs * 1e9), PidsLimit: &l.Pids,
			Ulimits: []*container.Ulimit{
				{Name: "nofile", Soft: 1024, Hard: 1024},
				{Name: "core"},
				{Name: "fsize", Soft: l.Workspace, Hard: l.Workspace},
			},
		},
	}
	if h.apparmor {
		h.host.SecurityOpt = append(h.host.SecurityOpt, "apparmor=docker-default")
	}
	return h
}

// verify compares a started container with what was asked for. An engine that
// drops a setting in silence gets no testbed to work on.
func verify(want hardening, got container.InspectResponse) error {
	if got.ContainerJSONBase == nil || got.HostConfig == nil || got.Config == nil {
		return errors.New("the engine does not say how it hardened the container; it is not used")
	}
	var wrong []string
	check := func(ok bool, what string, value any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf("%s is %v", what, value))
		}
	}
	checkProcess(want, got, check)
	checkIsolation(want.host, got.HostConfig, check)
	checkResources(want.host.Resources, got.HostConfig.Resources, check)
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("%w: it did not harden the container as asked, so it is not used: %s", ErrEngine, strings.Join(wrong, "; "))
}

type checker = func(ok bool, what string, value any)

func checkProcess(want hardening, got container.InspectResponse, check checker) {
	c := got.Config
	check(c.User == want.config.User, "the user", c.User)
	check(slices.Equal(c.Entrypoint, want.config.Entrypoint) && slices.Equal(c.Cmd, want.config.Cmd), "the program", append(c.Entrypoint, c.Cmd...))
	check(!c.Tty && c.OpenStdin && c.StdinOnce, "its input (tty, open, once)", []bool{c.Tty, c.OpenStdin, c.StdinOnce})
	check(c.Image == want.config.Image, "the image", c.Image)
	for name, value := range want.config.Labels {
		check(c.Labels[name] == value, "the label "+name, strconv.Quote(c.Labels[name]))
	}
	check(!want.apparmor || got.AppArmorProfile == "docker-default", "the AppArmor profile", strconv.Quote(got.AppArmorProfile))
	for _, m := range got.Mounts {
		check(m.Type == "tmpfs", "a mount", fmt.Sprintf("%s of %s", m.Destination, m.Type))
	}
	if got.NetworkSettings != nil {
		for name := range got.NetworkSettings.Networks {
			check(name == "none", "a network", name)
		}
	}
}

func checkIsolation(want container.HostConfig, got *container.HostConfig, check checker) {
	check(!got.Privileged, "privileged", got.Privileged)
	check(got.NetworkMode == want.NetworkMode, "the network", got.NetworkMode)
	check(got.Runtime == want.Runtime, "the runtime", strconv.Quote(got.Runtime))
	check(got.IpcMode == want.IpcMode, "the IPC mode", got.IpcMode)
	check(got.CgroupnsMode == want.CgroupnsMode, "the cgroup namespace", got.CgroupnsMode)
	check(got.PidMode == "" && got.UTSMode == "" && got.UsernsMode == "", "a shared namespace (pid, uts, user)",
		[]string{string(got.PidMode), string(got.UTSMode), string(got.UsernsMode)})
	check(slices.Equal(got.CapDrop, want.CapDrop) && len(got.CapAdd) == 0, "the capabilities dropped and added", [][]string{got.CapDrop, got.CapAdd})
	check(slices.Equal(got.SecurityOpt, want.SecurityOpt), "the security options", got.SecurityOpt)
	check(got.ReadonlyRootfs, "a read-only root", got.ReadonlyRootfs)
	check(got.AutoRemove, "removal at the end", got.AutoRemove)
	check(got.LogConfig.Type == "none", "the log", got.LogConfig.Type)
	check(got.Init != nil && *got.Init, "an init process", got.Init)
	check(len(got.Binds) == 0 && len(got.Devices) == 0 && len(got.DeviceRequests) == 0 && len(got.DeviceCgroupRules) == 0 && len(got.VolumesFrom) == 0,
		"something of the host's (binds, devices, volumes)", fmt.Sprint(got.Binds, got.Devices, got.DeviceRequests, got.DeviceCgroupRules, got.VolumesFrom))
	check(len(got.PortBindings) == 0 && len(got.Links) == 0 && len(got.GroupAdd) == 0 && len(got.Sysctls) == 0, "what nobody asked for (ports, links, groups, sysctls)",
		fmt.Sprint(got.PortBindings, got.Links, got.GroupAdd, got.Sysctls))
	check(includes(got.MaskedPaths, "/proc/kcore", "/proc/keys", "/sys/firmware"), "the hidden part of /proc and /sys", got.MaskedPaths)
	check(includes(got.ReadonlyPaths, "/proc/sys", "/proc/sysrq-trigger"), "the read-only part of /proc", got.ReadonlyPaths)
	for folder, options := range want.Tmpfs {
		check(got.Tmpfs[folder] == options, "the memory file system "+folder, strconv.Quote(got.Tmpfs[folder]))
	}
}

func includes(all []string, some ...string) bool {
	return !slices.ContainsFunc(some, func(one string) bool { return !slices.Contains(all, one) })
}

func checkResources(want, got container.Resources, check checker) {
	check(got.Memory == want.Memory, "the memory limit", got.Memory)
	check(got.MemorySwap == want.MemorySwap, "the limit of memory and swap", got.MemorySwap)
	check(got.NanoCPUs == want.NanoCPUs, "the processor limit", got.NanoCPUs)
	check(got.OomKillDisable == nil || !*got.OomKillDisable, "that it may outgrow its memory", true)
	check(got.PidsLimit != nil && *got.PidsLimit == *want.PidsLimit, "the limit of processes", got.PidsLimit)
	for _, w := range want.Ulimits {
		same := func(g *container.Ulimit) bool { return g != nil && *g == *w }
		check(slices.ContainsFunc(got.Ulimits, same), "the ulimit "+w.Name, "not "+w.String())
	}
}

// labels name a container's owner, run and deadline.
func labels(run, launch string, o owner, deadline time.Time) map[string]string {
	return map[string]string{
		labelApp: appSandbox, labelRun: run, labelLaunch: launch,
		labelHost: o.Host, labelBoot: o.Boot, labelPID: strconv.Itoa(o.PID), labelStart: o.Start,
		labelDeadline: deadline.UTC().Format(time.RFC3339),
	}
}

// ownerOf reads labels back. A container of ours with labels that make no sense gets
// the zero deadline and an owner that no process is.
func ownerOf(l map[string]string) (owner, time.Time) {
	pid, _ := strconv.Atoi(l[labelPID])
	deadline, _ := time.Parse(time.RFC3339, l[labelDeadline])
	return owner{Host: l[labelHost], Boot: l[labelBoot], PID: pid, Start: l[labelStart]}, deadline
}
