package office

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// GivenText is the text that an action is given: as it is, or as the file that holds it,
// which read finds. Content is nil where none was given. Both at once are refused, and
// neither.
func GivenText(content *string, file string, read func(name string) (found string, data []byte, err error)) (string, error) {
	switch {
	case content == nil && file == "":
		return "", &failure{"bad_arguments", "nothing to write: give content, or from_file"}
	case content != nil && *content != "" && file != "":
		return "", &failure{"bad_arguments", "give either content or from_file, not both"}
	case file == "":
		return *content, nil
	}
	found, data, err := read(file)
	if err != nil {
		return "", fmt.Errorf("from_file: %w", err)
	}
	return textOf(found, data)
}

// textOf is the text of a plain file or of a Word document.
func textOf(file string, data []byte) (string, error) {
	if strings.EqualFold(path.Ext(file), ".docx") {
		doc, err := ReadDocument(data)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		return strings.Trim(doc.Text(), "\n"), nil
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", &failure{"bad_arguments", fmt.Sprintf("from_file takes a plain text or a .docx file, and %s is neither; write its text into one first", file)}
	}
	text, err := Decode(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return text, nil
}

// Decode reads a plain text: UTF-8, with or without a byte order mark, and anything else as
// Windows-1252.
func Decode(data []byte) (string, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) {
		var err error
		if data, err = charmap.Windows1252.NewDecoder().Bytes(data); err != nil {
			return "", err
		}
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), nil
}
