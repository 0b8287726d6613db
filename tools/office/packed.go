package office

import (
	"bytes"
	"fmt"
	"io"
)

// checkDocument and the others refuse, before LibreOffice is started, what it
// would report less clearly, repair silently, or unpack until the memory is full.
func checkDocument(data []byte) error {
	_, err := ReadDocument(data)
	return err
}

func checkWorkbook(data []byte) error {
	_, err := openPackage(data)
	return err
}

// checkOpenDocument also detects encryption: LibreOffice would only report that
// it cannot load the file.
func checkOpenDocument(data []byte) error {
	zr, err := openZip(data, "an old office file; save it in a current format")
	if err != nil {
		return err
	}
	f, err := zr.Open("META-INF/manifest.xml")
	if err != nil {
		return fmt.Errorf("%w: it has no manifest (%w)", ErrCorrupt, err)
	}
	defer f.Close()
	manifest, err := io.ReadAll(io.LimitReader(f, maxPartBytes))
	if err != nil {
		return fmt.Errorf("%w: its manifest: %w", ErrCorrupt, err)
	}
	if bytes.Contains(manifest, []byte("encryption-data")) {
		return fmt.Errorf("%w: it is protected by a password; save it without one", ErrCorrupt)
	}
	return nil
}

func checkRTF(data []byte) error {
	if !bytes.HasPrefix(data, []byte(`{\rtf`)) {
		return fmt.Errorf(`%w: it does not begin as rtf does`, ErrCorrupt)
	}
	return nil
}
