package configs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Document is the text of a configuration file, in which single keys are set. All else
// stays in it: the other keys, their order and the comments.
type Document struct {
	text []byte     // as it was
	doc  *yaml.Node // nil if it holds nothing but comments
	root *yaml.Node // the mapping in it
	set  map[string]any
}

// ParseDocument reads a configuration file's text, which may be empty.
func ParseDocument(text []byte) (*Document, error) {
	d := &Document{text: text, root: &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}, set: map[string]any{}}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return d, nil
	} else if err != nil {
		return nil, err
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("it holds several documents")
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("it is no list of keys")
	}
	d.doc, d.root = &doc, doc.Content[0]
	return d, nil
}

// Text is what the document itself says of a key, "" if it says nothing.
func (d *Document) Text(key string) string {
	v, err := parsed(d.text)
	if err != nil {
		return ""
	}
	return v.GetString(key)
}

// Set sets a key ("user.name") to a text or to texts.
func (d *Document) Set(key string, value any) error {
	at, name := d.root, key
	if section, rest, nested := strings.Cut(key, "."); nested {
		at, name = entry(at, section), rest
		if at.Kind == yaml.ScalarNode && at.Tag == "!!null" {
			at.Kind, at.Tag, at.Value = yaml.MappingNode, "!!map", ""
		}
		if at.Kind != yaml.MappingNode {
			return fmt.Errorf("%s is no section with keys; write %s into it yourself", section, key)
		}
	}
	var fresh yaml.Node
	if err := fresh.Encode(value); err != nil {
		return err
	}
	old := entry(at, name)
	fresh.HeadComment, fresh.LineComment, fresh.FootComment = old.HeadComment, old.LineComment, old.FootComment
	*old = fresh
	d.set[key] = value
	return nil
}

// entry is a mapping's value under a key, which is made, as nothing, if it is not there.
func entry(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if strings.EqualFold(mapping.Content[i].Value, key) {
			return mapping.Content[i+1]
		}
	}
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
	mapping.Content = append(mapping.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, value)
	return value
}

// Bytes is the text as it is now. It is an error if reading it would not give what was
// set, since the file says the same in another way, too.
func (d *Document) Bytes() ([]byte, error) {
	out, err := d.encode()
	if err != nil {
		return nil, err
	}
	v, err := parsed(out)
	if err != nil {
		return nil, err
	}
	for key, value := range d.set {
		if got := v.Get(key); fmt.Sprint(got) != fmt.Sprint(value) {
			return nil, fmt.Errorf("it says %v of %s in another way, too; take that out", got, key)
		}
	}
	return out, nil
}

func (d *Document) encode() ([]byte, error) {
	var b bytes.Buffer
	all := d.doc
	if all == nil {
		all = d.root
		if comments := bytes.TrimSpace(d.text); len(comments) > 0 {
			b.Write(append(comments, "\n\n"...))
		}
	}
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	err := errors.Join(enc.Encode(all), enc.Close())
	return b.Bytes(), err
}
