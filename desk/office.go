package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"legomem/configs"
	"legomem/places"
)

// Office is the configured office's folder, "" if none is set. A run without a testbed of
// its own starts from it.
func (d *Desk) Office() (string, error) {
	office := d.config.Office
	if office == "" {
		return "", nil
	}
	info, err := os.Stat(office)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", noOffice("there is no folder %s", office)
	case err != nil:
		return "", noOffice("%w", err)
	case !info.IsDir():
		return "", noOffice("%s is a file, not a folder", office)
	}
	return office, d.notOurs(office)
}

// noOffice is the error of an office that no run can start from.
func noOffice(format string, args ...any) error {
	return BadInput("the configuration's office (key office): %w; legomem init DIR names another, --testbed DIR takes another for once", fmt.Errorf(format, args...))
}

// notOurs refuses as an office what holds the program's own files, or lies among them.
func (d *Desk) notOurs(dir string) error {
	dir = realPath(dir)
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(places.Run(at).Log()); err == nil {
			return BadInput("%s is no office: it is of the run in %s; legomem runs apply brings a run's files to your office", dir, at)
		}
	}
	for _, own := range d.ownFolders() {
		own = realPath(own)
		if within(dir, own) {
			return BadInput("%s is no office: it lies in %s, where the program keeps its own files", dir, own)
		}
		if within(own, dir) {
			return BadInput("%s is no office: the program keeps its own files in it, in %s; name a folder that holds your office alone", dir, own)
		}
	}
	return nil
}

// ownFolders are the folders in which the program keeps what it writes, and its settings.
func (d *Desk) ownFolders() []string {
	var all []string
	if data, err := configs.DataDir(d.Lookup); err == nil {
		all = append(all, data)
	}
	if file := configs.File(d.Lookup); file != "" {
		all = append(all, filepath.Dir(file))
	}
	if runs, err := RunsDir(d.config, d.Lookup); err == nil {
		all = append(all, runs)
	}
	return all
}

// within reports whether a path is a folder or lies in it. Both are real.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// realPath is a path without symbolic links, as far as it is there.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil || path == filepath.Dir(path) {
		return real
	}
	return filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path))
}
