// Package membank is the procedural memory: units of past work, how they are
// retrieved for a new task (LEGOMem 3.3), and who gets which. Records and
// vectors are kept in membank/store; units are made in curate. What a unit's
// procedure means is reflex's business.
package membank

// Hit is a retrieved unit with its rank from 1 and its score (cosine, higher
// is nearer).
type Hit struct {
	Unit  Unit
	Rank  int
	Score float64
}
