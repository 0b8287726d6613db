// Package draw pictures a task graph over its turns, as SVG: a line for each node, under
// its parent, and along it what the node's value was and how far it had come, turn by
// turn. Lanes on the right lead from a node to those that depend on it. It stands apart
// from taskgraph so that that needs no drawing library. Start with SVG.
package draw

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"legomem/orchestrator/taskgraph"
)

// Sizes in points.
const (
	margin      = 10
	labelWidth  = 150
	indent      = 10
	turnWidth   = 92
	rowHeight   = 28
	headHeight  = 18
	laneWidth   = 8
	valueSize   = 9
	statusSize  = 7
	innerMargin = 3
)

// MostNodes is how many nodes a picture may have. One of more would be read by nobody.
const MostNodes = 400

// SVG pictures a graph. The error is for graphs of more than MostNodes nodes.
func SVG(g *taskgraph.Graph) ([]byte, error) {
	s, err := storyOf(g)
	if err != nil {
		return nil, err
	}
	if len(s.rows) > MostNodes {
		return nil, fmt.Errorf("draw the graph: it has %d nodes, and a picture at most %d: prune it, or draw it as text", len(s.rows), MostNodes)
	}
	lanes := lanesOf(s)
	width := vg.Length(2*margin + labelWidth + turnWidth*len(s.turns) + laneWidth*(len(lanes)+2))
	height := vg.Length(2*margin + headHeight + rowHeight*len(s.rows))
	c := vgsvg.New(width, height)
	picture{Canvas: draw.New(c), top: height - margin}.paint(s, lanes)
	var b strings.Builder
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw the graph: %w", err)
	}
	return []byte(titled(b.String(), width, height)), nil
}

var head = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)

// titled gives a drawing a head that scales, a title for those who cannot see it, and a
// light ground on any page.
func titled(svg string, width, height vg.Length) string {
	top := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g"><title>%[3]s</title><rect width="%[1]g" height="%[2]g" fill="#FFFFFF"/>`,
		float64(width), float64(height), html.EscapeString("A task graph over its turns"))
	return head.ReplaceAllLiteralString(svg, top)
}
