package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"

	"legomem/tools/office"
)

// The library that reads objects trusts a file's tables: it allocates as many
// objects as they claim, follows object streams into object streams and reads
// an unclosed string forever. A panic can be caught; memory that runs out, a
// stack that overflows and an endless loop cannot. So the tables and the object
// streams are read here first, by a reader that trusts less. A file that does
// not pass counts as damaged, and goes to the library that rewrites damaged files.

// The caps on a file's structure.
const (
	maxObjects   = 1_000_000 // a book of five thousand pages has half of that
	maxSections  = 4_096     // tables of objects, one for each incremental save
	maxTokens    = 8_000_000 // of all tables together: each may begin at any byte
	maxPacked    = 100_000   // objects in one object stream; writers put 100 or 200 there
	maxFieldSize = 8         // bytes of a number in a table that is a stream
	maxColumns   = 1 << 16   // bytes of a row of packed data
	maxFilters   = 8         // with which one stream is packed, one inside the other
)

// structure is what a file's tables claim, as far as it matters here.
type structure struct {
	src        []byte
	seen       map[int]bool // offsets of tables
	tokens     int          // what is left of maxTokens
	unpacked   int          // what is left of maxUnpacked
	offsets    map[int][]int
	packed     map[int]bool // objects listed as in an object stream
	containers map[int]bool // and those streams
	encrypted  bool
}

