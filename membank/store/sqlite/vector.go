package sqlite

import (
	"encoding/binary"
	"math"
)

// Vectors are kept as little-endian float32.

func encode(v []float32) []byte {
	if len(v) == 0 {
		return nil
	}
	out := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(out[4*i:], math.Float32bits(x))
	}
	return out
}

func decode(b []byte) []float32 {
	if len(b) == 0 {
		return nil
	}
	out := make([]float32, len(b)/4)
	for i := range out {
		out[i] = float(b[4*i:])
	}
	return out
}

func float(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// dot is the dot product of a vector with a kept one, which must be as long.
// Four sums let the processor work on four products at a time.
func dot(v []float32, b []byte) float64 {
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(v) && len(b) >= 16; i += 4 {
		s0 += v[i] * float(b)
		s1 += v[i+1] * float(b[4:])
		s2 += v[i+2] * float(b[8:])
		s3 += v[i+3] * float(b[12:])
		b = b[16:]
	}
	for ; i < len(v) && len(b) >= 4; i++ {
		s0 += v[i] * float(b)
		b = b[4:]
	}
	return float64(s0) + float64(s1) + float64(s2) + float64(s3)
}

// near is a record's key and score.
type near struct {
	key   int64
	id    string
	score float64
}

// best keeps the k nearest of what it is shown, best first.
type best struct {
	k    int
	list []near
}

func (b *best) show(n near) {
	at := len(b.list)
	for at > 0 && n.before(b.list[at-1]) {
		at--
	}
	if at >= b.k {
		return
	}
	if len(b.list) < b.k {
		b.list = append(b.list, near{})
	}
	copy(b.list[at+1:], b.list[at:])
	b.list[at] = n
}

func (n near) before(o near) bool {
	return n.score > o.score || n.score == o.score && n.id < o.id
}
