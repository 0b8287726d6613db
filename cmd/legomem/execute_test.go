package main

import (
	"strings"
	"testing"
)

// execute runs a command line that must succeed, and returns what it prints.
func execute(t testing.TB, args ...string) string {
	t.Helper()
	out, _ := executeTo(t, exitDone, args...)
	return out
}

// executeTo runs a command line that must end with the exit code, and returns what it
// prints, and that with what it says beside it.
func executeTo(t testing.TB, code int, args ...string) (out, all string) {
	t.Helper()
	var printed, said strings.Builder
	if got := Execute(t.Context(), args, strings.NewReader(""), &printed, &said); got != code {
		t.Fatalf("legomem %q: exit code %d, not %d\n%s%s", args, got, code, &printed, &said)
	}
	return printed.String(), printed.String() + said.String()
}

// refused is all that a command line says that must end with the exit code.
func refused(t testing.TB, code int, args ...string) string {
	t.Helper()
	_, all := executeTo(t, code, args...)
	return all
}
