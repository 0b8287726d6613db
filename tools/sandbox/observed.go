package sandbox

import (
	"fmt"
	"io"

	"legomem/tools"
)

// maxValues caps the values in an observation's data, since decoded data takes many
// times its bytes: some 170 MB at the cap. The fullest sheet that a tool accepts, of
// 500,000 cells in three columns, stays under it.
const maxValues = 4_000_000

// valuesOf counts the values of a JSON text. An object counts as eight, since a map
// takes as much room at once.
func valuesOf(text []byte) int {
	count, quoted := 1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			count += 8
		case c == '[', c == ',':
			count++
		}
	}
	return count
}

// readObservation decodes a body, and refuses what would fill this side's memory
// when somebody asks for its data.
func readObservation(body *io.LimitedReader, obs *tools.Observation) error {
	if err := readJSON(body, obs); err != nil {
		return err
	}
	if n := valuesOf(obs.Data); n > maxValues {
		return fmt.Errorf("%w: data of %d values, over the cap of %d", errFrame, n, maxValues)
	}
	if obs.Code != "" {
		obs.Code = known(obs.Code)
	}
	return nil
}

// known is a code that a resident gave, or Internal for an unknown one.
func known(c tools.Code) tools.Code {
	switch c {
	case tools.BadArguments, tools.UnknownTool, tools.NotFound, tools.Exists, tools.Corrupt, tools.Ambiguous, tools.MissingProgram,
		tools.Refused, tools.TooLarge, tools.DiskFull, tools.Timeout, tools.Internal:
		return c
	}
	return tools.Internal
}
