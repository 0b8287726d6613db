package report

import (
	"fmt"
	"image/color"
	"strings"
)

// ink is a colour of the charts. The drawing carries the light page's colour;
// style.css gives Name the dark page's, and the page's SVG refers to it.
type ink struct {
	Name string
	rgb  color.RGBA
}

// The colours are told apart by people who do not see red or green, stand out
// from white by 3 to 1 or more, and are never the only mark: every point and
// bar also bears a letter or a name.
func inks() map[string]ink {
	out := map[string]ink{}
	for name, hex := range map[string]uint32{
		"none": 0x6E6E6E, "synapse": 0xA87700, "awm": 0xA6508A,
		"vanilla": 0x0072B2, "dynamic": 0xD25A00, "rewrite": 0x00845F,
		"other": 0x444466,
		// Shades for the placements of one variant.
		"both": 0x0072B3, "planning": 0x3F9BD4, "orchestrator": 0x8CC4E8, "agents": 0xC6E2F5,
	} {
		out[name] = ink{name, color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}}
	}
	return out
}

// inkOf is a variant's or a placement's colour.
func inkOf(key string) ink {
	all := inks()
	if i, ok := all[key]; ok {
		return i
	}
	return all["other"]
}

// hex spells a colour as the SVG canvas does.
func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// faint is the colour of grid lines: on the page, the text's colour thinned.
var faint = color.RGBA{0xD9, 0xD9, 0xDA, 255}

// themed lets the page's style choose the colours of a drawing: black is the
// text's colour, and each ink is a variable.
func themed(svg string) string {
	pairs := []string{"#000000", "currentColor", hex(faint), "var(--grid)"}
	for _, i := range inks() {
		pairs = append(pairs, hex(i.rgb), "var(--ink-"+i.Name+")")
	}
	return strings.NewReplacer(pairs...).Replace(svg)
}
