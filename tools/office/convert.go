package office

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// format is a kind of file that LibreOffice can turn into pdf. The filter is
// named, since LibreOffice would else take a damaged file for plain text.
type format struct {
	program Program
	filter  string
	check   func(data []byte) error
}

func formatOf(suffix string) (format, bool) {
	f, ok := map[string]format{
		".docx": {LibreOfficeWriter(), "MS Word 2007 XML", checkDocument},
		".odt":  {LibreOfficeWriter(), "writer8", nil},
		".rtf":  {LibreOfficeWriter(), "Rich Text Format", nil},
		".txt":  {LibreOfficeWriter(), "Text (encoded):UTF8,LF,,,", nil},
		".md":   {LibreOfficeWriter(), "Text (encoded):UTF8,LF,,,", nil},
		".xlsx": {LibreOfficeCalc(), "Calc MS Excel 2007 XML", checkWorkbook},
		".ods":  {LibreOfficeCalc(), "calc8", nil},
		".csv":  {LibreOfficeCalc(), "Text - txt - csv (StarCalc):44,34,76,1", nil},
	}[suffix]
	return f, ok
}

// Convertible lists the suffixes that ToPDF takes.
const Convertible = ".docx, .odt, .rtf, .txt, .md, .xlsx, .ods, .csv"

// ToPDF converts a file to pdf; name tells by its suffix what it is. Each call
// has a LibreOffice of its own, with a fresh profile that runs no macro and
// fetches nothing, and takes one to two seconds. It fails with ErrUnsupported,
// ErrCorrupt or a *MissingProgramError.
func ToPDF(ctx context.Context, name string, data []byte) ([]byte, error) {
	suffix := strings.ToLower(filepath.Ext(name))
	from, ok := formatOf(suffix)
	if !ok {
		return nil, fmt.Errorf("convert %s to pdf: %w %q; accepted: %s", name, ErrUnsupported, suffix, Convertible)
	}
	if from.check != nil {
		if err := from.check(data); err != nil {
			return nil, fmt.Errorf("convert %s to pdf: %w", name, err)
		}
	}
	var pdf []byte
	err := InTempDir(func(dir string) (err error) {
		pdf, err = from.convert(ctx, dir, suffix, data)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("convert %s to pdf: %w", name, err)
	}
	return pdf, nil
}

func (f format) convert(ctx context.Context, dir, suffix string, data []byte) ([]byte, error) {
	if err := writeProfile(filepath.Join(dir, "profile")); err != nil {
		return nil, err
	}
	in := filepath.Join(dir, "in"+suffix)
	if err := os.WriteFile(in, data, 0o600); err != nil {
		return nil, err
	}
	out, err := f.program.Run(ctx, Job{Dir: dir, Args: []string{
		"-env:UserInstallation=" + (&url.URL{Scheme: "file", Path: filepath.Join(dir, "profile")}).String(),
		"--headless", "--norestore", "--nolockcheck", "--nodefault", "--nofirststartwizard",
		"--infilter=" + f.filter, "--convert-to", "pdf", "--outdir", filepath.Join(dir, "out"), in,
	}})
	if err != nil {
		return nil, err
	}
	pdf, err := os.ReadFile(filepath.Join(dir, "out", "in.pdf"))
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("%w%s", ErrCorrupt, lastWords(out.Stderr))
	}
	return pdf, err
}

// checkDocument and checkWorkbook refuse, before LibreOffice is started, what
// it would complain of less clearly or repair in silence.
func checkDocument(data []byte) error {
	_, err := ReadDocument(data)
	return err
}

func checkWorkbook(data []byte) error {
	_, err := openPackage(data)
	return err
}

// profile keeps a document from running macros, and from fetching what it
// links to.
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>
`

func writeProfile(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "user"), 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "user", "registrymodifications.xcu"), []byte(profile), 0o600)
}
