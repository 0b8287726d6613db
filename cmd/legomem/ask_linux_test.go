package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"legomem/must"
)

// terminal opens a pseudo terminal: what a person sees and types at, and what the
// program has.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo terminal here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	must.Do(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n := must.Have(unix.IoctlGetInt(fd, unix.TIOCGPTN))(t)
	if program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// watch reads all that is shown.
func watch(person *os.File) <-chan string { return watchFor(person, "[y/N] ", func() {}) }

// watchFor reads all that is shown, and does something once a question is asked.
func watchFor(person *os.File, question string, asked func()) <-chan string {
	seen := make(chan string, 1)
	go func() {
		var all strings.Builder
		buf := make([]byte, 4096)
		for done := false; ; {
			n, err := person.Read(buf)
			all.Write(buf[:n])
			if !done && strings.Contains(all.String(), question) {
				done = true
				asked()
			}
			if err != nil { // the program has closed its side
				seen <- all.String()
				return
			}
		}
	}()
	return seen
}
