package sandbox

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// groupsFolder is where a container sees its own control groups, read only.
const groupsFolder = "/sys/fs/cgroup"

// counters are how often the kernel enforced a limit of the container.
type counters struct {
	killed  int64 // processes, for memory
	refused int64 // new processes and threads
	known   bool  // whether killed was read; another runtime may not show it
}

// counterFiles are where the counters are read. They stay open: every action
// looks at them, and opening a file takes several times as long as reading it.
type counterFiles struct {
	once            sync.Once
	killed, refused *os.File // nil where there is none
}

// countersIn reads the counters of a folder, in either version of control
// groups.
func (c *counterFiles) countersIn(folder string) counters {
	c.once.Do(func() {
		c.killed = openFirst(filepath.Join(folder, "memory.events"), filepath.Join(folder, "memory", "memory.oom_control"))
		c.refused = openFirst(filepath.Join(folder, "pids.events"), filepath.Join(folder, "pids", "pids.events"))
	})
	killed, known := readCounter(c.killed, "oom_kill")
	refused, _ := readCounter(c.refused, "max")
	return counters{killed, refused, known}
}

// openFirst opens the first of the files that exists.
func openFirst(files ...string) *os.File {
	for _, file := range files {
		if f, err := os.Open(file); err == nil {
			return f
		}
	}
	return nil
}

// readCounter finds a line "name value".
func readCounter(f *os.File, name string) (int64, bool) {
	if f == nil {
		return 0, false
	}
	var text [4096]byte
	n, err := f.ReadAt(text[:], 0)
	if err != nil && err != io.EOF {
		return 0, false
	}
	for line := range strings.Lines(string(text[:n])) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
