package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"path"
	"strings"

	imagefont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"legomem/tools"
	"legomem/tools/office"
)

type textImageParams struct {
	Content string   `json:"content,omitempty" jsonschema:"the text; line breaks are kept, long lines are wrapped" kind:"message"`
	Lines   []string `json:"lines,omitempty" jsonschema:"the lines, instead of content" kind:"phrase"`
	Title   string   `json:"title,omitempty" jsonschema:"a title above the text" kind:"phrase"`
	Target  string   `json:"target" jsonschema:"the image to write: .png or .jpg" kind:"file"`
}

type imageData struct {
	File    string `json:"file"`
	Width   int    `json:"width"` // in pixels
	Height  int    `json:"height"`
	Dropped string `json:"dropped,omitempty"` // signs that the font lacks
}

// The measures of a drawn text, in pixels.
const (
	imageWidth  = 1200
	imageMargin = 80
	textSize    = 34
	titleSize   = 56
	maxHeight   = 20_000
)

func runTextToImage(_ context.Context, ws *tools.Workspace, p textImageParams) (tools.Result, error) {
	file, err := placeAs(ws, p.Target, ".png", ".jpg", ".jpeg")
	if err != nil {
		return tools.Result{}, err
	}
	lines, err := office.GivenParagraphs(p.Content, p.Lines)
	if err != nil {
		return tools.Result{}, err
	}
	if len(lines) == 0 && p.Title == "" {
		return tools.Result{}, tools.Failf(tools.BadArguments, "nothing to draw: give content or lines")
	}
	img, dropped, err := drawText(p.Title, lines)
	if err != nil {
		return tools.Result{}, fmt.Errorf("draw %s: %w", file, err)
	}
	data, err := encode(img, file)
	if err != nil {
		return tools.Result{}, fmt.Errorf("draw %s: %w", file, err)
	}
	if err := ws.WriteFile(file, data); err != nil {
		return tools.Result{}, err
	}
	size := img.Bounds().Size()
	return tools.Result{
		Text: fmt.Sprintf("drew the text as %s, %d x %d pixels%s", file, size.X, size.Y, droppedNote(dropped)),
		Data: imageData{file, size.X, size.Y, dropped},
	}, nil
}

// encode writes an image in the format that the file's suffix names.
func encode(img image.Image, file string) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if strings.ToLower(path.Ext(file)) == ".png" {
		err = png.Encode(&out, img)
	} else {
		err = jpeg.Encode(&out, img, &jpeg.Options{Quality: 92})
	}
	return out.Bytes(), err
}

// drawText draws black on white in the built-in font.
func drawText(title string, lines []string) (*image.RGBA, string, error) {
	face, err := builtIn()
	if err != nil {
		return nil, "", err
	}
	fitting, dropped, missing := face.fit(append([]string{title}, lines...))
	if missing != "" {
		return nil, "", tools.Failf(tools.BadArguments, "the built-in font has no letters such as %q; it has Latin, Greek and Cyrillic ones", firstRunes(missing, 5))
	}
	heading, err := newFace(face.bold, titleSize)
	if err != nil {
		return nil, "", err
	}
	text, err := newFace(face.regular, textSize)
	if err != nil {
		return nil, "", err
	}
	rows := append(wrapped(heading, fitting[:1]), wrapped(text, fitting[1:])...)
	if title == "" {
		rows = rows[1:]
	}
	img, err := render(rows)
	return img, dropped, err
}

func newFace(ttf []byte, size float64) (imagefont.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: imagefont.HintingFull})
}

// row is a line that fits the width.
type row struct {
	face imagefont.Face
	text string
}

func (r row) height() int { return r.face.Metrics().Height.Ceil() * 5 / 4 }

// wrapped breaks lines at spaces, and a word that is too long where it must.
func wrapped(face imagefont.Face, lines []string) []row {
	var rows []row
	for _, line := range lines {
		at := ""
		for word := range strings.SplitSeq(line, " ") {
			switch {
			case at == "":
				at = word
			case fits(face, at+" "+word):
				at += " " + word
				continue
			default:
				rows = append(rows, row{face, at})
				at = word
			}
			for !fits(face, at) {
				n := prefix(face, at)
				rows = append(rows, row{face, at[:n]})
				at = at[n:]
			}
		}
		rows = append(rows, row{face, at})
	}
	return rows
}

func fits(face imagefont.Face, s string) bool {
	return imagefont.MeasureString(face, s) <= fixed.I(imageWidth-2*imageMargin)
}

// prefix is how many bytes of s fit, at least one letter.
func prefix(face imagefont.Face, s string) int {
	n := 0
	for i, r := range s {
		if next := i + len(string(r)); n == 0 || fits(face, s[:next]) {
			n = next
			continue
		}
		break
	}
	return n
}

func render(rows []row) (*image.RGBA, error) {
	height := 2 * imageMargin
	for _, r := range rows {
		height += r.height()
	}
	if height > maxHeight {
		return nil, tools.Failf(tools.TooLarge, "the text would be %d pixels high, over the cap of %d; shorten it, or use pdf.create", height, maxHeight)
	}
	img := image.NewRGBA(image.Rect(0, 0, imageWidth, height))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	pen := imagefont.Drawer{Dst: img, Src: image.Black}
	y := imageMargin
	for _, r := range rows {
		pen.Face = r.face
		pen.Dot = fixed.P(imageMargin, y+r.face.Metrics().Ascent.Ceil())
		pen.DrawString(r.text)
		y += r.height()
	}
	return img, nil
}

func onWhite(img image.Image) image.Image {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out
}
