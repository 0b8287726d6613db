//go:build linux

package attacks

import (
	"encoding/binary"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// narrow ends this program with success if it gets a TCP socket by a call of 32 bits.
func narrow() {
	const socket = 359 // in the table of 32 bits
	if narrowCall(socket, unix.AF_INET, unix.SOCK_STREAM) < 0 {
		os.Exit(1)
	}
}

// narrowCall makes a call of 32 bits by instructions of its own, as Go has none.
func narrowCall(number, first, second uint32) int32 {
	word := func(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }
	code := slices.Concat(
		[]byte{0xb8}, word(number), // mov eax
		[]byte{0xbb}, word(first), // mov ebx
		[]byte{0xb9}, word(second), // mov ecx
		[]byte{0x31, 0xd2, 0xcd, 0x80, 0xc3}, // xor edx, edx; int 0x80; ret
	)
	page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return -1
	}
	copy(page, code)
	entry := unsafe.Pointer(&page[0])
	function := unsafe.Pointer(&entry)
	return (*(*func() int32)(unsafe.Pointer(&function)))()
}
