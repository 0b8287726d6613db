package main

import (
	"encoding/json"
	"strconv"

	"github.com/mattn/go-isatty"
)

// printJSON prints one object, indented, as --json promises.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(jsonStream{rawOf(a.out)})
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// showResult prints the result of a call, unless it failed: as JSON if that is wanted,
// else with tell.
func showResult[T any](a *app, result T, err error, tell func(T)) error {
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(result)
	}
	tell(result)
	return nil
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := fileOf(stream)
	return ok && isatty.IsTerminal(f.Fd())
}

// fileOf returns the file that a stream is, behind its console.
func fileOf(stream any) (interface{ Fd() uintptr }, bool) {
	if c, ok := stream.(console); ok {
		stream = c.raw
	}
	f, ok := stream.(interface{ Fd() uintptr })
	return f, ok
}

// width is how many columns the output has: those that COLUMNS gives, else the
// terminal's; 0 if it is no terminal, or its size is unknown.
func (a *app) width() int {
	if text, ok := a.lookup("COLUMNS"); ok {
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			return n
		}
	}
	return columnsOf(a.out)
}
