package main

import (
	"context"
	"fmt"

	officebase "legomem/docker"
)

// runBuildImage has the engine build what docker sandboxes convert and read
// with.
func (a *app) runBuildImage(ctx context.Context) error {
	docker, done, err := a.docker()
	if err != nil {
		return err
	}
	defer done()
	if err := docker.BuildBase(ctx, a.err); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]string{"built": officebase.Base()})
	}
	fmt.Fprintf(a.out, "built %s\n", officebase.Base())
	return nil
}
