package pdf

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/api"

	"legomem/tools/office"
)

// ReadText returns the text of each page as a person reads it. A file that
// cannot be read is office.ErrCorrupt, one over a cap office.ErrTooLarge.
func ReadText(ctx context.Context, data []byte) ([]string, error) {
	return pagesText(ctx, data, func() textSink { return &readable{} })
}

// Dump returns the text as the OfficeBench evaluators read it, with PyPDF2
// 2.12.1.
func Dump(ctx context.Context, data []byte) (string, error) {
	pages, err := pagesText(ctx, data, func() textSink { return newPyPDF() })
	return strings.Join(pages, "\n"), err
}

type textSink interface {
	sink
	text() string
}

// pagesText reads a file as it is, or else as pdfcpu can repair it, with a
// rebuilt table of objects.
func pagesText(ctx context.Context, data []byte, begin func() textSink) ([]string, error) {
	pages, err := readPages(ctx, data, begin)
	if !errors.Is(err, office.ErrCorrupt) {
		return pages, err
	}
	repaired, repairErr := repair(ctx, data)
	if repairErr != nil {
		return nil, err
	}
	pages, repairErr = readPages(ctx, repaired, begin)
	if repairErr != nil || strings.TrimSpace(strings.Join(pages, "")) == "" {
		return nil, err // the repair saved nothing: report what is wrong with the file
	}
	return pages, nil
}

func readPages(ctx context.Context, data []byte, begin func() textSink) ([]string, error) {
	var pages []string
	err := guarded(ctx, data, func(d *document) error {
		for _, page := range d.pages {
			s := begin()
			d.walk(page, s)
			pages = append(pages, s.text())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pages, nil
}

func repair(ctx context.Context, data []byte) ([]byte, error) {
	if err := checkRewritable(data); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := bounded(ctx, func() error {
		return api.Optimize(bytes.NewReader(data), &out, configure())
	})
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
