package officebench

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestIsFloat(t *testing.T) {
	for word, want := range map[string]bool{
		"5": true, "-5": true, "+5.0": true, ".5": true, "5.": true, "1e5": true, "1.e-5": true, "1_0": true,
		"1_0.0_1": true, "1e1_0": true, " 5 \t\n": true, "\x1c5": true, "\u00a05": true,
		"nan": true, "-NaN": true, "inf": true, "+infinity": true, "InFiNiTy": true,
		"٣٤": true, "５": true, "𝟗": true, "1٣": true,
		"": false, " ": false, ".": false, "1,000": false, "1__0": false, "_1": false, "1_": false, "1_.5": false,
		"1._5": false, "e5": false, "1e": false, "0x10": false, "1 0": false, "5%": false, "$5": false,
		"infinit": false, "nan5": false, "²": false, "½": false, "+-5": false,
	} {
		if got := isFloat(word); got != want {
			t.Errorf("isFloat(%q) = %v, want %v", word, got, want)
		}
	}
}

// FuzzIsFloat holds isFloat against Go's own reader, which agrees with
// Python's on everything but hexadecimal, underscores and foreign digits.
func FuzzIsFloat(f *testing.F) {
	for _, s := range []string{"5", "-1.5e+3", ".", "nan", "+Inf", "1_0", "0x1p-2", "e", "1e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range s {
			if r > 0x7e || r <= ' ' || r == '_' || r == 'x' || r == 'X' || r == 'p' || r == 'P' {
				return
			}
		}
		_, err := strconv.ParseFloat(s, 64)
		want := err == nil || err.(*strconv.NumError).Err == strconv.ErrRange
		if got := isFloat(s); got != want {
			t.Errorf("isFloat(%q) = %v, want %v", s, got, want)
		}
	})
}

func TestPythonText(t *testing.T) {
	for source, want := range map[string]string{
		`"a b"`: "a b", `5`: "5", `5.0`: "5.0", `5.10`: "5.1", `1e3`: "1000.0", `1e16`: "1e+16", `12345678901234567890`: "12345678901234567890",
		`0.0001`: "0.0001", `0.00001`: "1e-05", `-0.0`: "-0.0", `138.66999999999999`: "138.67",
		`true`: "True", `false`: "False", `null`: "None",
	} {
		args := parseArgs(t, `{"v": `+source+`}`)
		if got := pythonText(args["v"]); got != want {
			t.Errorf("pythonText(%s) = %q, want %q", source, got, want)
		}
	}
}

// TestFloatsAsPython holds the spelling of floats against Python's own.
func TestFloatsAsPython(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var bits, want strings.Builder
	for range 2000 {
		f := math.Float64frombits(random.Uint64())
		if math.IsNaN(f) {
			continue
		}
		fmt.Fprintln(&bits, math.Float64bits(f))
		fmt.Fprintln(&want, pythonFloat(f))
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1e-4, 9.999e-5, 1e16, 9999999999999998, 138.66999999999999, math.Inf(1), math.Inf(-1)} {
		fmt.Fprintln(&bits, math.Float64bits(f))
		fmt.Fprintln(&want, pythonFloat(f))
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here")
	}
	cmd := exec.CommandContext(t.Context(), python, "-c", `import struct, sys
for n in sys.stdin: print(repr(struct.unpack("d", struct.pack("Q", int(n)))[0]))`)
	cmd.Stdin = strings.NewReader(bits.String())
	got := must.Have(cmd.Output())(t)
	if d := cmp.Diff(string(got), want.String()); d != "" {
		t.Errorf("(-Python +ours)\n%s", d)
	}
}

func TestPythonLower(t *testing.T) {
	for in, want := range map[string]string{"ABC": "abc", "İ": "i̇", "ΑΣ": "ας", "ÅSA": "åsa", "ẞ": "ß"} {
		if got := pythonLower(in); got != want {
			t.Errorf("pythonLower(%q) = %q, want %q", in, got, want)
		}
	}
}

// parseArgs reads a check's arguments the way a task's are.
func parseArgs(t *testing.T, source string) Args {
	t.Helper()
	doc := must.Have(json.Marshal(map[string]any{
		"task": "any", "date": "2024-05-01",
		"evaluation": []any{map[string]any{"function": "any", "args": json.RawMessage(source)}},
	}))(t)
	rec := must.Have(parseRecord(doc))(t)
	return rec.Evaluation[0].Args
}
