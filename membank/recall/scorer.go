package recall

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"legomem/reading"
)

// Scorer tells how likely an answer of memory fills a missing slot (MemGuide, eq. 1). It is the
// reader's linear learner with features of its own (features.go), trained with binary
// cross-entropy (eq. 2).
type Scorer struct {
	judge *reading.Judge
	About About
}

// About says what a scorer was trained on.
type About struct {
	// Data is the name of the data, as the trainer gives it, and Files the files that were
	// read, with the beginning of the SHA-256 hash of each.
	Data  string            `json:"data"`
	Files map[string]string `json:"files"`
	Users int               `json:"users"`
	Goals int               `json:"goals"`
	Pairs int               `json:"pairs"` // examples: a missing slot and a pair each
	Seed  uint64            `json:"seed"`
	// Alpha is the best weight of stage 1, and Trust what the scorer's odds are worth, both for
	// services that were held out from the training.
	Alpha float64 `json:"alpha"`
	Trust Trust   `json:"trust"`
}

// scorerFormat is a scorer's form in a file. Readers refuse another.
const scorerFormat = "legomem-recall/1"

// NewScorer makes a scorer of a judge of these features.
func NewScorer(j *reading.Judge, about About) *Scorer { return &Scorer{judge: j, About: about} }

// scorerHead is the first line of a scorer's file.
type scorerHead struct {
	Format string `json:"format"`
	About
}

// Save writes the scorer: a line of JSON that says what it was trained on, and its weights.
func (sc *Scorer) Save(w io.Writer) error {
	head, err := json.Marshal(scorerHead{scorerFormat, sc.About})
	if err != nil {
		return fmt.Errorf("save a scorer: %w", err)
	}
	if _, err := w.Write(append(head, '\n')); err != nil {
		return fmt.Errorf("save a scorer: %w", err)
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("save a scorer: %w", err)
	}
	if err := reading.SaveJudge(z, sc.judge); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("save a scorer: %w", err)
	}
	return nil
}

// LoadScorer reads a scorer that was saved.
func LoadScorer(r io.Reader) (*Scorer, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("load a scorer: %w", err)
	}
	line, rest, found := bytes.Cut(all, []byte("\n"))
	var head scorerHead
	if err := json.Unmarshal(line, &head); err != nil || !found || head.Format != scorerFormat {
		return nil, fmt.Errorf("load a scorer: it does not begin with a line of the format %s; legomem recall train makes one", scorerFormat)
	}
	z, err := gzip.NewReader(bytes.NewReader(rest))
	if err != nil {
		return nil, fmt.Errorf("load a scorer: its weights: %w", err)
	}
	j, err := reading.LoadJudge(z)
	if err != nil {
		return nil, err
	}
	return &Scorer{judge: j, About: head.About}, nil
}

//go:embed scorer.bin
var shipped []byte

// Shipped is the scorer that comes with the program; legomem recall train makes it.
var Shipped = sync.OnceValues(func() (*Scorer, error) { return LoadScorer(bytes.NewReader(shipped)) })

// Score weighs every pair in reach of retrieved units against every missing slot, and returns
// each pair with the slot that it most likely fills. With blind, the scorer sees no tags.
func (sc *Scorer) Score(a Ask, hits []Hit, blind bool) []Choice {
	var out []Choice
	s := newScene(a, hits, blind)
	trust := sc.About.Trust.Tagged
	if blind {
		trust = sc.About.Trust.Blind
	}
	s.each(hits, func(want []wanted, k held) {
		c := Choice{Unit: k.hit.Unit, Pair: k.pair, Pre: k.hit.Pre}
		for i, fits := range s.fits(want, k) {
			if f := sc.judge.Probability(s.features(want[i], k, fits, true)); f > c.Fills {
				c.Fills, c.Slot = f, want[i].slot.Name
			}
		}
		c.Fills = trust.Of(c.Fills)
		out = append(out, c)
	})
	return out
}

// Examples are the features of every pair in reach and every missing slot; right says which
// pairs fill which slot. It is what a scorer is trained on. Each is there twice: the second time
// without the words themselves, so that the scorer learns to do with what a service that it
// never met has in common with others.
func Examples(a Ask, hits []Hit, blind bool, right func(u Unit, p Pair, slot Slot) bool) []reading.Example {
	var out []reading.Example
	s := newScene(a, hits, blind)
	s.each(hits, func(want []wanted, k held) {
		for i, fits := range s.fits(want, k) {
			is := right(k.hit.Unit, k.pair, want[i].slot)
			for _, known := range []bool{true, false} {
				out = append(out, reading.Example{Features: s.features(want[i], k, fits, known), Right: is})
			}
		}
	})
	return out
}

// each calls use for every pair in reach.
func (s *scene) each(hits []Hit, use func(want []wanted, k held)) {
	want := s.wants()
	for _, h := range hits {
		for _, p := range h.Unit.Pairs {
			if p.Standing.InReach() {
				use(want, s.hold(h, p))
			}
		}
	}
}
