package sandbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/docker/docker/api/types/system"
)

// knowledge is what an engine last reported about itself.
type knowledge struct {
	mu     sync.Mutex
	said   *system.Info
	before bool // it has answered at all
}

func (k *knowledge) get() *system.Info {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.said
}

func (k *knowledge) set(info system.Info) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.said, k.before = &info, true
}

// forget has the engine asked again; it returns whether the engine has ever answered.
func (k *knowledge) forget() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.said = nil
	return k.before
}

// capable returns what the engine can do, asked once; it refuses an engine that cannot
// isolate a container as required.
func (d *Docker) capable(ctx context.Context) (system.Info, error) {
	if said := d.known.get(); said != nil {
		return *said, nil
	}
	info, err := d.info(ctx)
	if err == nil {
		err = seccompMissing(info)
	}
	if err == nil {
		err = runtimeMissing(d.Runtime, info)
	}
	if err == nil {
		d.known.set(info)
	}
	return info, err
}

// info asks the engine for what it can do.
func (d *Docker) info(ctx context.Context) (system.Info, error) {
	info, err := d.Engine.Info(ctx)
	if err != nil && ctx.Err() != nil {
		return info, ctx.Err()
	}
	if err != nil {
		return info, fmt.Errorf("%w: %w", ErrEngine, err)
	}
	if info.OSType != "linux" {
		return info, fmt.Errorf("%w: %s runs %s containers, and linux ones are needed; point DOCKER_HOST at another, or use --sandbox local",
			ErrEngine, d.Engine.DaemonHost(), info.OSType)
	}
	return info, nil
}

// seccompMissing is the error for an engine that filters no system calls: a container
// names no profile, and so gets the engine's default.
func seccompMissing(info system.Info) error {
	if hasSecurity(info, "seccomp") && !hasSecurity(info, "seccomp,profile=unconfined") {
		return nil
	}
	return fmt.Errorf("%w: it has no seccomp profile, so its containers are not used; give it the default one, or use --sandbox local", ErrEngine)
}

// runtimeMissing is the error for an engine that does not know the runtime.
func runtimeMissing(runtime string, info system.Info) error {
	if _, known := info.Runtimes[runtime]; known || runtime == "" {
		return nil
	}
	return fmt.Errorf("%w: it knows no runtime %q (sandbox.docker.runtime), only %s; install it and name it in the engine's daemon.json, or leave the setting empty for %s",
		ErrEngine, runtime, strings.Join(slices.Sorted(maps.Keys(info.Runtimes)), ", "), info.DefaultRuntime)
}

func hasSecurity(info system.Info, name string) bool {
	return slices.ContainsFunc(info.SecurityOptions, func(option string) bool {
		return option == name || option == "name="+name || strings.HasPrefix(option, "name="+name+",")
	})
}
