package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// drawFailure marks an error as a damaged file's, unless the program is missing
// or was stopped.
func drawFailure(ctx context.Context, err error) error {
	var missing *MissingProgramError
	if errors.As(err, &missing) || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// The bytes of the largest page that is drawn, and of all pages of a call: they are
// on the disk together, and a sandbox's disk is hardly larger.
const (
	maxDrawn    = 64 << 20
	maxDrawnAll = 512 << 20
)

// readAll reads the files whose names begin with prefix, in order of name;
// pdftoppm pads the numbers of the pages.
func readAll(dir, prefix string) ([][]byte, error) {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return nil, err
	}
	var all [][]byte
	left := int64(maxDrawnAll)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		data, err := readOutput(dir, e.Name(), min(maxDrawn, left))
		if err != nil {
			return nil, err
		}
		left -= int64(len(data))
		all = append(all, data)
	}
	return all, nil
}
