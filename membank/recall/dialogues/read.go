package dialogues

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Grouping is how dialogues are made into users.
type Grouping struct {
	Seed uint64
	// Conflicts lets a user have several dialogues of one service, with other values for the
	// same slots: harder than the paper's users, whose intents do not conflict.
	Conflicts bool
}

// Read makes users of the data in a folder, or in each of its folders: those with a
// schema.json are in the Schema-Guided Dialogue format, those with a users.json in the one of
// sessions.go. The same data and grouping give the same users. An error names the file, and where
// its JSON is broken, the line.
func Read(dir string, g Grouping) ([]Source, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the dialogues: %w", err)
	}
	folders := []string{dir}
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, filepath.Join(dir, e.Name()))
		}
	}
	var out []Source
	for _, f := range folders {
		s, err := readFolder(f, g)
		if err != nil {
			return nil, err
		}
		if s != nil {
			out = append(out, *s)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there are no dialogues in %s: a folder with schema.json and dialogues_*.json is read, one with users.json, or a folder of such folders", dir)
	}
	return out, nil
}

// readFolder returns nil for a folder without dialogues.
func readFolder(dir string, g Grouping) (*Source, error) {
	s := &Source{Name: filepath.Base(dir), Files: map[string]string{}}
	for name, read := range map[string]func(*Source, string, Grouping) error{"schema.json": readSGD, "users.json": readUsers} {
		_, err := os.Stat(filepath.Join(dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("read the dialogues: %w", err)
		}
		if err := read(s, dir, g); err != nil {
			return nil, err
		}
		return s, nil
	}
	return nil, nil
}

// decode reads a file of JSON and notes its hash.
func (s *Source) decode(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the dialogues: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s, line %d: %w", file, lineOf(text, err), err)
	}
	sum := sha256.Sum256(text)
	s.Files[s.Name+"/"+filepath.Base(file)] = hex.EncodeToString(sum[:])[:16]
	return nil
}

// lineOf is where an error of encoding/json is, from 1; where it does not say, the last line.
func lineOf(text []byte, err error) int {
	at := len(text)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = int(syntax.Offset)
	case errors.As(err, &kind):
		at = int(kind.Offset)
	}
	return 1 + bytes.Count(text[:min(max(at, 0), len(text))], []byte("\n"))
}

// filesOf are the dialogue files of a folder, in order.
func filesOf(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the dialogues: %w", err)
	}
	var out []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "dialogues") && filepath.Ext(e.Name()) == ".json" {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	slices.Sort(out)
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has a schema.json and no dialogues_*.json", dir)
	}
	return out, nil
}
