package sandbox

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/mount"
	"github.com/docker/docker/api/types/network"
	"github.com/docker/docker/api/types/system"
)

// asAsked is what an engine says that does all it is asked, sent through JSON
// so that it shares nothing with the question.
func asAsked(t *testing.T, want hardening) container.InspectResponse {
	t.Helper()
	text, err := json.Marshal(struct {
		Config          container.Config
		HostConfig      container.HostConfig
		AppArmorProfile string
	}{want.config, want.host, "docker-default"})
	check(t, err)
	var got container.InspectResponse
	check(t, json.Unmarshal(text, &got))
	got.HostConfig.MaskedPaths = []string{"/proc/acpi", "/proc/kcore", "/proc/keys", "/sys/firmware"}
	got.HostConfig.ReadonlyPaths = []string{"/proc/bus", "/proc/sys", "/proc/sysrq-trigger"}
	return got
}

func TestVerify(t *testing.T) {
	want := harden(DefaultLimits(), system.Info{SecurityOptions: []string{"name=apparmor", "name=seccomp,profile=default"}}, "runsc", "image", []string{Verb}, labels("run", "launch", thisProcess(), time.Now()))
	if err := verify(want, asAsked(t, want)); err != nil {
		t.Fatalf("all as asked: %v", err)
	}
	no, yes := false, true
	for name, change := range map[string]func(*container.InspectResponse){
		"the user":                 func(c *container.InspectResponse) { c.Config.User = "" },
		"the program":              func(c *container.InspectResponse) { c.Config.Cmd = []string{"sh"} },
		"its input":                func(c *container.InspectResponse) { c.Config.StdinOnce = false },
		"the AppArmor profile":     func(c *container.InspectResponse) { c.AppArmorProfile = "unconfined" },
		"a mount":                  func(c *container.InspectResponse) { c.Mounts = []container.MountPoint{{Type: mount.TypeBind}} },
		"a network":                func(c *container.InspectResponse) { c.NetworkSettings = networks("bridge") },
		"privileged":               func(c *container.InspectResponse) { c.HostConfig.Privileged = true },
		"the network":              func(c *container.InspectResponse) { c.HostConfig.NetworkMode = "host" },
		"the IPC mode":             func(c *container.InspectResponse) { c.HostConfig.IpcMode = "host" },
		"the cgroup namespace":     func(c *container.InspectResponse) { c.HostConfig.CgroupnsMode = "host" },
		"a shared namespace":       func(c *container.InspectResponse) { c.HostConfig.PidMode = "host" },
		"the capabilities":         func(c *container.InspectResponse) { c.HostConfig.CapAdd = []string{"SYS_ADMIN"} },
		"the security options":     func(c *container.InspectResponse) { c.HostConfig.SecurityOpt = []string{"seccomp=unconfined"} },
		"a read-only root":         func(c *container.InspectResponse) { c.HostConfig.ReadonlyRootfs = false },
		"removal at the end":       func(c *container.InspectResponse) { c.HostConfig.AutoRemove = false },
		"the log":                  func(c *container.InspectResponse) { c.HostConfig.LogConfig.Type = "json-file" },
		"an init process":          func(c *container.InspectResponse) { c.HostConfig.Init = &no },
		"something of the host's":  func(c *container.InspectResponse) { c.HostConfig.Binds = []string{"/:/host"} },
		"the image":                func(c *container.InspectResponse) { c.Config.Image = "another" },
		"the label legomem.owner":  func(c *container.InspectResponse) { c.Config.Labels = nil },
		"the runtime":              func(c *container.InspectResponse) { c.HostConfig.Runtime = "runc" },
		"binds, devices":           func(c *container.InspectResponse) { c.HostConfig.DeviceCgroupRules = []string{"a *:* rwm"} },
		"what nobody asked for":    func(c *container.InspectResponse) { c.HostConfig.GroupAdd = []string{"docker"} },
		"the hidden part":          func(c *container.InspectResponse) { c.HostConfig.MaskedPaths = nil },
		"the read-only part":       func(c *container.InspectResponse) { c.HostConfig.ReadonlyPaths = nil },
		"may outgrow its memory":   func(c *container.InspectResponse) { c.HostConfig.OomKillDisable = &yes },
		"the memory file system":   func(c *container.InspectResponse) { c.HostConfig.Tmpfs[boxFolder] = "" },
		"the memory limit":         func(c *container.InspectResponse) { c.HostConfig.Memory = 0 },
		"memory and swap":          func(c *container.InspectResponse) { c.HostConfig.MemorySwap = -1 },
		"the processor limit":      func(c *container.InspectResponse) { c.HostConfig.NanoCPUs = 0 },
		"the limit of processes":   func(c *container.InspectResponse) { c.HostConfig.PidsLimit = nil },
		"the ulimit core":          func(c *container.InspectResponse) { c.HostConfig.Ulimits[1].Hard = -1 },
		"does not say how it hard": func(c *container.InspectResponse) { c.HostConfig = nil },
	} {
		t.Run(name, func(t *testing.T) {
			got := asAsked(t, want)
			change(&got)
			if err := verify(want, got); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("got %v, want a refusal that names %q", err, name)
			}
		})
	}
}

func networks(name string) *container.NetworkSettings {
	return &container.NetworkSettings{Networks: map[string]*network.EndpointSettings{name: {}}}
}

func TestSeccompMissing(t *testing.T) {
	for option, ok := range map[string]bool{
		"name=seccomp,profile=default": true, "name=seccomp,profile=builtin": true, "seccomp": true,
		"name=seccomp,profile=unconfined": false, "name=apparmor": false,
	} {
		err := seccompMissing(system.Info{SecurityOptions: []string{option}})
		if (err == nil) != ok || (err != nil && !errors.Is(err, ErrEngine)) {
			t.Errorf("%s: got %v", option, err)
		}
	}
}

