package office

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// openZip opens an office file, which is a zip of parts, and checks its directory
// against the caps before anything is unpacked. An archive inside is a part like
// any other: its bytes are kept and never opened. old describes, for the error, a
// file that Office 97 wrote or that is encrypted.
func openZip(data []byte, old string) (*zip.Reader, error) {
	if bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")) {
		return nil, fmt.Errorf("%w: it is %s", ErrCorrupt, old)
	}
	// The reader loads the whole directory, whatever count it declares. Archives
	// inside may bring such signatures too.
	if n := bytes.Count(data, []byte("PK\x01\x02")); n > 2*maxParts {
		return nil, fmt.Errorf("%w: some %d parts, over the cap of %d", ErrTooLarge, n, maxParts)
	}
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: not a zip package (%w)", ErrCorrupt, err)
	}
	if err := checkEntries(zr.File); err != nil {
		return nil, err
	}
	return zr, checkPlaces(zr.File, int64(len(data)))
}

// checkEntries checks what the directory declares of each entry against the caps.
func checkEntries(files []*zip.File) error {
	if len(files) > maxParts {
		return fmt.Errorf("%w: %d parts, over the cap of %d", ErrTooLarge, len(files), maxParts)
	}
	seen := map[string]bool{}
	left := uint64(maxPackage)
	for _, f := range files {
		name, err := partName(f.Name)
		if err != nil {
			return err
		}
		// Two libraries read this package, and must not read two different
		// parts for one name.
		if seen[name] {
			return fmt.Errorf("%w: it has two parts named %s", ErrCorrupt, name)
		}
		seen[name] = true
		if f.Flags&1 != 0 {
			return fmt.Errorf("%w: %s is encrypted; save the file without a password", ErrCorrupt, name)
		}
		if f.UncompressedSize64 > left {
			return fmt.Errorf("%w: it unpacks to more than %d bytes, the cap on a whole package; split it", ErrTooLarge, maxPackage)
		}
		left -= f.UncompressedSize64
		if f.UncompressedSize64 > ratioFree && f.UncompressedSize64/maxRatio > f.CompressedSize64 && !picture(name) {
			return fmt.Errorf("%w: %s unpacks to more than %d times its packed size, as only a bomb does", ErrTooLarge, name, maxRatio)
		}
	}
	return nil
}

// picture reports whether a part is a picture in an uncompressed format: a white
// page in one packs as well as a bomb, and none is unpacked here.
func picture(name string) bool {
	switch path.Ext(name) {
	case ".bmp", ".dib", ".emf", ".wmf", ".tif", ".tiff":
		return true
	}
	return false
}

// partName is a part's name as the more lenient of the two libraries compares
// it. One that would leave the package is refused.
func partName(name string) (string, error) {
	plain := strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	control := strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f })
	bare := strings.TrimSuffix(plain, "/")
	if control || bare == "" || strings.Contains(plain, ":") || path.IsAbs(plain) || path.Clean(bare) != bare || bare == ".." || strings.HasPrefix(bare, "../") {
		return "", fmt.Errorf("%w: it has a part named %.100q, which is no name inside a package", ErrRefused, name)
	}
	return plain, nil
}

// checkPlaces refuses entries that share packed bytes, with which a small file
// unpacks to a large one many times over, and those that are not in the file.
func checkPlaces(files []*zip.File, size int64) error {
	type span struct{ from, to int64 }
	var spans []span
	for _, f := range files {
		from, err := f.DataOffset()
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrCorrupt, f.Name, err)
		}
		if from > size || f.CompressedSize64 > uint64(size-from) {
			return fmt.Errorf("%w: %s ends beyond the file", ErrCorrupt, f.Name)
		}
		spans = append(spans, span{from, from + int64(f.CompressedSize64)})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return fmt.Errorf("%w: parts of it lie over each other", ErrCorrupt)
		}
	}
	return nil
}

// CheckPackage checks all XML of an office package, also an OpenDocument one,
// against the caps, for a reader that has none: a library, or LibreOffice. It
// leaves malformed XML for them to report.
func CheckPackage(data []byte) error {
	zr, err := openZip(data, "of an older format, or encrypted; save it anew without a password")
	if err != nil {
		return err
	}
	for _, f := range zr.File {
		switch path.Ext(strings.ToLower(f.Name)) {
		case ".xml", ".rels", ".vml", ".rdf":
			if err := checkXML(f); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
	}
	return nil
}

func checkXML(f *zip.File) error {
	if f.UncompressedSize64 > maxSheetBytes {
		return fmt.Errorf("%w: it unpacks to more than %d bytes, the cap on a part; split the file", ErrTooLarge, maxSheetBytes)
	}
	rc, err := f.Open()
	if err != nil {
		return corrupt(err)
	}
	defer rc.Close()
	_, guard := newXML(anyUnicode(rc))
	guard.anyCharset()
	for {
		if _, err := guard.Token(); err != nil {
			var marked *failure
			if errors.As(err, &marked) {
				return err
			}
			return nil
		}
	}
}
