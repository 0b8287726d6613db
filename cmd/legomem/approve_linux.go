package main

import "golang.org/x/sys/unix"

// flushInput forgets what was typed at a terminal and not read yet.
func flushInput(fd uintptr) {
	_ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) // where it cannot, what was typed is an answer
}
