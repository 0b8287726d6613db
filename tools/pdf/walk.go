package pdf

import (
	"context"
	"fmt"
	"math"

	"github.com/ledongthuc/pdf"

	"legomem/tools/office"
)

// matrix is a transformation: x' = a x + c y + e, y' = b x + d y + f.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// mul applies m first, then n.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// scale is how much the matrix enlarges.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

// run is a string as it is shown: where it starts and ends on the page, and
// how large its letters are there.
type run struct {
	text           string
	x, y           float64
	endX, endY     float64
	size           float64
	alongX, alongY float64 // the direction of writing, of length 1
}

// sink takes what a page shows, in order. See readable and pypdf.
type sink interface {
	// show gets each string, and the state after it was shown.
	show(r run, s *state)
	// gap is a move between two strings of one operator, in thousandths of
	// the font's size.
	gap(amount float64, s *state)
	// moveTo and moveBy are called after the line's start has changed: to s.line,
	// or by x and y in the frame of the line before.
	moveTo(s *state)
	moveBy(x, y float64, s *state)
	// pause is called for an operator that ends a piece of text.
	pause(op string)
}

// state is the graphics state, as far as text goes.
type state struct {
	ctm             matrix
	text, line      matrix
	font            *font
	size            float64
	leading, rise   float64
	charGap, wordly float64
	stretch         float64
}

// walker carries out one page's operators.
type walker struct {
	doc   *document
	out   sink
	s     state
	stack []state
	forms int
}

// maxStates is how many states a page may save.
const maxStates = 1000

func (d *document) walk(page pdf.Value, out sink) {
	w := &walker{doc: d, out: out, s: state{ctm: identity, text: identity, line: identity, font: unknownFont(), size: 12, stretch: 1}}
	w.run(d.contents(page), inherited(page, "Resources"))
}

// run carries out a content stream with the fonts and forms of its resources.
func (w *walker) run(src []byte, resources pdf.Value) {
	fonts := map[string]*font{}
	lex := &lexer{src: src}
	var args []operand
	for {
		op, got, ok := lex.next(args)
		if !ok {
			return
		}
		args = got
		w.doc.count(1)
		switch op {
		case "Tf":
			w.setFont(args, resources, fonts)
		case "Do":
			w.form(args, resources)
		default:
			w.operate(op, args)
		}
	}
}

// count stops a page that never ends, and one whose time is up.
func (d *document) count(n int) {
	before := d.operations
	d.operations += n
	if d.operations > maxOperations || d.shown > maxTextBytes {
		panic(stopped{fmt.Errorf("%w: it shows more than %d bytes of text, or takes more than %d operations", office.ErrTooLarge, maxTextBytes, maxOperations)})
	}
	if d.operations/1024 > before/1024 && d.ctx.Err() != nil {
		panic(stopped{context.Cause(d.ctx)})
	}
}

func (w *walker) setFont(args []operand, resources pdf.Value, fonts map[string]*font) {
	if len(args) != 2 {
		return
	}
	name := args[0].str
	if fonts[name] == nil {
		fonts[name] = w.doc.loadFont(resources.Key("Font").Key(name))
	}
	w.out.pause("Tf")
	w.s.font, w.s.size = fonts[name], args[1].num
}

// form carries out a form: a content stream that pages share.
func (w *walker) form(args []operand, resources pdf.Value) {
	w.out.pause("Do")
	if len(args) != 1 || w.forms >= maxForms {
		return
	}
	form := resources.Key("XObject").Key(args[0].str)
	if form.Kind() != pdf.Stream || form.Key("Subtype").Name() != "Form" {
		return
	}
	if own := form.Key("Resources"); !own.IsNull() {
		resources = own
	}
	before, stack := w.s, w.stack
	m := identity
	if given := form.Key("Matrix"); given.Len() == 6 {
		for i := range m {
			m[i] = given.Index(i).Float64()
		}
	}
	w.s.ctm, w.stack = m.mul(w.s.ctm), nil
	w.forms++
	w.run(w.doc.unpack(form), resources)
	w.forms--
	w.s, w.stack = before, stack
	w.out.pause("Do")
}

func (w *walker) operate(op string, args []operand) {
	n := func(i int) float64 {
		if i < len(args) {
			return args[i].num
		}
		return 0
	}
	switch op {
	case "q":
		if len(w.stack) < maxStates {
			w.stack = append(w.stack, w.s)
		}
	case "Q":
		w.restore()
	case "cm":
		w.out.pause(op)
		w.s.ctm = matrix{n(0), n(1), n(2), n(3), n(4), n(5)}.mul(w.s.ctm)
	case "BT":
		w.s.text, w.s.line = identity, identity
		w.out.pause(op)
	case "ET":
		w.out.pause(op)
	case "Tc":
		w.s.charGap = n(0)
	case "Tw":
		w.s.wordly = n(0)
	case "Tz":
		w.s.stretch = n(0) / 100
	case "TL":
		w.s.leading = n(0)
	case "Ts":
		w.s.rise = n(0)
	case "Td":
		w.moveBy(n(0), n(1))
	case "TD":
		w.s.leading = -n(1)
		w.moveBy(n(0), n(1))
	case "Tm":
		w.s.line = matrix{n(0), n(1), n(2), n(3), n(4), n(5)}
		w.s.text = w.s.line
		w.out.moveTo(&w.s)
	case "T*":
		w.moveBy(0, -w.s.leading)
	default:
		w.showing(op, args, n)
	}
}

func (w *walker) showing(op string, args []operand, n func(int) float64) {
	switch op {
	case "Tj", "'", "\"":
		if len(args) == 0 {
			return
		}
		if op == "\"" {
			w.s.wordly, w.s.charGap = n(0), n(1)
		}
		if op != "Tj" {
			w.moveBy(0, -w.s.leading)
		}
		w.show(args[len(args)-1].str)
	case "TJ":
		if len(args) == 0 {
			return
		}
		for _, one := range args[0].list {
			switch one.kind {
			case textOperand:
				w.doc.count(1)
				w.show(one.str)
			case numberOperand:
				w.out.gap(one.num, &w.s)
				w.advance(-one.num / 1000 * w.s.size * w.s.stretch)
			}
		}
	}
}

func (w *walker) restore() {
	if n := len(w.stack); n > 0 {
		text, line := w.s.text, w.s.line
		w.s, w.stack = w.stack[n-1], w.stack[:n-1]
		w.s.text, w.s.line = text, line
	}
}

func (w *walker) moveBy(x, y float64) {
	w.s.line = matrix{1, 0, 0, 1, x, y}.mul(w.s.line)
	w.s.text = w.s.line
	w.out.moveBy(x, y, &w.s)
}

func (w *walker) advance(x float64) { w.s.text = matrix{1, 0, 0, 1, x, 0}.mul(w.s.text) }

func (w *walker) show(raw string) {
	text, width, codes, spaces := w.s.font.decode(raw)
	w.doc.shown += len(text)
	from := w.s.place()
	w.advance((width/1000*w.s.size + float64(codes)*w.s.charGap + float64(spaces)*w.s.wordly) * w.s.stretch)
	to := w.s.place()
	r := run{text: text, x: from[4], y: from[5], endX: to[4], endY: to[5], size: math.Abs(w.s.size) * from.scale()}
	if along := math.Hypot(from[0], from[1]); along > 0 {
		r.alongX, r.alongY = from[0]/along, from[1]/along
	}
	w.out.show(r, &w.s)
}

// place is where the next letter goes on the page.
func (s *state) place() matrix { return matrix{1, 0, 0, 1, 0, s.rise}.mul(s.text).mul(s.ctm) }
