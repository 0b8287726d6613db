package toolstest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Screenshot draws lines in a small font, as a screen does.
func Screenshot(t testing.TB, lines ...string) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 320, 30+20*len(lines)))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: img, Src: image.NewUniform(color.Black), Face: basicfont.Face7x13}
	for i, l := range lines {
		pen.Dot = fixed.P(15, 25+20*i)
		pen.DrawString(l)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Scan is a pdf with a line on each page.
func Scan(t testing.TB, pages ...string) []byte {
	t.Helper()
	doc := fpdf.New("P", "mm", "Letter", "")
	doc.SetFont("Helvetica", "", 16)
	for _, text := range pages {
		doc.AddPage()
		doc.Cell(0, 10, text)
	}
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
