package main

import (
	"archive/zip"
	"errors"
	"io"
	"maps"
	"strings"
)

// sameButTime compares files; documents of the office carry the time they were
// written at.
func sameButTime(a, b string) bool {
	if a == b {
		return true
	}
	x, err := partsOf(a)
	y, err2 := partsOf(b)
	return err == nil && err2 == nil && maps.Equal(x, y)
}

// partsOf are the files in a document, without those about it.
func partsOf(doc string) (map[string]string, error) {
	z, err := zip.NewReader(strings.NewReader(doc), int64(len(doc)))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "docProps/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		out[f.Name] = string(data)
	}
	return out, nil
}
