package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// groupsFolder is where a container sees its own control groups, read only.
const groupsFolder = "/sys/fs/cgroup"

// counters are how often the kernel enforced a limit of the container.
type counters struct {
	killed  int64 // processes, for memory
	refused int64 // new processes and threads
	known   bool  // that none was killed; another runtime may not show it
}

// countersIn reads them in either version of control groups.
func countersIn(folder string) counters {
	killed, known := readCounter("oom_kill", filepath.Join(folder, "memory.events"), filepath.Join(folder, "memory", "memory.oom_control"))
	refused, _ := readCounter("max", filepath.Join(folder, "pids.events"), filepath.Join(folder, "pids", "pids.events"))
	return counters{killed, refused, known}
}

// readCounter finds a line "name value" in the first of these files that is
// there.
func readCounter(name string, files ...string) (int64, bool) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if value, ok := strings.CutPrefix(line, name+" "); ok {
				n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
				return n, err == nil
			}
		}
	}
	return 0, false
}
