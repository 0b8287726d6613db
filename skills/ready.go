package skills

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"legomem/lists"
	"legomem/reading"
)

// Parsing the YAML, and making a thousand wordings ready for reading, takes longer than a
// user should wait, so both come with the program:
//
//	go run ./reading/train -ready
//
// Where the YAML has changed since, it is parsed.

//go:embed ready.bin
var readyFile []byte

// The file is the length of the library in four bytes, the least first, the library, and what
// was prepared of it, which is read where it lies.

// readyMade is the library as it was made ready.
type readyMade struct {
	Sources     []byte // the hash of the YAML
	Definitions []byte // the skills without their wordings, in JSON
	Wordings    [][]reading.Wording
	None        []string
}

// MakeReady makes the library ready, as the file ready.bin.
func MakeReady() ([]byte, error) {
	l, err := parse()
	if err != nil {
		return nil, err
	}
	r := readyMade{None: l.None, Wordings: lists.Map(l.Skills, func(s Skill) []reading.Wording { return s.Wordings })}
	p, err := l.Prepared()
	if err != nil {
		return nil, err
	}
	if r.Definitions, err = json.Marshal(lists.Map(l.Skills, func(s Skill) Skill { s.Wordings = nil; return s })); err != nil {
		return nil, fmt.Errorf("make the skills ready: %w", err)
	}
	if r.Sources, err = sources(); err != nil {
		return nil, err
	}
	var made bytes.Buffer
	if err := gob.NewEncoder(&made).Encode(r); err != nil {
		return nil, fmt.Errorf("make the skills ready: %w", err)
	}
	out := bytes.NewBuffer(binary.LittleEndian.AppendUint32(nil, uint32(made.Len())))
	out.Write(made.Bytes())
	if err := p.Save(out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// sources is a hash of the YAML.
func sources() ([]byte, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data)
		return err
	})
	return sum.Sum(nil), err
}

// fromReady is the library that was made ready; false if the YAML is another by now.
func fromReady() (Library, bool) {
	var r readyMade
	var l Library
	const length = 4
	if len(readyFile) < length {
		return l, false
	}
	rest := readyFile[length:]
	end := min(int(binary.LittleEndian.Uint32(readyFile)), len(rest))
	want, err := sources()
	if err != nil || gob.NewDecoder(bytes.NewReader(rest[:end])).Decode(&r) != nil || !slices.Equal(r.Sources, want) {
		return l, false
	}
	if json.Unmarshal(r.Definitions, &l.Skills) != nil || len(l.Skills) != len(r.Wordings) {
		return l, false
	}
	for i := range l.Skills {
		l.Skills[i].Wordings = r.Wordings[i]
	}
	l.None, l.prepared = r.None, rest[end:]
	return l, true
}

// Prepared is the skills made ready for reading.
func (l Library) Prepared() (*reading.Prepared, error) {
	all := lists.Map(l.Skills, Skill.Reads)
	if l.prepared != nil {
		return reading.LoadPrepared(bytes.NewReader(l.prepared), all)
	}
	return reading.Prepare(all, reference)
}
