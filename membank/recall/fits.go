package recall

import "legomem/reading"

// fits are the features that say how well a slot and a pair go together, whatever their words.
// The last of them say how it does beside the other slots.
func (s *scene) fits(all []wanted, k held) [][]uint32 {
	out := make([][]uint32, len(all))
	var agree []float64
	best := 0.0
	for i, w := range all {
		out[i] = s.fit(w, k)
		a := s.agreement(w, k)
		agree = append(agree, a)
		best = max(best, a)
	}
	tied := 0
	for _, a := range agree {
		tied += flag(a == best)
	}
	for i, a := range agree {
		place := 0 // nothing agrees
		switch {
		case best == 0:
		case a == best && tied == 1:
			place = 1
		case a == best:
			place = 2
		case a > 0:
			place = 3
		default:
			place = 4
		}
		out[i] = append(out[i], step(rivalClass, place, flag(k.answered)))
	}
	return out
}

func (s *scene) fit(w wanted, k held) []uint32 {
	in := 0
	if w.values != nil {
		in = 1 + flag(w.values[plain(k.pair.Answer)])
	}
	out := []uint32{
		step(askedShare, int(w.words.share(k.asked)), flag(k.answered)),
		step(saidShare, int(w.words.share(k.said)), flag(k.answered)),
		step(ownShare, int(w.own.share(k.asked)), 0),
		step(ownShare, int(w.own.share(k.said)), 1),
		step(rangeClass, in, 0),
		reading.Cross(w.kind, k.shape),
	}
	if !s.blind {
		tagged := flag(k.pair.Slot == w.slot.Name)
		if k.hit.Unit.Intent.Domain == s.ask.Intent.Domain {
			tagged += 2
		}
		out = append(out, step(sameTag, tagged, 0), step(tagShare, int(w.words.share(k.tag)), 0), step(tagShare, int(w.name.share(k.tag)), 1), step(ownShare, int(w.own.share(k.tag)), 2))
	}
	return out
}

// agreement is how far the words of a slot and a pair agree, to compare slots by.
func (s *scene) agreement(w wanted, k held) float64 {
	a := w.own.part(k.asked) + w.own.part(k.said)
	if !s.blind {
		a += 2*w.own.part(k.tag) + 4*float64(flag(k.pair.Slot == w.slot.Name))
	}
	if w.values != nil && !w.values[plain(k.pair.Answer)] {
		return 0
	}
	return a + float64(flag(w.values != nil))
}
