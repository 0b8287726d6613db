package sandbox

import (
	"archive/tar"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"
)

// program is the executable that goes into an image.
type program struct {
	path    string
	arch    string
	size    int64
	content string // sha256 of its layer, hex
}

func newProgram(path, engineArch string) (*program, error) {
	arch, err := checkStatic(path, engineArch)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the program for the image: %w", err)
	}
	p := &program{path: path, arch: arch, size: info.Size()}
	hash := sha256.New()
	if err := p.writeLayer(hash); err != nil {
		return nil, err
	}
	p.content = hex.EncodeToString(hash.Sum(nil))
	return p, nil
}

// writeLayer writes the layer's tar: the program, and the two folders that are mounted
// over. Nothing in it depends on the time or the machine.
func (p *program) writeLayer(w io.Writer) error {
	f, err := os.Open(p.path)
	if err != nil {
		return fmt.Errorf("read the program for the image: %w", err)
	}
	defer f.Close()
	t := tar.NewWriter(w)
	for _, h := range []tar.Header{
		{Typeflag: tar.TypeDir, Name: "testbed/", Mode: 0o700, Uid: boxUID, Gid: boxUID},
		{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777},
		{Typeflag: tar.TypeReg, Name: boxProgram[1:], Mode: 0o555, Size: p.size},
	} {
		h.Format, h.ModTime = tar.FormatUSTAR, time.Unix(0, 0)
		if err := t.WriteHeader(&h); err != nil {
			return fmt.Errorf("write the image: %w", err)
		}
	}
	if _, err := io.Copy(t, f); err != nil {
		return fmt.Errorf("write the image: %w", err)
	}
	return t.Close()
}

// send pipes what write writes into an engine's call that reads it, and returns when
// both have ended.
func send(write func(io.Writer) error, call func(io.Reader) error) error {
	r, w := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		_ = w.CloseWithError(write(w))
	}()
	err := call(r)
	_ = r.Close()
	<-written
	return err
}

// ErrProgram marks an executable that no image can be made from.
var ErrProgram = errors.New("this build cannot make the sandbox's image")

// checkStatic refuses a program that could not run in an empty image, and returns its
// architecture as Go names it.
func checkStatic(path, engineArch string) (string, error) {
	const build = "CGO_ENABLED=0 go build -o legomem ./cmd/legomem"
	f, err := elf.Open(path)
	if err != nil {
		return "", fmt.Errorf("%w: the docker sandbox runs a copy of this program, and %s is no Linux program (%w); build one: GOOS=linux %s", ErrProgram, path, err, build)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return "", fmt.Errorf("%w: the docker sandbox runs a copy of this program, and %s needs shared libraries, which its image has not; build it without: %s", ErrProgram, path, build)
		}
	}
	arch, known := map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386", elf.EM_ARM: "arm",
		elf.EM_RISCV: "riscv64", elf.EM_PPC64: "ppc64le", elf.EM_S390: "s390x"}[f.Machine]
	if !known {
		arch = runtime.GOARCH
	}
	if theirs, ok := map[string]string{"x86_64": "amd64", "aarch64": "arm64"}[engineArch]; ok && theirs != arch {
		return "", fmt.Errorf("%w: %s is built for %s and the engine runs %s; build it for the engine: GOARCH=%s %s", ErrProgram, path, arch, theirs, theirs, build)
	}
	return arch, nil
}
