package sqlite

import (
	"encoding/binary"
	"math"

	blas "gonum.org/v1/gonum/blas/gonum"
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
	decodeTo(out, b)
	return out
}

// decodeTo fills v from b, which has four bytes for each of its numbers.
func decodeTo(v []float32, b []byte) {
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// dot is the dot product in single precision: assembly where there is one,
// several times faster than a loop (BenchmarkDot). Its rounding depends on
// where the vectors begin, so rows begin at whole multiples of rowAlign.
func dot(a, b []float32) float32 {
	return blas.Implementation{}.Sdot(len(a), a, 1, b, 1)
}

// exact is the dot product in double precision.
func exact(a, b []float32) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