func TestAbandoned(t *testing.T) {
	us := thisProcess()
	now := time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC)
	changed := func(f func(*owner)) owner {
		o := us
		f(&o)
		return o
	}
	for _, c := range []struct {
		name  string
		owner owner
		late  bool
		want  bool
	}{
		{"this process", us, false, false},
		{"this process, late", us, true, false},
		{"a pid that was reused", changed(func(o *owner) { o.Start = "1" }), false, true},
		{"a pid that is free", changed(func(o *owner) { o.PID = 1 << 30 }), false, true},
		{"another machine", changed(func(o *owner) { o.Host = "elsewhere" }), false, false},
		{"another machine, late", changed(func(o *owner) { o.Host = "elsewhere" }), true, true},
		{"before the restart", changed(func(o *owner) { o.Boot = "earlier" }), false, false},
		{"before the restart, late", changed(func(o *owner) { o.Boot = "earlier" }), true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			deadline := now.Add(time.Hour)
			if c.late {
				deadline = now.Add(-time.Hour)
			}
			if got := c.owner.abandoned(us, deadline, now); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			back, _ := ownerOf(labels("run", "launch", c.owner, deadline))
			if back != c.owner {
				t.Errorf("labels gave back %+v, want %+v", back, c.owner)
			}
		})
	}
	if got, ok := parseFolder(us.folder() + "-123"); !ok || got != us {
		t.Errorf("a folder's name gave back %+v, %v", got, ok)
	}
	for _, name := range []string{"", "run", "run-a-b-c-d", "run-a--1-c-d", "other-a-1-c-d", us.folder()} {
		if _, ok := parseFolder(name); ok {
			t.Errorf("%q was taken for a workspace", name)
		}
	}
}

func TestNames(t *testing.T) {
	for name, ok := range map[string]bool{
		"a": true, "data/Re: x?.eml": true, " a ": true, "ü/..b": true, "a..": true,
		"": false, ".": false, "..": false, "../a": false, "a/../b": false, "/a": false, "a//b": false, "a/": false, "./a": false,
		`a\b`: false, "a\x00": false, "a\n": false, "\x7f": false, "\xff": false, ".legomem-1": false, "a/.legomem-1": false,
		"a\u0085": false, "a\u009b2J": false, "a\u202efdp.exe": false, "\u2066a": false, "a\u2028b": false, "\u200fعربي": true,
		strings.Repeat("x/", 31) + "x": true, strings.Repeat("x/", 32) + "x": false,
		strings.Repeat("x", 256): false, strings.Repeat("x/", 2048) + "x": false,
	} {
		if err := checkName(name); (err == nil) != ok {
			t.Errorf("%.40q: got %v", name, err)
		}
	}
}

func FuzzCheckName(f *testing.F) {
	f.Add("data/a.xlsx")
	f.Add("../a")
	f.Fuzz(func(t *testing.T, name string) {
		if checkName(name) == nil && (!filepath.IsLocal(name) || filepath.Clean(name) != name || name == ".") {
			t.Errorf("%q was let through", name)
		}
	})
}

// TestScratch reads back the archive that an engine is sent.
func TestScratch(t *testing.T) {
	self, err := os.Executable()
	check(t, err)
	info, err := os.Stat(self)
	check(t, err)
	img := &scratch{prog: &program{path: self, size: info.Size()}, config: []byte("{}"), tag: "x:y"}
	var archive bytes.Buffer
	check(t, img.writeArchive(&archive))
	parts := untar(t, &archive)
	if string(parts["config.json"]) != "{}" || !strings.Contains(string(parts["manifest.json"]), `"x:y"`) {
		t.Errorf("config %s, manifest %s", parts["config.json"], parts["manifest.json"])
	}
	layer := untar(t, bytes.NewReader(parts["layer.tar"]))
	if program, err := os.ReadFile(self); err != nil || !bytes.Equal(layer["legomem"], program) || len(layer) != 3 {
		t.Errorf("the layer holds %d files, and not the program (%v)", len(layer), err)
	}
}

func untar(t *testing.T, r io.Reader) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for in := tar.NewReader(r); ; {
		h, err := in.Next()
		if err == io.EOF {
			return files
		}
		check(t, err)
		files[h.Name], err = io.ReadAll(in)
		check(t, err)
	}
}

func TestCheckStatic(t *testing.T) {
	text := filepath.Join(t.TempDir(), "script")
	check(t, os.WriteFile(text, []byte("#!/bin/sh\n"), 0o700))
	if _, err := checkStatic(text, "x86_64"); err == nil || !strings.Contains(err.Error(), "no Linux program") {
		t.Errorf("a script: %v", err)
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no dynamically linked program to try: ", err)
	}
	if _, err := checkStatic("/bin/sh", "x86_64"); err == nil || !strings.Contains(err.Error(), "CGO_ENABLED=0 go build -o legomem ./cmd/legomem") {
		t.Errorf("a program with shared libraries: %v", err)
	}
}

func TestVerdict(t *testing.T) {
	for stream, says := range map[string]string{
		`{"stream":"Loaded image"}` + "\n": "", "": "",
		`{"stream":"x"}{"errorDetail":{"message":"no space"},"error":"no space"}`: "no space",
		`{"stream"`: "read the engine's answer",
	} {
		err := verdict(strings.NewReader(stream))
		if (err == nil) != (says == "") || (err != nil && !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: got %v, want %q", stream, err, says)
		}
	}
}
