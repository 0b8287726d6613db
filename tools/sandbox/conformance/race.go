package conformance

import (
	"runtime/debug"
	"slices"
)

// Raced says that this test was built with the race detector, whose own memory
// the kernel would count: a local resident then sets no limit of memory.
func Raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
