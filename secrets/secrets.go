// Package secrets keeps the keys that this program was given from other processes: out
// of the environment that its children get, and out of what the kernel shows of this
// process. It keeps no key in a file, and encrypts nothing.
//
// Start with Withdraw.
package secrets

import (
	"os"
	"strings"
)

// suffix ends the names of the variables that hold keys, such as OPENAI_API_KEY.
const suffix = "_API_KEY"

// Withdraw takes the keys out of this process's environment, and closes the process to
// others of the same user. It returns a lookup of the environment that still has them.
// Call it first in main, before anything is started.
func Withdraw() (lookup func(name string) (string, bool)) {
	keys := map[string]string{}
	for _, line := range os.Environ() {
		name, value, _ := strings.Cut(line, "=")
		if strings.HasSuffix(name, suffix) {
			keys[name] = value
			_ = os.Unsetenv(name) // it fails for names without letters alone
		}
	}
	conceal(keys)
	return func(name string) (string, bool) {
		if value, held := keys[name]; held {
			return value, true
		}
		return os.LookupEnv(name)
	}
}
