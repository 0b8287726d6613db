package commit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Content is what a file holds: what a file of this machine holds, or Text where File is "".
type Content struct {
	File string
	Text []byte
}

// Open returns a reader of the content.
func (c Content) Open() (io.ReadCloser, error) {
	if c.File == "" {
		return io.NopCloser(bytes.NewReader(c.Text)), nil
	}
	return os.Open(c.File)
}

// size is how many bytes it has.
func (c Content) size() (int64, error) {
	if c.File == "" {
		return int64(len(c.Text)), nil
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// copyTo writes the content, and returns the hash of what was written.
func (c Content) copyTo(out io.Writer) (string, error) {
	in, err := c.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, hash), in)
	return hex.EncodeToString(hash.Sum(nil)), err
}
