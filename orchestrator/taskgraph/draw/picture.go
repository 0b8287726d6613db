package draw

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"legomem/orchestrator/taskgraph"
)

// picture is a canvas that rows are drawn on, from the top down.
type picture struct {
	draw.Canvas
	top vg.Length
}

// paint draws all of a story.
func (p picture) paint(s story, lanes []lane) {
	p.heads(s)
	for i, r := range s.rows {
		p.row(i, r)
	}
	for i, l := range lanes {
		p.lane(i, l, vg.Length(margin+labelWidth+turnWidth*len(s.turns)))
	}
}

// rowTop is where a row begins.
func (p picture) rowTop(row int) vg.Length { return p.top - headHeight - vg.Length(row*rowHeight) }

func (p picture) middle(row int) vg.Length { return p.rowTop(row) - rowHeight/2 }

// heads writes the numbers of the turns.
func (p picture) heads(s story) {
	for i, turn := range s.turns {
		x := vg.Length(margin + labelWidth + turnWidth*i + innerMargin)
		p.FillText(writing(statusSize, grey), vg.Point{X: x, Y: p.top - headHeight/2}, fmt.Sprintf("turn %d", turn))
	}
}

// row draws a node.
func (p picture) row(i int, r row) {
	left := vg.Length(margin + indent*r.depth)
	room := vg.Length(margin+labelWidth-innerMargin) - left
	p.FillText(writing(valueSize, color.Black), vg.Point{X: left, Y: p.middle(i)}, fit(r.id, writing(valueSize, color.Black), room))
	for _, s := range r.spans {
		p.span(i, s)
	}
}

// span draws a box as wide as its turns, with the value, and the status in words under it.
func (p picture) span(row int, s span) {
	left := vg.Length(margin + labelWidth + turnWidth*s.from)
	right := vg.Length(margin+labelWidth+turnWidth*(s.to+1)) - 2
	top, bottom := p.rowTop(row)-2, p.rowTop(row)-rowHeight+2
	outline := []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: left, Y: bottom}}
	p.FillPolygon(inkOf(s.status), outline)
	edge := draw.LineStyle{Color: grey, Width: 0.6}
	if s.status == taskgraph.Inactive {
		edge.Dashes = []vg.Length{3, 2}
	}
	p.StrokeLines(edge, outline)
	room := right - left - 2*innerMargin
	value, status := writing(valueSize, color.Black), writing(statusSize, grey)
	p.FillText(value, vg.Point{X: left + innerMargin, Y: top - 7}, fit(s.value, value, room))
	p.FillText(status, vg.Point{X: left + innerMargin, Y: bottom + 5}, string(s.status))
}

// lane draws a line down from a row, with a dot there and an arrow to each row that it
// leads to.
func (p picture) lane(i int, l lane, from vg.Length) {
	x := from + laneWidth*vg.Length(i+1)
	style := draw.LineStyle{Color: grey, Width: 0.8}
	if l.dashed {
		style.Dashes = []vg.Length{2, 2}
	}
	low, high := p.middle(l.from), p.middle(l.from)
	p.StrokeLine2(style, from, p.middle(l.from), x, p.middle(l.from))
	for _, to := range l.to {
		y := p.middle(to) - 4
		low, high = min(low, y), max(high, y)
		p.StrokeLine2(style, from+3, y, x, y)
		p.FillPolygon(grey, []vg.Point{{X: from, Y: y}, {X: from + 4, Y: y + 2}, {X: from + 4, Y: y - 2}})
	}
	p.StrokeLine2(style, x, low, x, high)
	p.DrawGlyph(draw.GlyphStyle{Color: grey, Radius: 1.8, Shape: draw.CircleGlyph{}}, vg.Point{X: x, Y: p.middle(l.from)})
}

var grey = color.Gray{Y: 0x55}

// inkOf is the colour of a status, as the graph's other drawings have it.
func inkOf(s taskgraph.Status) color.Color {
	n, err := strconv.ParseUint(strings.TrimPrefix(taskgraph.InkOf(s), "#"), 16, 32)
	if err != nil {
		return color.White
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}

// writing is the style of texts that begin at a point and are centred on its height.
func writing(size vg.Length, ink color.Color) draw.TextStyle {
	return draw.TextStyle{
		Color: ink, XAlign: draw.XLeft, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
	}
}

// fit cuts a text to the room that there is, and marks the cut.
func fit(text string, style draw.TextStyle, room vg.Length) string {
	text = strings.Join(strings.Fields(clean(text)), " ")
	if style.Width(text) <= room {
		return text
	}
	letters := []rune(text)
	for n := min(len(letters), 200); n > 0; n-- {
		if cut := strings.TrimSpace(string(letters[:n])) + "…"; style.Width(cut) <= room {
			return cut
		}
	}
	return ""
}

// clean takes out letters that XML cannot have.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xFFFE, r == 0xFFFF:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
