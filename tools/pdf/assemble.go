package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"legomem/tools"
	"legomem/tools/office"
	"legomem/words"
)

// withoutConfigDir keeps pdfcpu from writing a configuration folder into the
// user's home, and from reading it.
var withoutConfigDir = sync.OnceFunc(api.DisableConfigDir)

func configure() *model.Configuration {
	withoutConfigDir()
	conf := model.NewDefaultConfiguration()
	conf.Offline = true
	conf.Limits.MaxStreamBytes, conf.Limits.MaxDecodeBytes = tools.MaxFile, tools.MaxFile
	conf.Limits.MaxObjectCount, conf.Limits.MaxXRefEntries = maxObjects, maxObjects
	conf.Limits.MaxObjectStreamCount = maxPacked
	return conf
}

type mergeParams struct {
	Files  []string `json:"files" jsonschema:"the .pdf files, in order" kind:"file"`
	Target string   `json:"target" jsonschema:"the .pdf file to write" kind:"file"`
}

type assembledData struct {
	File    string   `json:"file"`
	Sources []string `json:"sources"`
	Pages   int      `json:"page_count"`
}

func runMerge(ctx context.Context, ws *tools.Workspace, p mergeParams) (tools.Result, error) {
	if len(p.Files) < 2 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "merge takes two files or more, not %d", len(p.Files))
	}
	d := assembledData{}
	var inputs []io.ReadSeeker
	for _, name := range p.Files {
		file, data, err := ws.ReadFound(name)
		if err != nil {
			return tools.Result{}, err
		}
		if err := check(ctx, data); err != nil {
			return tools.Result{}, fmt.Errorf("%s: %w", file, err)
		}
		d.Sources = append(d.Sources, file)
		inputs = append(inputs, bytes.NewReader(data))
	}
	return assemble(ctx, ws, p.Target, d, func(out io.Writer) error {
		return api.MergeRaw(inputs, out, false, configure())
	})
}

// check finds a damaged file before all are merged, while it can still be named.
func check(ctx context.Context, data []byte) error {
	if err := checkRewritable(data); err != nil {
		return err
	}
	return bounded(ctx, func() error {
		if err := api.Validate(bytes.NewReader(data), configure()); err != nil {
			return damaged("%.200s", err.Error())
		}
		return nil
	})
}

// bounded runs f, which knows no context, within the time a file may take. A
// panic is ErrCorrupt; an f that does not end is abandoned.
func bounded(ctx context.Context, f func() error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, maxReadTime, fmt.Errorf("%w: it takes more than %v", office.ErrCorrupt, maxReadTime))
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- damaged("%.200s", fmt.Sprint(r))
			}
		}()
		done <- f()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// assemble writes the pdf that build makes, and reports how many pages it has.
func assemble(ctx context.Context, ws *tools.Workspace, target string, d assembledData, build func(io.Writer) error) (tools.Result, error) {
	file, err := placeAs(ws, target, ".pdf")
	if err != nil {
		return tools.Result{}, err
	}
	var out bytes.Buffer
	if err := bounded(ctx, func() error { return build(&out) }); err != nil {
		return tools.Result{}, fmt.Errorf("make %s: %w", file, err)
	}
	if d.Pages, err = countPages(ctx, out.Bytes()); err != nil {
		return tools.Result{}, fmt.Errorf("make %s: %w", file, err)
	}
	if err := ws.WriteFile(file, out.Bytes()); err != nil {
		return tools.Result{}, err
	}
	d.File = file
	return tools.Result{Text: fmt.Sprintf("made %s with %s of %s", file, words.Count(d.Pages, "page"), words.Count(len(d.Sources), "file")), Data: d}, nil
}

func countPages(ctx context.Context, data []byte) (n int, err error) {
	err = guarded(ctx, data, func(d *document) error {
		n = len(d.pages)
		return nil
	})
	return n, err
}

type imagesParams struct {
	Images []string `json:"images" jsonschema:"the image files, in order" kind:"file"`
	Target string   `json:"target" jsonschema:"the .pdf file to write" kind:"file"`
}

func runFromImages(ctx context.Context, ws *tools.Workspace, p imagesParams) (tools.Result, error) {
	if len(p.Images) == 0 {
		return tools.Result{}, tools.Failf(tools.BadArguments, "give one image or more")
	}
	d := assembledData{}
	var inputs []io.Reader
	for _, name := range p.Images {
		file, data, err := ws.ReadFound(name)
		if err != nil {
			return tools.Result{}, err
		}
		if data, err = embeddable(data); err != nil {
			return tools.Result{}, fmt.Errorf("%s: %w", file, err)
		}
		d.Sources = append(d.Sources, file)
		inputs = append(inputs, bytes.NewReader(data))
	}
	return assemble(ctx, ws, p.Target, d, func(out io.Writer) error {
		return api.ImportImages(nil, out, inputs, pdfcpu.DefaultImportConfig(), configure())
	})
}

// embeddable returns a sound jpeg as it is, and any other image as a plain
// png: what pdfcpu takes.
func embeddable(data []byte) ([]byte, error) {
	img, format, err := office.DecodeImage(data)
	if err != nil || format == "jpeg" {
		return data, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, opaque(img))
	return out.Bytes(), err
}

// opaque puts an image on white: a page has nothing behind it.
func opaque(img image.Image) image.Image {
	if o, ok := img.(interface{ Opaque() bool }); ok && o.Opaque() {
		return img
	}
	return onWhite(img)
}
