package pdf

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
	corefont "github.com/pdfcpu/pdfcpu/pkg/font"
	"golang.org/x/text/encoding/charmap"
)

// font knows what the codes of a shown string mean and how wide they are.
type font struct {
	wide      bool              // codes have two bytes
	unicode   bool              // and are UTF-16
	toUnicode map[string]string // by code; nil where the font has none
	lengths   [5]bool           // the lengths of code that toUnicode has
	mapped    int               // how many mappings were read
	simple    [256]string       // of a font with one-byte codes
	widths    map[int]float64   // in thousandths of the font's size
	fallback  float64           // the width of codes not in widths
	// spaceWidth is PyPDF2's, by which it tells gaps from kerning.
	spaceWidth float64
}

// unknownFont is what a page shows text in before it has chosen a font.
func unknownFont() *font {
	f := &font{fallback: 500, spaceWidth: 9999}
	f.fillSimple(charmap.Windows1252)
	return f
}

// fontCost is how many of a file's operations reading a font counts as, since a
// page may choose fonts again and again.
const fontCost = 100

// loadFont reads a font's dictionary.
func (d *document) loadFont(v pdf.Value) *font {
	d.count(fontCost)
	f := unknownFont()
	if v.Kind() != pdf.Dict {
		return f
	}
	f.wide = v.Key("Subtype").Name() == "Type0"
	if stream := v.Key("ToUnicode"); stream.Kind() == pdf.Stream {
		f.readToUnicode(d.unpack(stream))
	}
	if f.wide {
		name := v.Key("Encoding").Name()
		f.unicode = strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16")
		f.wideWidths(v.Key("DescendantFonts").Index(0))
		return f
	}
	f.encoding(v)
	f.simpleWidths(v)
	return f
}

func (f *font) fillSimple(table *charmap.Charmap) {
	for i := range f.simple {
		f.simple[i] = string(table.DecodeByte(byte(i)))
	}
}

// maxDifferences is more than a font of 256 codes can need.
const maxDifferences = 1024

// encoding fills the meanings of one-byte codes.
func (f *font) encoding(v pdf.Value) {
	enc := v.Key("Encoding")
	name := enc.Name()
	if enc.Kind() == pdf.Dict {
		name = enc.Key("BaseEncoding").Name()
	}
	if name == "MacRomanEncoding" {
		f.fillSimple(charmap.Macintosh)
	}
	if enc.Kind() != pdf.Dict || enc.Key("Differences").Len() > maxDifferences {
		return
	}
	// The library knows the names of glyphs. It decodes a code it has no
	// name for as the code itself.
	names := &pdf.Font{V: v}
	for i := range f.simple {
		if s := names.Encoder().Decode(string([]byte{byte(i)})); s != string(rune(i)) {
			f.simple[i] = s
		}
	}
}

func (f *font) simpleWidths(v pdf.Value) {
	f.widths = map[int]float64{}
	first, all := int(v.Key("FirstChar").Int64()), v.Key("Widths")
	for i := range min(all.Len(), 256) {
		f.widths[first+i] = all.Index(i).Float64()
	}
	if all.Len() == 0 {
		f.coreWidths(v.Key("BaseFont").Name())
		f.spaceWidth = 200
		return
	}
	f.fallback = v.Key("FontDescriptor").Key("MissingWidth").Float64()
	space := f.widths[' ']
	if space == 0 {
		space = f.meanWidth() / 2
	}
	f.spaceWidth = space / 2
}

func (f *font) meanWidth() float64 {
	sum, n := 0.0, 0
	for _, w := range f.widths {
		if w > 0 {
			sum, n = sum+w, n+1
		}
	}
	return sum / float64(max(n, 1))
}

// coreWidths sets the widths of the 14 fonts that every reader has.
func (f *font) coreWidths(name string) {
	if !corefont.IsCoreFont(name) {
		name = "Helvetica"
	}
	for i, s := range f.simple {
		r, _ := utf8.DecodeRuneInString(s)
		if w, err := corefont.CharWidth(name, r); err == nil {
			f.widths[i] = float64(w)
		}
	}
}

// maxWidths is how many widths of a composite font are read: twice the number
// of codes.
const maxWidths = 1 << 17

