package pdf

import (
	"math"
	"strings"
)

// pypdf joins a page's strings as PyPDF2 2.12.1 does, with which the OfficeBench
// evaluators read: a new line where the line's start moves down, a space where a
// gap inside an operator is half a space or more, and nothing between strings
// that merely stand apart.
type pypdf struct {
	done  []byte // finished pieces
	piece []byte // the current one: gaps look no further back
	prev  matrix
	line  matrix // the line's start; PyPDF2 adds moves to it without scaling them
}

func newPyPDF() *pypdf { return &pypdf{prev: identity, line: identity} }

func (p *pypdf) show(r run, s *state) {
	p.piece = append(p.piece, r.text...)
	p.check(s)
}

func (p *pypdf) gap(amount float64, s *state) {
	if n := len(p.piece); math.Abs(amount) >= s.font.spaceWidth && n > 0 && p.piece[n-1] != ' ' {
		p.piece = append(p.piece, ' ')
		p.check(s)
	}
}

func (p *pypdf) moveTo(s *state) {
	p.line = s.line
	p.check(s)
}

func (p *pypdf) moveBy(x, y float64, s *state) {
	p.line[4] += x
	p.line[5] += y
	p.check(s)
}

func (p *pypdf) pause(op string) {
	p.done = append(p.done, p.piece...)
	p.piece = p.piece[:0]
	if op == "BT" {
		p.line = identity
	}
	if n := len(p.done); op == "Do" && n > 0 && p.done[n-1] != '\n' {
		p.done = append(p.done, '\n')
	}
}

// check puts a line break or a space before what follows, depending on how far
// the line's start has moved.
func (p *pypdf) check(s *state) {
	m := p.line.mul(s.ctm)
	dx, dy := m[4]-p.prev[4], m[5]-p.prev[5]
	size := s.size * math.Sqrt(math.Abs(m[0]*m[3])+math.Abs(m[1]*m[2]))
	p.prev = m
	down, along := turn(m, dx, dy)
	switch {
	case down < -0.8*size:
		p.put('\n')
	case math.Abs(down) < 0.3*size && math.Abs(along) > s.font.spaceWidth/1000*size*15:
		p.put(' ')
	}
}

// turn gives the move in the frame of the writing: up the page is positive.
func turn(m matrix, dx, dy float64) (down, along float64) {
	switch {
	case m[3] > 1e-6:
		return dy, dx
	case m[3] < -1e-6:
		return -dy, dx
	case m[1] > 0:
		return -dx, dy
	}
	return dx, dy
}

func (p *pypdf) put(c byte) {
	last := byte(0)
	switch {
	case len(p.piece) > 0:
		last = p.piece[len(p.piece)-1]
	case len(p.done) > 0:
		last = p.done[len(p.done)-1]
	default:
		return
	}
	if last != c {
		p.piece = append(p.piece, c)
	}
}

func (p *pypdf) text() string { return strings.ToValidUTF8(string(p.done)+string(p.piece), "") }
