package excel

import "legomem/tools"

// Shape is what one sheet holds, without its values.
type Shape struct {
	Name    string
	Header  int // the row of the headers; 0 in an empty sheet
	Headers []string
	Rows    int // under the headers, without blank ones
}

// Shapes tells what the sheets of a file hold.
func Shapes(ws *tools.Workspace, file string) ([]Shape, error) {
	b, err := openBook(ws, file)
	if err != nil {
		return nil, err
	}
	defer b.close()
	var out []Shape
	for _, name := range b.names() {
		t, err := b.table(name, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, Shape{Name: name, Header: t.header, Headers: t.Headers, Rows: len(t.Rows)})
	}
	return out, nil
}