// wideWidths reads the widths of a composite font: "c [w1 w2]" and "from to w".
func (f *font) wideWidths(v pdf.Value) {
	f.widths, f.fallback = map[int]float64{}, 1000
	if dw := v.Key("DW"); !dw.IsNull() {
		f.fallback = dw.Float64()
	}
	all, left := v.Key("W"), maxWidths
	for i := 0; i+1 < all.Len() && left > 0; {
		code, next := int(all.Index(i).Int64()), all.Index(i+1)
		if next.Kind() == pdf.Array {
			for j := 0; j < next.Len() && left > 0; j++ {
				f.widths[code+j] = next.Index(j).Float64()
				left--
			}
			i, left = i+2, left-1
			continue
		}
		width := all.Index(i + 2).Float64()
		for c := code; c <= min(int(next.Int64()), code+1<<16) && left > 0; c++ {
			f.widths[c] = width
			left--
		}
		i, left = i+3, left-1
	}
	f.spaceWidth = 200
	if space, ok := f.widths[f.spaceCode()]; ok {
		f.spaceWidth = space / 2
	}
}

func (f *font) spaceCode() int {
	for code, s := range f.toUnicode {
		if s == " " && len(code) == 2 {
			return int(code[0])<<8 | int(code[1])
		}
	}
	return ' '
}

// decode turns a shown string into text, and returns its width in thousandths
// of the font's size, how many codes it has, and how many of them are the
// one-byte space, which word spacing widens.
func (f *font) decode(raw string) (text string, width float64, codes, spaces int) {
	var b strings.Builder
	for len(raw) > 0 && b.Len() <= maxTextBytes { // the walker stops at more
		n := f.codeLength(raw)
		code := raw[:n]
		raw = raw[n:]
		b.WriteString(f.meaning(code))
		if w, ok := f.widths[number(code)]; ok {
			width += w
		} else {
			width += f.fallback
		}
		codes++
		if code == " " {
			spaces++
		}
	}
	return b.String(), width, codes, spaces
}

func (f *font) codeLength(raw string) int {
	if f.wide {
		return min(2, len(raw))
	}
	return 1
}

func (f *font) meaning(code string) string {
	if s, ok := f.toUnicode[code]; ok {
		return s
	}
	if len(code) == 1 && f.lengths[2] && !f.lengths[1] {
		// Some writers map one-byte codes as if they had two.
		if s, ok := f.toUnicode["\x00"+code]; ok {
			return s
		}
	}
	switch {
	case f.unicode:
		return utf16Text(code)
	case f.wide:
		return ""
	}
	return f.simple[code[0]]
}

func number(code string) int {
	n := 0
	for i := range len(code) {
		n = n<<8 | int(code[i])
	}
	return n
}

// The bounds of a CMap: Unicode's first plane, and what one code may stand for,
// in bytes.
const (
	maxMappings = 1 << 16
	maxMeaning  = 512
)

// readToUnicode reads a ToUnicode CMap (PDF 32000-1, 9.10.3).
func (f *font) readToUnicode(src []byte) {
	f.toUnicode = map[string]string{}
	lex := &lexer{src: src}
	var args []operand
	for {
		op, got, ok := lex.next(args)
		if !ok {
			return
		}
		args = got
		switch op {
		case "endbfchar":
			for i := 0; i+1 < len(args); i += 2 {
				f.mapCode(args[i].str, utf16Text(args[i+1].str))
			}
		case "endbfrange":
			for i := 0; i+2 < len(args); i += 3 {
				f.mapRange(args[i].str, args[i+1].str, args[i+2])
			}
		}
	}
}

func (f *font) mapCode(code, text string) {
	if f.mapped++; len(code) >= 1 && len(code) <= 4 && len(text) <= maxMeaning && f.mapped <= maxMappings {
		f.toUnicode[code] = text
		f.lengths[len(code)] = true
	}
}

func (f *font) mapRange(low, high string, to operand) {
	if len(low) == 0 || len(low) != len(high) || len(low) > 4 {
		return
	}
	from := number(low)
	for i := range min(number(high)-from+1, maxMappings-f.mapped) {
		text := ""
		switch {
		case to.kind == listOperand && i < len(to.list):
			text = utf16Text(to.list[i].str)
		case to.kind == textOperand:
			text = utf16Text(add(to.str, i))
		}
		f.mapCode(codeOf(from+i, len(low)), text)
	}
}

func codeOf(n, length int) string {
	b := make([]byte, length)
	for i := range b {
		b[length-1-i] = byte(n >> (8 * i))
	}
	return string(b)
}

// add adds n to a UTF-16 text's last unit.
func add(s string, n int) string {
	if len(s) < 2 {
		return s
	}
	last := number(s[len(s)-2:]) + n
	return s[:len(s)-2] + codeOf(last, 2)
}

func utf16Text(s string) string {
	if len(s) == 1 {
		s = "\x00" + s
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