// checkStructure reads the tables that a pdf's end points to.
func checkStructure(data []byte) error {
	s := &structure{src: data, seen: map[int]bool{}, tokens: maxTokens, unpacked: maxUnpacked,
		offsets: map[int][]int{}, packed: map[int]bool{}, containers: map[int]bool{}}
	tail := data[max(0, len(data)-200):]
	for _, part := range bytes.Split(tail, []byte("startxref"))[1:] {
		lex := &lexer{src: part}
		if v, word := s.value(lex); word == "" && v.kind == numberOperand {
			if err := s.tables(int(v.num)); err != nil {
				return err
			}
		}
	}
	if len(s.containers) > 0 && s.encrypted {
		return damaged("it is encrypted; save it without a password")
	}
	for id := range s.containers {
		if s.packed[id] {
			return damaged("its object stream %d is said to be in an object stream", id)
		}
		for _, at := range s.offsets[id] {
			if err := s.objectStream(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkRewritable checks a file against the caps for the library that rewrites
// damaged ones. That library counts up to the highest object number it meets, even
// if that is an object's own or in a table that nothing points to.
func checkRewritable(data []byte) error {
	if err := checkStructure(data); errors.Is(err, office.ErrTooLarge) {
		return err
	}
	s := &structure{tokens: maxTokens} // without src it records no offsets
	for _, what := range []string{"obj", "xref", "trailer"} {
		for at := 0; ; {
			next := bytes.Index(data[at:], []byte(what))
			if next < 0 {
				break
			}
			before := data[:at+next]
			if at += next + len(what); s.tokens < 0 {
				return fmt.Errorf("%w: its tables of objects have no end", office.ErrTooLarge)
			}
			if err := s.counts(what, before, &lexer{src: data, at: at}); err != nil {
				return err
			}
		}
	}
	return nil
}

// counts checks the object numbers before or after a keyword.
func (s *structure) counts(word string, before []byte, lex *lexer) error {
	switch word {
	case "xref":
		_, err := s.table(lex)
		return err
	case "trailer":
		trailer, _ := s.value(lex)
		for _, size := range trailer.after("Size") {
			if err := checkCount(0, size.num); err != nil {
				return err
			}
		}
		return nil
	}
	fields := bytes.Fields(before[max(0, len(before)-100):])
	if len(fields) < 2 {
		return nil
	}
	if id, err := strconv.ParseFloat(string(fields[len(fields)-2]), 64); err == nil {
		return checkCount(id, 0)
	}
	return nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{office.ErrCorrupt}, args...)...)
}

// value reads a value; a null one with no word is the end.
func (s *structure) value(lex *lexer) (operand, string) {
	s.tokens--
	lex.space()
	if lex.at >= len(lex.src) || s.tokens < 0 {
		lex.at = len(lex.src)
		return operand{}, ""
	}
	return lex.value()
}

// tables reads the table at an offset and those before it.
func (s *structure) tables(at int) error {
	if s.seen[at] {
		return nil // the file's end may name it twice
	}
	for at > 0 && at < len(s.src) {
		if s.seen[at] {
			return damaged("its tables of objects lead in a circle")
		}
		s.seen[at] = true
		if len(s.seen) > maxSections || s.tokens < 0 {
			return fmt.Errorf("%w: its tables of objects have no end", office.ErrTooLarge)
		}
		lex := &lexer{src: s.src, at: at}
		v, word := s.value(lex)
		var header operand
		var err error
		switch {
		case word == "xref":
			header, err = s.table(lex)
		case v.kind == numberOperand:
			header, err = s.tableStream(lex)
		default:
			return nil // the library refuses it
		}
		if err != nil {
			return err
		}
		for _, size := range header.after("Size") {
			if err := checkCount(0, size.num); err != nil {
				return err
			}
		}
		s.encrypted = s.encrypted || len(header.after("Encrypt")) > 0
		at = 0
		for _, previous := range header.after("Prev") {
			if at = int(previous.num); len(header.after("Prev")) > 1 {
				return damaged("a table of objects has several before it")
			}
		}
	}
	return nil
}

// after lists what follows a name anywhere in a dictionary.
func (o operand) after(name string) []operand {
	var all []operand
	for i, v := range o.list {
		if v.kind == nameOperand && v.str == name && i+1 < len(o.list) {
			all = append(all, o.list[i+1])
		}
		all = append(all, v.after(name)...)
	}
	return all
}

// table reads a table in text form, including its trailer.
func (s *structure) table(lex *lexer) (operand, error) {
	for {
		first, word := s.value(lex)
		if word == "trailer" {
			trailer, _ := s.value(lex)
			return trailer, nil
		}
		count, _ := s.value(lex)
		if first.kind != numberOperand || count.kind != numberOperand {
			return operand{}, nil // the library refuses it
		}
		if err := checkCount(first.num, count.num); err != nil {
			return operand{}, err
		}
		for i := range int(count.num) {
			offset, _ := s.value(lex)
			generation, _ := s.value(lex)
			_, kind := s.value(lex)
			if offset.kind != numberOperand || generation.kind != numberOperand || kind == "" {
				return operand{}, nil
			}
			if kind == "n" {
				s.place(int(first.num)+i, int(offset.num))
			}
		}
	}
}

func checkCount(first, count float64) error {
	if first < 0 || count < 0 || first > maxObjects || count > maxObjects || first+count > maxObjects {
		return fmt.Errorf("%w: it claims more than %d objects", office.ErrTooLarge, maxObjects)
	}
	return nil
}

// place records the offset that a table gives an object, if it is inside the file.
func (s *structure) place(id, offset int) {
	if offset > 0 && offset < len(s.src) {
		s.offsets[id] = append(s.offsets[id], offset)
	}
}

// tableStream reads a table that is a stream, whose object number has already
// been read.
func (s *structure) tableStream(lex *lexer) (operand, error) {
	// The library allocates a row before it unpacks one, so the widths matter even
	// in a stream without bytes.
	header, data, err := s.stream(lex)
	if err != nil || header.kind != listOperand {
		return header, err
	}
	var widths []int
	for _, w := range header.after("W") {
		for _, one := range w.list {
			if one.num < 0 || one.num > maxFieldSize || len(widths) > 16 {
				return header, damaged("its table of objects has fields of %v bytes", one.num)
			}
			widths = append(widths, int(one.num))
		}
	}
	if len(widths) < 3 || len(header.after("W")) != 1 || len(header.after("Size")) != 1 || len(header.after("Index")) > 1 {
		return header, damaged("its table of objects does not say what is in it")
	}
	if err := checkCount(0, header.after("Size")[0].num); err != nil {
		return header, err
	}
	index := []operand{{}, header.after("Size")[0]}
	for _, given := range header.after("Index") {
		index = given.list
	}
	for i := 0; i+1 < len(index); i += 2 {
		if err := checkCount(index[i].num, index[i+1].num); err != nil {
			return header, err
		}
		if data, err = s.entries(data, widths, int(index[i].num), int(index[i+1].num)); err != nil {
			return header, err
		}
	}
	return header, nil
}

// entries reads a table's rows: the kind of an object, where it is, and its
// generation or its number in an object stream.
func (s *structure) entries(data []byte, widths []int, first, count int) ([]byte, error) {
	size := 0
	for _, w := range widths {
		size += w
	}
	for i := range count {
		if len(data) < size || size == 0 {
			return nil, nil // the library refuses it
		}
		if s.tokens--; s.tokens < 0 {
			return nil, fmt.Errorf("%w: its tables of objects have no end", office.ErrTooLarge)
		}
		kind := number(string(data[:widths[0]]))
		where := number(string(data[widths[0] : widths[0]+widths[1]]))
		switch {
		case kind == 2:
			s.packed[first+i] = true
			s.containers[where] = true
		case kind == 1 || widths[0] == 0:
			s.place(first+i, where)
		}
		data = data[size:]
	}
	return data, nil
}

// stream reads an object that is a stream, whose number has already been read:
// its header and its unpacked bytes. Both are empty if it is no stream.
func (s *structure) stream(lex *lexer) (header operand, data []byte, err error) {
	_, _ = s.value(lex) // the generation
	if _, word := s.value(lex); word != "obj" {
		return operand{}, nil, nil
	}
	header, _ = s.value(lex)
	if _, word := s.value(lex); word != "stream" || header.kind != listOperand {
		return operand{}, nil, nil
	}
	if lex.peek(0) == '\r' {
		lex.at++
	}
	if lex.peek(0) == '\n' {
		lex.at++
	}
	packed := s.src[min(lex.at, len(s.src)):]
	filters := header.after("Filter")
	if len(filters) == 1 && filters[0].kind == listOperand {
		filters = filters[0].list
	}
	if err := checkColumns(header); err != nil {
		return operand{}, nil, err
	}
	switch {
	case len(filters) == 0:
		length := header.after("Length")
		if len(length) != 1 || length[0].num < 0 || length[0].num > float64(len(packed)) {
			return operand{}, nil, damaged("a stream's length is not what it says")
		}
		return header, packed[:int(length[0].num)], nil
	case len(filters) == 1 && filters[0].str == "FlateDecode":
		data, err = s.inflate(packed, header)
		return header, data, err
	}
	return operand{}, nil, damaged("a stream of objects is packed in a way that is not read")
}

func checkColumns(header operand) error {
	for _, columns := range header.after("Columns") {
		if columns.num < 0 || columns.num > maxColumns {
			return fmt.Errorf("%w: rows of %v bytes of packed data, over the cap of %d", office.ErrTooLarge, columns.num, maxColumns)
		}
	}
	return nil
}

// inflate unpacks a stream as the library does: a damaged one as far as it goes,
// and with the prediction of rows undone if the header names one.
func (s *structure) inflate(packed []byte, header operand) ([]byte, error) {
	zr, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil // the library refuses it
	}
	data, err := io.ReadAll(io.LimitReader(zr, int64(s.unpacked)+1))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && len(data) == 0 {
		return nil, nil
	}
	if s.unpacked -= len(data); s.unpacked < 0 {
		return nil, fmt.Errorf("%w: its streams of objects unpack to more than %d bytes", office.ErrTooLarge, maxUnpacked)
	}
	if len(header.after("Predictor")) == 0 {
		return data, nil
	}
	columns := 0
	for _, c := range header.after("Columns") {
		columns = int(c.num)
	}
	return rowsUp(data, columns), nil
}

// rowsUp undoes the one prediction that the library knows: every byte is the
// difference from the one above.
func rowsUp(data []byte, columns int) []byte {
	row := make([]byte, columns)
	var out []byte
	for ; columns > 0 && len(data) > columns && data[0] == 2; data = data[columns+1:] {
		for i := range row {
			row[i] += data[1+i]
		}
		out = append(out, row...)
	}
	return out
}

// objectStream checks the object stream at an offset against the caps.
func (s *structure) objectStream(at int) error {
	lex := &lexer{src: s.src, at: at}
	_, _ = s.value(lex) // its number
	header, data, err := s.stream(lex)
	if err != nil || header.kind != listOperand {
		return err
	}
	for _, n := range header.after("N") {
		if n.num < 0 || n.num > maxPacked {
			return fmt.Errorf("%w: an object stream of %v objects, over the cap of %d", office.ErrTooLarge, n.num, maxPacked)
		}
	}
	if len(header.after("Extends")) > 0 {
		return damaged("an object stream goes on in another")
	}
	if endless(data) {
		return damaged("an object stream ends within a string")
	}
	return nil
}

// endless reports whether data ends within a hexadecimal string, whose end the
// library would seek forever.
func endless(data []byte) bool {
	rest := bytes.TrimRight(data, "0123456789abcdefABCDEF \t\r\n\f\x00")
	return bytes.HasSuffix(rest, []byte("<"))
}
