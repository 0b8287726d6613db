package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Image is a picture that the endpoint was shown.
type Image struct {
	MIME string
	Data []byte
}

// UnmarshalJSON takes both forms of a message's content, a text and a list of
// parts. A picture must come as a data: URL: this endpoint fetches nothing.
func (m *Message) UnmarshalJSON(b []byte) error {
	type plain Message // without this method
	var in struct {
		plain
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*m = Message(in.plain)
	if len(in.Content) == 0 || in.Content[0] != '[' {
		if len(in.Content) == 0 {
			return nil
		}
		return json.Unmarshal(in.Content, &m.Content)
	}
	return m.takeParts(in.Content)
}

func (m *Message) takeParts(content []byte) error {
	var parts []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if err := json.Unmarshal(content, &parts); err != nil {
		return err
	}
	var texts []string
	for i, p := range parts {
		switch p.Type {
		case "text":
			texts = append(texts, p.Text)
		case "image_url":
			img, err := fromDataURL(p.ImageURL.URL)
			if err != nil {
				return fmt.Errorf("content part %d: %w", i, err)
			}
			m.Images = append(m.Images, img)
		default:
			return fmt.Errorf("content part %d: unknown type %q", i, p.Type)
		}
	}
	m.Content = strings.Join(texts, "\n")
	return nil
}

func fromDataURL(url string) (Image, error) {
	head, data, ok := strings.Cut(url, ",")
	mime, isData := strings.CutPrefix(head, "data:")
	mime, is64 := strings.CutSuffix(mime, ";base64")
	if !ok || !isData || !is64 {
		return Image{}, fmt.Errorf("image_url is no data: URL in base64: %.40q", url)
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	return Image{MIME: mime, Data: raw}, err
}

// shows reports whether any of the request's messages holds a picture.
func (r Request) shows() bool {
	return slices.ContainsFunc(r.Messages, func(m Message) bool { return len(m.Images) > 0 })
}
