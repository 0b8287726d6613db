// Package docker holds the files that the office image's base is built from: a small
// Debian with LibreOffice, poppler and tesseract, for docker sandboxes. They are embedded
// in the program, so that it knows the image's name and can build it without a checkout.
// Start with Dockerfile.
package docker

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"time"
)

// BaseName is the repository of all bases, whatever files they were built from.
const BaseName = "legomem-office-base"

// Building the Dockerfile puts Label on its result (LabelBase) and on the stage before it
// (LabelStage), which is of no use afterwards.
const (
	Label      = "legomem.app"
	LabelBase  = "office-base"
	LabelStage = "office-build"
)

// Versions is a file in the base that lists its contents, one "name=version" per line.
const Versions = "/usr/share/legomem/versions"

//go:embed Dockerfile offline-base.sh packages slim.sh
var files embed.FS

// inputs is the order in which the files are hashed, here and in offline-base.sh.
func inputs() []string { return []string{"Dockerfile", "offline-base.sh", "packages", "slim.sh"} }

func read(name string) []byte {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("docker: %v", err)) // it was there when this was built
	}
	return text
}

// Base is the name of the image that these files make: "legomem-office-base:"
// and their hash.
func Base() string {
	hash := sha256.New()
	for _, name := range inputs() {
		_, _ = hash.Write(read(name)) // never fails
	}
	return BaseName + ":" + hex.EncodeToString(hash.Sum(nil)[:8])
}

// Context is the tar that an engine builds the Dockerfile from.
func Context() ([]byte, error) {
	var out bytes.Buffer
	t := tar.NewWriter(&out)
	for _, name := range inputs() {
		text := read(name)
		if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o755, Size: int64(len(text)),
			ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}); err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
		if _, err := t.Write(text); err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := t.Close(); err != nil {
		return nil, fmt.Errorf("pack the image's files: %w", err)
	}
	return out.Bytes(), nil
}
