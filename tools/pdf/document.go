package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ledongthuc/pdf"

	"legomem/tools/office"
)

// The bounds of reading one file; a hostile one reaches them, a book doesn't.
const (
	maxReadTime   = 20 * time.Second
	maxUnpacked   = 256 << 20 // bytes of unpacked streams
	maxOperations = 20_000_000
	maxTextBytes  = 32 << 20
	maxPages      = 5_000
	maxPageNodes  = 50_000
	maxForms      = 12        // forms inside forms
	maxReads      = 5_000_000 // of the file, each of some kilobytes
)

// document is an open pdf. The library panics on damaged files, and so do
// its methods here: use it inside guarded.
type document struct {
	ctx        context.Context
	pages      []pdf.Value
	unpacked   int
	operations int
	shown      int
}

// guarded reads data as a pdf and calls f with it. Panics are ErrCorrupt, and a
// call that does not end in time is given up: the library knows no context, so
// it is stopped when it next reads the file, and a loop that reads nothing is
// abandoned.
func guarded(ctx context.Context, data []byte, f func(*document) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, maxReadTime, fmt.Errorf("%w: reading it takes more than %v", office.ErrCorrupt, maxReadTime))
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- attempt(ctx, data, f) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func attempt(ctx context.Context, data []byte, f func(*document) error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stopped:
			err = r.err
		default:
			err = damaged("%.200s", fmt.Sprint(r))
		}
	}()
	d, err := open(ctx, data)
	if err != nil {
		return err
	}
	return f(d)
}

// stopped is the panic value used to get out of the library.
type stopped struct{ err error }

// errNoPDF is the error of another kind of file.
var errNoPDF = fmt.Errorf("%w: it is no pdf; word.to_pdf and excel.to_pdf make one of a Word file or a sheet", office.ErrCorrupt)

// beginning is where a pdf begins in data, -1 if none does.
func beginning(data []byte) int { return bytes.Index(data[:min(len(data), 1024)], []byte("%PDF-")) }

func open(ctx context.Context, data []byte) (*document, error) {
	start := beginning(data)
	if start < 0 {
		return nil, errNoPDF
	}
	if err := checkStructure(data[start:]); err != nil {
		return nil, err
	}
	file := &watched{ctx: ctx, in: bytes.NewReader(data[start:])}
	r, err := pdf.NewReader(file, int64(len(data)-start))
	if errors.Is(err, pdf.ErrInvalidPassword) {
		return nil, fmt.Errorf("%w: it needs a password", office.ErrCorrupt)
	}
	if file.stopped != nil {
		return nil, file.stopped // the library caught it, and calls it damage
	}
	if err != nil {
		return nil, damaged("%.200s", err.Error()) // it may repeat the whole file
	}
	d := &document{ctx: ctx}
	nodes := 0
	d.findPages(r.Trailer().Key("Root").Key("Pages"), 0, &nodes)
	if len(d.pages) == 0 {
		return nil, fmt.Errorf("%w: it has no pages", office.ErrCorrupt)
	}
	return d, nil
}

// findPages walks the tree of pages, which in a damaged file may have a cycle.
func (d *document) findPages(node pdf.Value, depth int, nodes *int) {
	if *nodes++; *nodes > maxPageNodes || depth > 32 {
		return
	}
	if len(d.pages) > maxPages {
		panic(stopped{fmt.Errorf("%w: it has more than %d pages; split it", office.ErrTooLarge, maxPages)})
	}
	kids := node.Key("Kids")
	if kids.Kind() != pdf.Array {
		if node.Kind() == pdf.Dict {
			d.pages = append(d.pages, node)
		}
		return
	}
	for i := range kids.Len() {
		d.findPages(kids.Index(i), depth+1, nodes)
	}
}

// watched stops the library when the context ends, or when it has read the file
// over and over: it reads it for every object it looks at.
type watched struct {
	ctx   context.Context
	in    io.ReaderAt
	reads int
	// stopped is why reading was stopped.
	stopped error
}

func (w *watched) ReadAt(p []byte, at int64) (int, error) {
	if w.reads++; w.ctx.Err() != nil {
		w.stopped = context.Cause(w.ctx)
	} else if w.reads > maxReads {
		w.stopped = fmt.Errorf("%w: its objects lead to each other without end", office.ErrTooLarge)
	}
	if w.stopped != nil {
		panic(stopped{w.stopped})
	}
	return w.in.ReadAt(p, at)
}

// unpack returns a stream's bytes; of a damaged one, as far as they go.
func (d *document) unpack(stream pdf.Value) []byte {
	if filters := stream.Key("Filter"); filters.Len() > maxFilters {
		panic(stopped{damaged("a stream is packed %d times", filters.Len())})
	}
	params := stream.Key("DecodeParms")
	for i := range max(1, params.Len()) {
		one := params
		if params.Kind() == pdf.Array {
			one = params.Index(i)
		}
		if n := one.Key("Columns").Int64(); n < 0 || n > maxColumns {
			panic(stopped{damaged("rows of %d bytes of packed data", n)})
		}
	}
	r := stream.Reader()
	defer r.Close()
	data, _ := io.ReadAll(io.LimitReader(r, int64(maxUnpacked-d.unpacked)+1))
	if d.unpacked += len(data); d.unpacked > maxUnpacked {
		panic(stopped{fmt.Errorf("%w: its pages unpack to more than %d bytes", office.ErrTooLarge, maxUnpacked)})
	}
	return data
}

// contents returns a page's content: its streams, one after the other.
func (d *document) contents(page pdf.Value) []byte {
	v := page.Key("Contents")
	if v.Kind() == pdf.Stream {
		return d.unpack(v)
	}
	var all []byte
	for i := range v.Len() {
		if part := v.Index(i); part.Kind() == pdf.Stream {
			all = append(append(all, d.unpack(part)...), '\n')
		}
	}
	return all
}

// inherited looks a page's property up, in the nodes above it too.
func inherited(page pdf.Value, key string) pdf.Value {
	for range 32 {
		if v := page.Key(key); !v.IsNull() {
			return v
		}
		page = page.Key("Parent")
	}
	return pdf.Value{}
}
