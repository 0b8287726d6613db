package reading

// hash is FNV-1a of a seed and parts, with a byte between the parts that no text has.
func hash(seed uint32, parts ...string) uint32 {
	h := uint32(fnvBasis)
	for shift := 0; shift < 32; shift += 8 {
		h = (h ^ seed>>shift&0xff) * fnvPrime
	}
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * fnvPrime
		}
		h = (h ^ 0xff) * fnvPrime
	}
	return h
}

const (
	fnvBasis = 2166136261
	fnvPrime = 16777619
)

// mix makes one key of two.
func mix(a, b uint32) uint32 {
	h := uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)*0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return uint32(h ^ h>>32)
}
