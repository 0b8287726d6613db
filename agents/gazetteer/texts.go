package gazetteer

import (
	"context"
	"path"
	"slices"
	"strings"
)

// readers are the tools that read out the files of a form.
var readers = map[string]string{"document": "word.read", "text": "system.read_text"}

// Has says whether a document or a text file has a text, letters' case and blanks aside;
// known is false of a file of another form.
func (o *Office) Has(ctx context.Context, file, text string) (has, known bool, err error) {
	for form, tool := range readers {
		if !slices.Contains(Forms[form], strings.ToLower(path.Ext(file))) {
			continue
		}
		var data struct{ Text string }
		err := o.ask(ctx, tool, map[string]any{"file_path": file}, &data)
		return strings.Contains(plain(data.Text), plain(text)), err == nil, err
	}
	return false, false, nil
}

// plain is a text in small letters with single blanks.
func plain(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }
