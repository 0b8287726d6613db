package desk

import (
	"runtime/debug"
	"strings"
	"sync"
)

// Version is the program's version: that of a release, or the commit it was built from.
var Version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" && !strings.Contains(v, "-0.") {
		return v
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	if commit == "" {
		return "dev"
	}
	return "dev-" + commit + changed
})
