package main

import (
	"encoding/json"
	"io"
	"strconv"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

// printJSON prints one object, indented, as --json promises.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// isTerminal says that a person watches the stream.
func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && isatty.IsTerminal(f.Fd())
}

// width is how many columns the output has: those that COLUMNS names, else the
// terminal's; 0 where it is no terminal, or does not say.
func (a *app) width() int {
	if text, ok := a.lookup("COLUMNS"); ok {
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			return n
		}
	}
	f, ok := a.out.(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
