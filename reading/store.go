package reading

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

//go:embed model.bin
var shipped []byte

// Shipped is the model that comes with the program; reading/train makes it.
var Shipped = sync.OnceValues(func() (*Model, error) { return Load(bytes.NewReader(shipped)) })

// format is a model's form in a file. Readers refuse another.
const format = "legomem-reading/3"

// stored is a model as it stands in a file, compressed.
type stored struct {
	Format           string
	Scorer, Labeller packed
	Whole            packed
	Frames           frames
	Rarity           []uint8
	Confidence       confidence
}

// packed are weights in a byte each: the sign, and the root of the size, so that small
// weights keep more of theirs.
type packed struct {
	Most  float32
	Cells []byte
}

// Save writes the model. A model that was loaded again reads nearly, but for the rounding
// of its weights, as before.
func (m *Model) Save(w io.Writer) error {
	z, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return fmt.Errorf("save a model: %w", err)
	}
	s := stored{Format: format, Scorer: pack(m.scorer.weights), Labeller: pack(m.labeller.weights), Whole: pack(m.whole.weights), Frames: m.frames, Rarity: m.scorer.rarity.cells, Confidence: m.confidence}
	if err := errors.Join(gob.NewEncoder(z).Encode(s), z.Close()); err != nil {
		return fmt.Errorf("save a model: %w", err)
	}
	return nil
}

// Load reads a model that was saved.
func Load(r io.Reader) (*Model, error) {
	var s stored
	if err := gob.NewDecoder(flate.NewReader(r)).Decode(&s); err != nil {
		return nil, fmt.Errorf("load a model: %w", err)
	}
	if s.Format != format || len(s.Rarity) != rarityCells || len(s.Scorer.Cells) != 1<<weightBits || len(s.Labeller.Cells) != 1<<weightBits || len(s.Whole.Cells) != 1<<wholeBits {
		return nil, fmt.Errorf("load a model: it is of the form %q, and this program reads %s", s.Format, format)
	}
	rarity := rarities{cells: s.Rarity}
	return &Model{scorer: &scorer{s.Scorer.weights(), rarity}, labeller: &labeller{s.Labeller.weights(), rarity}, confidence: s.Confidence, whole: whole{s.Whole.weights(), rarity}, frames: s.Frames, frameWords: s.Frames.vocabulary()}, nil
}

const steps = 127 // of a packed weight's size

func pack(w *weights) packed {
	p := packed{Cells: make([]byte, w.mask+1)}
	for key := range w.mask + 1 {
		p.Most = max(p.Most, float32(math.Abs(w.at(key))))
	}
	if p.Most == 0 {
		return p
	}
	for key := range w.mask + 1 {
		v := float32(w.at(key))
		size := math.Round(steps * math.Sqrt(math.Abs(float64(v/p.Most))))
		p.Cells[key] = byte(int8(math.Copysign(size, float64(v))))
	}
	return p
}

func (p packed) weights() *weights {
	var of [256]float32
	for b := range of {
		size := float32(int8(b)) / steps
		of[b] = size * float32(math.Abs(float64(size))) * p.Most
	}
	return &weights{small: p.Cells, of: &of, mask: uint32(len(p.Cells) - 1)}
}
