package sqlite

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"legomem/membank/store"
)

// blockRows is how many vectors are in one block of memory. A search checks its context
// between blocks, and its goroutines share the blocks out.
const blockRows = 512

// rowAlign is the multiple to which rows are padded, in numbers.
const rowAlign = 4

// matrix holds the vectors of one scope and the fields that filters have named. A row
// never changes: a record that changes gets a new one, and its old one is dead. So
// searching a view does not get in the way of adding rows.
type matrix struct {
	view
	rows    map[int64]int // the live rows by key
	columns map[string]*column
}

// view is what a search needs of a matrix. It does not change.
type view struct {
	dim, stride int
	blocks      [][]float32
	keys        []int64
	ids         []string
	dead        []bool
}

// column is one field's value in each row, as numbers. The number 0 is "".
type column struct {
	codes []uint32
	known map[string]uint32
}

func newMatrix(dim int) *matrix {
	stride := (dim + rowAlign - 1) / rowAlign * rowAlign
	return &matrix{view: view{dim: dim, stride: stride}, rows: map[int64]int{}, columns: map[string]*column{}}
}

// unshare copies the parts that change in place, since views may share them. It comes
// before a change.
func (m *matrix) unshare() {
	m.blocks, m.dead = slices.Clone(m.blocks), slices.Clone(m.dead)
}

// put adds a record's row, and kills the one it had.
func (m *matrix) put(key int64, id string, vector []byte, fields map[string]string) error {
	if len(vector) != 4*m.dim {
		return fmt.Errorf("record %s: %w: a vector of %d bytes where %d are right", id, ErrNotABank, len(vector), 4*m.dim)
	}
	m.kill(key)
	row := len(m.keys)
	decodeTo(m.grow(row / blockRows)[:m.dim], vector)
	m.rows[key] = row
	m.keys, m.ids, m.dead = append(m.keys, key), append(m.ids, id), append(m.dead, false)
	for name, c := range m.columns {
		c.codes = append(c.codes, c.code(fields[name]))
	}
	return nil
}

// grow returns the next row's place in block n. The first block grows as it is
// filled, since most banks are small.
func (m *matrix) grow(n int) []float32 {
	if n == len(m.blocks) {
		rows := blockRows
		if n == 0 {
			rows = 16
		}
		m.blocks = append(m.blocks, make([]float32, 0, rows*m.stride))
	}
	b := m.blocks[n]
	from := len(b)
	b = slices.Grow(b, m.stride)[:from+m.stride]
	m.blocks[n] = b
	return b[from:]
}

func (m *matrix) kill(key int64) {
	if row, ok := m.rows[key]; ok {
		m.dead[row] = true
		delete(m.rows, key)
	}
}

// wasted reports whether most rows are dead.
func (m *matrix) wasted() bool { return len(m.keys) > 2*len(m.rows)+blockRows }

func (c *column) code(value string) uint32 {
	code, ok := c.known[value]
	if !ok {
		code = uint32(len(c.known))
		c.known[value] = code
	}
	return code
}

// addColumn adds a column that is empty in the existing rows.
func (m *matrix) addColumn(name string) *column {
	c := &column{codes: make([]uint32, len(m.keys)), known: map[string]uint32{"": 0}}
	m.columns[name] = c
	return c
}

// test is one match of a filter, against a column's numbers.
type test struct {
	codes []uint32
	let   []bool
}

// compile makes the filter's tests. All its columns must be there.
func (m *matrix) compile(f store.Filter) []test {
	var tests []test
	for _, match := range f {
		c := m.columns[match.Field]
		let := slices.Repeat([]bool{match.Not}, len(c.known))
		for _, value := range match.Any {
			if code, ok := c.known[value]; ok {
				let[code] = !match.Not
			}
		}
		tests = append(tests, test{codes: c.codes, let: let})
	}
	return tests
}

// nearest returns the k rows nearest to a unit vector that pass the tests, best first.
// It finds a few more than that in single precision, and ranks and scores them in
// double.
func (v view) nearest(ctx context.Context, query []float32, tests []test, k int) ([]near, error) {
	k = min(k, len(v.keys))
	if k == 0 {
		return nil, ctx.Err()
	}
	padded := make([]float32, v.stride)
	copy(padded, query)
	var next atomic.Int64
	var all sync.WaitGroup
	parts := make([][]near, min(runtime.GOMAXPROCS(0), len(v.blocks)))
	for i := range parts {
		all.Go(func() {
			best := best{k: k + spare}
			for n := int(next.Add(1)) - 1; n < len(v.blocks) && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
				v.scan(n, padded, tests, &best)
			}
			parts[i] = best.ranked()
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return v.exactly(query, slices.Concat(parts...), k), nil
}

// spare is how many more rows are scored in double precision than are asked
// for.
const spare = 16

// scan shows block n's rows to best, with row numbers as keys.
func (v view) scan(n int, query []float32, tests []test, best *best) {
	block := v.blocks[n]
	for at := 0; at < len(block); at += v.stride {
		row := n*blockRows + at/v.stride
		if v.dead[row] || !pass(tests, row) {
			continue
		}
		score := float64(dot(query, block[at:at+v.stride]))
		if !best.above(score) {
			best.show(near{key: int64(row), id: v.ids[row], score: score})
		}
	}
}

func pass(tests []test, row int) bool {
	for _, t := range tests {
		if !t.let[t.codes[row]] {
			return false
		}
	}
	return true
}

func (v view) exactly(query []float32, found []near, k int) []near {
	best := best{k: k}
	for _, n := range found {
		row := int(n.key)
		from := row % blockRows * v.stride
		score := exact(query, v.blocks[row/blockRows][from:from+v.dim])
		best.show(near{key: v.keys[row], id: n.id, score: score})
	}
	return best.ranked()
}
