package officebench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// InputError is a suite, a task or an evaluation that cannot be used as it is;
// nothing was judged. Its message names the file, the line where it is known,
// and what would be accepted.
type InputError struct {
	File string
	Line int // from 1; 0 where no line is to blame
	Err  error
}

func (e *InputError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.File, e.Err)
}

// Unwrap gives the reason without the place.
func (e *InputError) Unwrap() error { return e.Err }

func inputf(file, format string, args ...any) error {
	return &InputError{File: file, Err: fmt.Errorf(format, args...)}
}

// jsonError places an error of encoding/json at its line.
func jsonError(file string, data []byte, err error) error {
	offset := int64(0)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	default:
		return &InputError{File: file, Err: err}
	}
	offset = min(max(offset, 0), int64(len(data)))
	line := 1 + bytes.Count(data[:offset], []byte("\n"))
	return &InputError{File: file, Line: line, Err: fmt.Errorf("not the JSON of a suite: %w", err)}
}
