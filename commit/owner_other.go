//go:build !unix

package commit

import "io/fs"

func keepOwner(string, fs.FileInfo) {}

func sameDevice(fs.FileInfo, fs.FileInfo) bool { return true }
