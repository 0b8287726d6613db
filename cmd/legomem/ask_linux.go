package main

import "golang.org/x/sys/unix"

// flushInput discards what was typed at a terminal and not read yet.
func flushInput(fd uintptr) {
	_ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) // if it fails, what was typed is an answer
}
