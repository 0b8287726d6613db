package main

import (
	"io"

	"github.com/rs/zerolog"
)

// newLog makes the program's own log: what it does, in fields, on standard
// error. What users asked for and what agents wrote are in the trajectory, and
// not here.
func newLog(w io.Writer, level string) zerolog.Logger {
	l, err := zerolog.ParseLevel(level)
	if err != nil {
		l = zerolog.WarnLevel // the configuration has checked the name
	}
	return zerolog.New(jsonStream{rawOf(w)}).Level(l).With().Timestamp().Logger()
}
