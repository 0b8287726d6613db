package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// DrawPDF draws the pages of a pdf from first to last, counted from 1, with
// poppler: as png, or else as jpeg, the longer side of each having the given
// size in pixels. Pages after the end are left out; none at all is ErrCorrupt.
func DrawPDF(ctx context.Context, pdf []byte, first, last, size int, png bool) (images [][]byte, err error) {
	format := "-jpeg"
	if png {
		format = "-png"
	}
	err = InTempDir(func(dir string) error {
		in := filepath.Join(dir, "in.pdf")
		if err := os.WriteFile(in, pdf, 0o600); err != nil {
			return err
		}
		out, err := PDFToPPM().RunConfined(ctx, Job{Dir: dir, Args: []string{format, "-scale-to", strconv.Itoa(size),
			"-f", strconv.Itoa(first), "-l", strconv.Itoa(last), in, filepath.Join(dir, "page")}})
		if err != nil {
			return drawFailure(ctx, err)
		}
		if images, err = readAll(dir, "page-"); err == nil && len(images) == 0 {
			err = fmt.Errorf("%w: pdftoppm drew no page%s", ErrCorrupt, lastWords(out.Stderr))
		}
		return err
	})
	return images, err
}

// drawFailure is a damaged file's, unless the program is missing or was
// stopped.
func drawFailure(ctx context.Context, err error) error {
	var missing *MissingProgramError
	if errors.As(err, &missing) || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// readAll reads the files whose names begin so, by name; pdftoppm pads the
// numbers of the pages.
func readAll(dir, prefix string) ([][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	sort.Strings(names)
	var all [][]byte
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}
