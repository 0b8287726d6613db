package configs

import (
	"os"
	"path/filepath"
)

// DataDir is the program's XDG data folder: $XDG_DATA_HOME/legomem, or
// ~/.local/share/legomem.
func DataDir(lookup func(string) (string, bool)) (string, error) {
	if dir, ok := lookup("XDG_DATA_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "legomem"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "share", "legomem"), nil
}
