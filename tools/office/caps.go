package office

// The caps on a stranger's docx or xlsx, each with its reason. A file over one
// fails with ErrTooLarge, naming the cap; nothing is read in part. They are
// counts of bytes, entries and steps, never of seconds, so a file is accepted
// or refused alike on every machine.
const (
	// The package. Go's zip reader stops at the size that the directory
	// declares, so the declared sizes bound what unpacks.
	maxParts   = 10_000    // the fattest decks hold hundreds
	maxPackage = 256 << 20 // bytes unpacked in all: four full sheets, and what a tool process can hold besides its copies
	maxRatio   = 200       // unpacked to packed, of an entry that is no picture: office XML reaches 40, deflate 1032
	ratioFree  = 1 << 20   // bytes an entry may unpack to whatever its ratio: too little to hurt
	maxSheets  = 2_000     // of a workbook: a name costs nothing and may lead to the same part as all others
	maxStyles  = 1 << 16   // cell formats; Excel itself stops at 65,490

	// The parts.
	maxSheetBytes  = 64 << 20 // of one sheet, its comments, or the shared strings
	maxDocumentXML = 32 << 20 // of a document's body, a header or the notes; Word itself stops at 32 MB of text
	maxPartBytes   = 8 << 20  // of any other part that is read

	// XML. A decoder holds an element's attributes before anyone sees them, and
	// the names of all open elements.
	maxDepth      = 400     // open elements; Word's own stay under 50
	maxAttributes = 1_000   // of one element; Word declares some 40 namespaces at a root
	maxTag        = 1 << 20 // bytes of one tag

	// What the parts may say. A few bytes of XML can stand for much: one shared
	// string for a million cells, one reference for the whole grid.
	maxCells    = 2_000_000  // of a workbook, and its shared strings
	maxCellText = 64 << 20   // bytes of text in all cells, counted where it is shown, not where it is kept
	maxSteps    = 10_000_000 // of laying merged ranges and links over cells, each cell and range visited being one
	maxBlocks   = 500_000    // paragraphs, rows and cells of a document: some ten thousand pages
)
