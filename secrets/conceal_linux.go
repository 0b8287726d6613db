package secrets

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// conceal makes the files of this process under /proc root's, which closes its memory
// and its environment to every other process of the user, and ends core dumps. From the
// environment that the kernel keeps, as this program was started with it, it wipes the
// keys, so that root's other processes do not find them there either.
//
// Each of the two helps without the other, and neither is needed for the work: a kernel
// that refuses one, such as an emulated one, is no error.
func conceal(keys map[string]string) {
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	if len(keys) > 0 {
		_ = wipe(keys)
	}
}

// wipe overwrites the values of these variables where the kernel shows them.
func wipe(keys map[string]string) error {
	start, end, err := environment()
	if err != nil {
		return err
	}
	memory, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("wipe the keys: %w", err)
	}
	defer memory.Close()
	block := make([]byte, end-start)
	if _, err := memory.ReadAt(block, start); err != nil {
		return fmt.Errorf("wipe the keys: %w", err)
	}
	for at, line := range lines(block) {
		name, value, _ := bytes.Cut(line, []byte("="))
		if _, secret := keys[string(name)]; !secret {
			continue
		}
		if _, err := memory.WriteAt(make([]byte, len(value)), start+int64(at+len(name)+1)); err != nil {
			return fmt.Errorf("wipe the keys: %w", err)
		}
	}
	return nil
}

// lines are the entries of an environment by where they begin.
func lines(block []byte) map[int][]byte {
	all, at := map[int][]byte{}, 0
	for _, line := range bytes.Split(block, []byte{0}) {
		all[at] = line
		at += len(line) + 1
	}
	return all
}

// environment is where the kernel's copy of it begins and ends in this process's memory.
func environment() (start, end int64, err error) {
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, 0, fmt.Errorf("find the environment: %w", err)
	}
	// The name stands in brackets and may hold anything; after it comes the third field.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const first, last = 50 - 3, 51 - 3 // env_start and env_end, counted from 1
	if len(fields) <= last {
		return 0, 0, errors.New("find the environment: this kernel does not say where it is")
	}
	start, err = strconv.ParseInt(string(fields[first]), 10, 64)
	if err == nil {
		end, err = strconv.ParseInt(string(fields[last]), 10, 64)
	}
	if err != nil || end <= start {
		return 0, 0, fmt.Errorf("find the environment: from %d to %d: %w", start, end, err)
	}
	return start, end, nil
}
