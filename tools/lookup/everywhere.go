package lookup

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/tools"
)

// Where no file is named, so many are looked through, each of at most so many bytes;
// pictures and scans are not, which would take minutes.
const (
	mostFiles = 300
	mostBytes = 1 << 20
)

// everywhere looks through the files below data/. What a file is called counts as said in
// each of its passages.
func everywhere(ctx context.Context, ws *tools.Workspace, about string) (found, error) {
	files, others, err := readable(ctx, ws)
	if err != nil {
		return found{}, err
	}
	d := found{Where: fmt.Sprintf("%d files", len(files)), Passages: []string{}, Unread: others}
	var all []string
	for _, f := range files {
		lines, err := readQuickly(ctx, ws, f)
		if ctx.Err() != nil {
			return found{}, ctx.Err()
		}
		if err != nil {
			d.Unread++
			continue
		}
		for _, p := range passages(lines) {
			all = append(all, path.Base(f)+": "+p)
		}
	}
	d.Passages = append(d.Passages, telling(all, about)...)
	d.Count = len(d.Passages)
	return d, nil
}

// readable are the files that can be read out in no time, and how many others there are.
func readable(ctx context.Context, ws *tools.Workspace) (files []string, others int, err error) {
	err = ws.Walk(ctx, func(p string, size int64) error {
		if !strings.HasPrefix(p, "data/") {
			return nil
		}
		if size > mostBytes || isPicture(p) {
			others++
			return nil
		}
		files = append(files, p)
		return nil
	})
	slices.Sort(files)
	if n := len(files); n > mostFiles {
		files, others = files[:mostFiles], others+n-mostFiles
	}
	return files, others, err
}

func isPicture(p string) bool {
	suffix := strings.ToLower(path.Ext(p))
	return readers[suffix] != nil && suffix != ".docx" && suffix != ".pdf"
}
