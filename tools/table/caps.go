package table

// The caps on what a table is made from, and on what is made from it.
const (
	// MaxCells is the number of cells a table may have with all its rows filled
	// up to the header's width: otherwise one wide row among many short ones
	// would make billions.
	MaxCells = 500_000
	// maxText caps a filled template, in bytes, for one row and for all: as much
	// as an observation can carry.
	maxText = 16 << 20
	// maxJoined caps a text that an expression joins, in bytes, since each +
	// makes a copy; a cell holds no more than 32 thousand letters.
	maxJoined = 1 << 20
)

// Check fails where a table of so many rows and columns is over MaxCells.
func Check(rows, columns int) error {
	if columns > 0 && rows > MaxCells/columns {
		return errorf("too_large", "a table of %d rows and %d columns, over the cap of %d cells; take fewer of them", rows, columns, MaxCells)
	}
	return nil
}
