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

// File is the user's own configuration file: $XDG_CONFIG_HOME/legomem/config.yaml, or
// ~/.config/legomem/config.yaml. It need not be there; "" if the environment has no home.
func File(lookup func(string) (string, bool)) string {
	if dir, ok := lookup("XDG_CONFIG_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "legomem", "config.yaml")
	}
	if home, ok := lookup("HOME"); ok && filepath.IsAbs(home) {
		return filepath.Join(home, ".config", "legomem", "config.yaml")
	}
	return ""
}
