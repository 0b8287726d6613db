package reading

import "math"

// evidence is what tells whether a reading is right.
type evidence [evidences]float64

const (
	always    = iota
	overNone  // by how much the sentence rather asks for this than for nothing
	doubted   // the same, as far as the scorer doubts the skill
	overOther // and rather than for the next best skill
	overNext  // and the next best values
	likely    // as the scorer has it
	leftOver  // words that nothing accounts for
	missing   // slots without the value that they need
	length
	evidences
)

// readingEvidence measures the readings of a sentence of so many words; none is the score
// of asking for nothing.
func readingEvidence(all []decoded, words int, none float64) []evidence {
	per := math.Sqrt(float64(words))
	out := make([]evidence, len(all))
	for i, d := range all {
		other := d.best.score - certain
		for j, o := range all {
			if j != i && o.skill != d.skill {
				other = max(other, o.best.score)
			}
		}
		over := squash((d.best.score - none) / per)
		out[i] = evidence{
			always:    1,
			overNone:  over,
			doubted:   over * (1 - d.probability),
			overOther: squash((d.best.score - other) / per),
			overNext:  squash((d.best.score - d.next) / per),
			likely:    math.Log(d.probability + 1e-4),
			leftOver:  float64(d.count(extra)),
			missing:   float64(len(d.missing())),
			length:    math.Log(float64(words)),
		}
	}
	return out
}

// squash keeps a difference of scores between -1 and 1.
func squash(x float64) float64 { return math.Tanh(x / 4) }

// confidence is a logistic regression over evidence.
type confidence evidence

func (c confidence) of(e evidence) float64 {
	sum := 0.0
	for i, x := range e {
		sum += c[i] * x
	}
	return 1 / (1 + math.Exp(-sum))
}

// verdict is the evidence of a reading, and whether it was right.
type verdict struct {
	evidence
	right bool
}

// fitConfidence learns how far to trust readings.
func fitConfidence(all []verdict) confidence {
	const (
		epochs = 300
		rate   = 1.0
	)
	var c, squares confidence
	for range epochs {
		var grad evidence
		for _, v := range all {
			off := c.of(v.evidence)
			if v.right {
				off--
			}
			for i, x := range v.evidence {
				grad[i] += off * x / float64(len(all))
			}
		}
		for i, g := range grad {
			squares[i] += g * g
			c[i] -= rate * g / math.Sqrt(squares[i]+1e-12)
		}
	}
	return c
}

// Moved is a probability with log odds of further evidence added.
func Moved(p, by float64) float64 {
	const edge = 1e-6
	p = min(max(p, edge), 1-edge)
	return 1 / (1 + (1-p)/p*math.Exp(-by))
}
