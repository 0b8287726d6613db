package table

// The caps on what a table may be made of, and on what is made of one.
const (
	// MaxCells is the number of cells a table may have, all its rows filled up
	// to the header's width: one wide row among many short ones would else
	// stand for thousands of millions.
	MaxCells = 500_000
	// maxText is the number of bytes of a filled template, for one row and for
	// all: as much as an observation can carry.
	maxText = 16 << 20
	// maxJoined is the number of bytes of a text that an expression puts
	// together, each + making a copy; a cell holds no more than 32 thousand
	// letters.
	maxJoined = 1 << 20
)

// Check fails where a table of so many rows and columns is over MaxCells.
func Check(rows, columns int) error {
	if columns > 0 && rows > MaxCells/columns {
		return errorf("too_large", "a table of %d rows and %d columns, over the cap of %d cells; take fewer of them", rows, columns, MaxCells)
	}
	return nil
}
