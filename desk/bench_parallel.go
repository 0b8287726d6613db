package desk

import (
	"runtime"
	"syscall"
)

// File descriptors that one run may hold: its log, its bank's answers, its sandbox's
// pipes and its calls; and those of the program itself.
const (
	filesOfRun     = 16
	filesOfProgram = 64
)

// atOnce returns how many runs to do at once: as many as are asked for, or as the
// processors can do, but no more than the limit on open files allows.
func (d *Desk) atOnce(asked int, deterministic bool) int {
	if asked == 0 {
		asked = runtime.GOMAXPROCS(0)
		if !deterministic {
			asked *= 2 // a model's run mostly waits
		}
	}
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return asked // a limit that cannot be read is found by running into it
	}
	n := withFiles(asked, uint64(files.Cur))
	if n < asked {
		d.Log.Warn().Int("asked", asked).Int("parallel", n).Uint64("open_files", uint64(files.Cur)).
			Msg("fewer runs at once than asked for: too few files may be open (raise it with ulimit -n)")
	}
	return n
}

// withFiles returns how many of the runs may go on at once with so many open files.
func withFiles(runs int, files uint64) int {
	if files <= filesOfProgram+filesOfRun {
		return 1
	}
	return int(min(uint64(runs), (files-filesOfProgram)/filesOfRun))
}
