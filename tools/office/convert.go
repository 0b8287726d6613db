package office

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// format is a kind of file that LibreOffice can turn into pdf. The filter is
// named, since LibreOffice would otherwise read a damaged file as plain text; the
// filter's options follow a colon.
type format struct {
	application
	filter string
	check  func(data []byte) error
}

// application is a part of LibreOffice, and its name for the export to pdf.
type application struct {
	program Program
	export  string
}

func formatOf(suffix string) (format, bool) {
	writer := application{LibreOfficeWriter(), "writer_pdf_Export"}
	calc := application{LibreOfficeCalc(), "calc_pdf_Export"}
	f, ok := map[string]format{
		".docx": {writer, "MS Word 2007 XML", checkDocument},
		".odt":  {writer, "writer8", checkOpenDocument},
		".rtf":  {writer, "Rich Text Format", checkRTF},
		".txt":  {writer, "Text (encoded):UTF8,LF,,,", nil},
		".md":   {writer, "Text (encoded):UTF8,LF,,,", nil},
		".xlsx": {calc, "Calc MS Excel 2007 XML", checkWorkbook},
		".ods":  {calc, "calc8", checkOpenDocument},
		".csv":  {calc, "Text - txt - csv (StarCalc):44,34,76,1", nil},
	}[suffix]
	return f, ok
}

// Convertible lists the suffixes that ToPDF takes.
const Convertible = ".docx, .odt, .rtf, .txt, .md, .xlsx, .ods, .csv"

// Converter turns an office document into a pdf; the name's suffix gives the
// document's format. A *Resident is one.
type Converter interface {
	ToPDF(ctx context.Context, name string, data []byte) ([]byte, error)
}

// Convert is c's ToPDF, or this package's ToPDF if c is nil.
func Convert(ctx context.Context, c Converter, name string, data []byte) ([]byte, error) {
	if c == nil {
		return ToPDF(ctx, name, data)
	}
	return c.ToPDF(ctx, name, data)
}

// ToPDF converts a file to pdf; the name's suffix gives its format. Each call
// starts its own LibreOffice, with a fresh profile that runs no macro and fetches
// nothing, and takes one to two seconds (see Resident). It fails with
// ErrUnsupported, ErrCorrupt, ErrTooLarge or a *MissingProgramError.
func ToPDF(ctx context.Context, name string, data []byte) ([]byte, error) {
	d, err := readDraft(name, data)
	if err != nil {
		return nil, err
	}
	pdf, err := d.convertOnce(ctx)
	if err != nil {
		return nil, fmt.Errorf("convert %s to pdf: %w", name, err)
	}
	return pdf, nil
}

// draft is a file that is going to be converted.
type draft struct {
	format
	suffix string
	data   []byte
}

// readDraft refuses a file for which LibreOffice need not even be started.
func readDraft(name string, data []byte) (draft, error) {
	suffix := strings.ToLower(filepath.Ext(name))
	from, ok := formatOf(suffix)
	if !ok {
		return draft{}, fmt.Errorf("convert %s to pdf: %w %q; accepted: %s", name, ErrUnsupported, suffix, Convertible)
	}
	if from.check != nil {
		if err := from.check(data); err != nil {
			return draft{}, fmt.Errorf("convert %s to pdf: %w", name, err)
		}
	}
	return draft{from, suffix, data}, nil
}

func (d draft) convertOnce(ctx context.Context) (pdf []byte, err error) {
	err = InTempDir(func(dir string) error {
		pdf, err = d.convertIn(ctx, dir)
		return err
	})
	return pdf, err
}

func (d draft) convertIn(ctx context.Context, dir string) ([]byte, error) {
	executable, err := d.program.Find()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(writeProfile(dir), settleProfile(dir, executable)); err != nil {
		return nil, err
	}
	in := filepath.Join(dir, "in"+d.suffix)
	if err := os.WriteFile(in, d.data, 0o600); err != nil {
		return nil, err
	}
	out, err := d.run(ctx, dir, in)
	if metItself(err) {
		out, err = d.run(ctx, dir, in)
	}
	if err != nil {
		return nil, explainCrash(err)
	}
	pdf, err := readPDF(dir, filepath.Join("out", "in.pdf"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w%s", ErrCorrupt, lastWords(out.Stderr))
	}
	return pdf, err
}

// run converts a file in a folder, and removes the socket that LibreOffice makes
// for this but may not remove.
func (d draft) run(ctx context.Context, dir, in string) (Output, error) {
	defer removeSockets(dir)
	return d.program.RunConfined(ctx, Job{Dir: dir, Args: append(officeArgs(dir),
		"--infilter="+d.filter, "--convert-to", "pdf", "--outdir", filepath.Join(dir, "out"), in)})
}

// metItself reports whether LibreOffice may have failed because it restarted and
// then found its own socket in the way: a second try, on the used profile and
// with the socket gone, may succeed.
func metItself(err error) bool {
	var over *Excess
	var exit *exec.ExitError
	return !errors.As(err, &over) && errors.As(err, &exit) && slices.Contains([]int{1, 79, 81}, exit.ExitCode())
}

// explainCrash tells a crash of LibreOffice, for which the document is to blame,
// from a kill. Its wrapper exits with the status that a shell would.
func explainCrash(err error) error {
	const abort, fault = 128 + int(syscall.SIGABRT), 128 + int(syscall.SIGSEGV)
	var over *Excess
	var exit *exec.ExitError
	if !errors.As(err, &over) && errors.As(err, &exit) && (exit.ExitCode() == abort || exit.ExitCode() == fault) {
		return fmt.Errorf("%w: LibreOffice crashed on it (%w)", ErrCorrupt, exit)
	}
	return err
}

// maxPDF is the largest pdf that a conversion gives: as much as a tool may write.
const maxPDF = 64 << 20

func readPDF(folder, name string) ([]byte, error) {
	pdf, err := readOutput(folder, name, maxPDF)
	if errors.Is(err, ErrTooLarge) {
		return nil, fmt.Errorf("its pdf: %w; convert a part of it", err)
	}
	return pdf, err
}
