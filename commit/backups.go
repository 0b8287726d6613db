package commit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"legomem/places"
)

// keep copies a user's file to the backups, unless one with the same bytes is there. Its
// time says when it was last needed.
func (e Engine) keep(t *target, s Step) error {
	file := e.Backups.File(s.Before.Hash)
	now := e.Now()
	if info, err := os.Lstat(file); err == nil && info.Size() == s.seen.Size() { // a loss of power can leave a shorter one
		return os.Chtimes(file, now, now)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	in, err := openSame(t.root, s.Path, s.seen)
	if err != nil {
		return err
	}
	defer in.Close()
	tmp, err := os.CreateTemp(filepath.Dir(file), ".new-*") // 0600
	if err != nil {
		return err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(tmp, hash), in)
	if err == nil && hex.EncodeToString(hash.Sum(nil)) != s.Before.Hash {
		err = oddly("it was changed while it was read")
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Chtimes(tmp.Name(), now, now)
	}
	if err == nil {
		e.moment()
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// Unneeded lists the backups that no needed hash names and that were last needed before a
// time, with what a kill left there; it returns their bytes together. A missing folder
// holds none.
func Unneeded(backups places.Backups, needed map[string]bool, before time.Time) (files []string, bytes int64, err error) {
	err = filepath.WalkDir(string(backups), func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil || d.IsDir() || needed[d.Name()]:
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().Before(before) {
			files, bytes = append(files, name), bytes+info.Size()
		}
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read the backups: %w", err)
	}
	return files, bytes, nil
}
