package office

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// documentPackage is a docx file: a zip of parts.
type documentPackage struct {
	files []*zip.File // in their order
	parts map[string]*zip.File
	main  string // the part that holds the body
}

// bodyTypes are the content types of a document's main part.
var bodyTypes = []string{
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
	"application/vnd.ms-word.document.macroEnabled.main+xml",
	"application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
}

func openDocument(data []byte) (*documentPackage, error) {
	zr, err := openZip(data, "an old .doc or an encrypted document; save it as a plain .docx")
	if err != nil {
		return nil, err
	}
	p := &documentPackage{files: zr.File, parts: map[string]*zip.File{}}
	for _, f := range zr.File {
		p.parts[f.Name] = f
	}
	if p.main, err = p.findBody(); err != nil {
		return nil, err
	}
	return p, nil
}

// findBody looks up in the content types which part is the document.
func (p *documentPackage) findBody() (string, error) {
	text, err := p.read("[Content_Types].xml")
	if err != nil {
		return "", err
	}
	var types contentTypes
	if err := decodeXML(text, &types); err != nil {
		return "", fmt.Errorf("[Content_Types].xml: %w", corrupt(err))
	}
	for _, o := range types.Overrides {
		if slices.Contains(bodyTypes, o.Type) {
			return strings.TrimPrefix(o.Part, "/"), nil
		}
	}
	return "", fmt.Errorf("%w: it is a package, but holds no Word document", ErrCorrupt)
}

// read unpacks a part, which must be UTF-8: what Word, LibreOffice and every
// library write.
func (p *documentPackage) read(name string) ([]byte, error) {
	f := p.parts[name]
	if f == nil {
		return nil, fmt.Errorf("%w: it has no part %s", ErrCorrupt, name)
	}
	rc, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err)
	}
	defer rc.Close()
	text, err := io.ReadAll(io.LimitReader(rc, maxDocumentXML+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err)
	case len(text) > maxDocumentXML:
		return nil, fmt.Errorf("%w: %s unpacks to more than %d bytes; split the document", ErrTooLarge, name, maxDocumentXML)
	case !utf8.Valid(text):
		return nil, fmt.Errorf("%w: %s is not UTF-8", ErrCorrupt, name)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// texts lists the parts that hold text a reader sees: the body, then headers,
// footers and notes.
func (p *documentPackage) texts() []string {
	all := []string{p.main}
	dir := p.main[:strings.LastIndexByte(p.main, '/')+1]
	for _, f := range p.files {
		name, here := strings.CutPrefix(f.Name, dir)
		if !here || strings.Contains(name, "/") || !strings.HasSuffix(name, ".xml") {
			continue
		}
		for _, kind := range []string{"header", "footer", "footnotes", "endnotes"} {
			if strings.HasPrefix(name, kind) {
				all = append(all, f.Name)
			}
		}
	}
	return all
}

// with writes the package anew with the given parts changed. Every other part
// is copied as it is, compressed bytes and all.
func (p *documentPackage) with(changed map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	zw := zip.NewWriter(&out)
	for _, f := range p.files {
		text, ok := changed[f.Name]
		if !ok {
			if err := zw.Copy(f); err != nil {
				return nil, fmt.Errorf("%w: %s: %w", ErrCorrupt, f.Name, err)
			}
			continue
		}
		w, err := zw.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: f.Modified})
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", f.Name, err)
		}
		if _, err := w.Write(text); err != nil {
			return nil, fmt.Errorf("write %s: %w", f.Name, err)
		}
	}
	if err := zw.Close(); err != nil {
		return nil, fmt.Errorf("write the package: %w", err)
	}
	return out.Bytes(), nil
}
