package ocr

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"

	"legomem/tools"
	"legomem/tools/office"
)

const inspect = "ocr.inspect"

// The caps of ocr.inspect.
const (
	inspectSize  = 2048    // a picture's longer side, in pixels: models look no closer
	inspectBytes = 8 << 20 // of one observation's pictures, which travel a third larger
)

type inspectParams struct {
	File  string `json:"file_path" jsonschema:"the image, or a scanned pdf" kind:"file"`
	First int    `json:"first_page,omitempty" jsonschema:"the page to begin with, from 1"`
}

// Pages are what ocr.inspect returns: the pictures of a file, as many as fit
// into one observation.
type Pages struct {
	File  string `json:"file"`
	Pages []Page `json:"pages"`
	// Next is the page to go on with, 0 after the last.
	Next int `json:"next"`
	// More means that there are pages after the last that is ever shown.
	More bool `json:"more"`
}

// Page is one picture: grey, on white, of at most 2048 pixels a side.
type Page struct {
	Number int    `json:"page"` // from 1
	MIME   string `json:"mime"` // "image/png"
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Data   []byte `json:"data"` // base64 in JSON
}

// Inspect is the action that returns Pages.
func Inspect(file string, first int) tools.Action {
	return tools.Action{Tool: inspect, Args: map[string]any{"file_path": file, "first_page": float64(first)}}
}

func runInspect(ctx context.Context, ws *tools.Workspace, p inspectParams) (tools.Result, error) {
	if p.First == 0 {
		p.First = 1
	}
	if p.First < 1 || p.First > maxScanned {
		return tools.Result{}, tools.Failf(tools.BadArguments, "first_page %d: accepted is 1 to %d", p.First, maxScanned)
	}
	file, raw, err := ws.ReadFound(p.File)
	if err != nil {
		return tools.Result{}, err
	}
	out := Pages{File: file}
	if err := out.draw(ctx, raw, p.First, inspectBytes); err != nil {
		return tools.Result{}, fmt.Errorf("%s: %w", file, err)
	}
	return tools.Result{Text: fmt.Sprintf("%d pictures of %s", len(out.Pages), file), Data: out}, nil
}

// draw fills in the pages from first on, as many as limit bytes hold but at least one.
func (p *Pages) draw(ctx context.Context, raw []byte, first, limit int) error {
	images := [][]byte{raw}
	if isPDF(raw) {
		var err error
		if images, err = office.DrawPDF(ctx, raw, first, maxScanned+1, inspectSize, true); err != nil {
			return err
		}
	} else if first > 1 {
		return tools.Failf(tools.BadArguments, "an image has no page %d", first)
	}
	total := 0
	for i, one := range images {
		if first+i > maxScanned {
			p.More = true
			return nil
		}
		page, err := drawPage(one)
		if err != nil {
			return err
		}
		page.Number = first + i
		if total += len(page.Data); total > limit && len(p.Pages) > 0 {
			p.Next = page.Number
			return nil
		}
		p.Pages = append(p.Pages, page)
	}
	return nil
}

// drawPage makes a picture of an image in any format: grey on white, and
// shrunk if it is large. A small image stays small: models enlarge it
// themselves.
func drawPage(raw []byte) (Page, error) {
	img, _, err := office.DecodeImage(raw)
	if err != nil {
		return Page{}, err
	}
	size := img.Bounds().Size()
	w, h := size.X, size.Y
	if longer := max(w, h); longer > inspectSize {
		w, h = max(1, w*inspectSize/longer), max(1, h*inspectSize/longer)
	}
	grey := onWhite(img, w, h)
	var out bytes.Buffer
	if err := png.Encode(&out, grey); err != nil {
		return Page{}, fmt.Errorf("draw the page: %w", err)
	}
	return Page{MIME: "image/png", Width: w, Height: h, Data: out.Bytes()}, nil
}

// onWhite draws an image in grey on white, at the given size.
func onWhite(img image.Image, w, h int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	if size := img.Bounds().Size(); size.X == w && size.Y == h {
		draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	} else {
		draw.CatmullRom.Scale(out, out.Bounds(), img, img.Bounds(), draw.Over, nil)
	}
	return out
}
