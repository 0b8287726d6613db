package llm

import (
	"encoding/base64"
	"errors"
	"net/http"
	"regexp"

	openai "github.com/sashabaranov/go-openai"
)

// Image is a picture in a Message, for models with vision. Data is the file's bytes,
// MIME its type ("image/png").
type Image struct {
	MIME string
	Data []byte
}

// perImage stands for a picture's tokens where the endpoint gives no figures.
// Every model counts them in its own way; this is the order of magnitude.
const perImage = 1000

// wireContent puts a message's text and images into the protocol's content
// parts, the text first. Without images there are none: many servers take
// only a string.
func wireContent(m Message) (string, []openai.ChatMessagePart) {
	if len(m.Images) == 0 {
		return m.Text, nil
	}
	var parts []openai.ChatMessagePart
	if m.Text != "" {
		parts = append(parts, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeText, Text: m.Text})
	}
	for _, one := range m.Images {
		parts = append(parts, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: one.dataURL()}})
	}
	return "", parts
}

func (i Image) dataURL() string {
	return "data:" + i.MIME + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
}

// How the servers we know of word the refusal of a picture. One that matches saysBlind
// is about a model that takes no pictures at all, not about this picture.
var (
	saysBlind    = regexp.MustCompile(`(?i)(does not|doesn't|do not|don't|cannot|not) (support|accept|take|process|handle)\w* .{0,40}(image|vision|multi-?modal)|(images?|image.?inputs?|image.?url|vision) .{0,30}(not|only) (supported|available|enabled)|not (a|an) (vision|multi-?modal)|support(s|ing)? image.?input|missing .{0,40}image input|mmproj`)
	saysBadImage = regexp.MustCompile(`(?i)(invalid|corrupt\w*|damaged|malformed|unsupported|unreadable|bad|truncated) .{0,40}(image|picture)|(image|picture).{0,80}(invalid|corrupt|damaged|malformed|unsupported|unreadable|truncated|too (large|big|small|many)|exceed|not valid|could not|couldn't|cannot|can't|unable|failed|policy|safety|violat|not allowed)|not represent .{0,20}image|(could not|couldn't|cannot|can't|unable to|failed to|error) .{0,40}(image|picture)`)
)

// BadImage reports whether the endpoint refused a request because of the picture in it:
// damaged, too large, or against its rules. It is false if the model takes no pictures
// at all, since then another one would be refused too.
func BadImage(err error) bool {
	var e *Error
	if !errors.As(err, &e) || (e.Kind != Refused && e.Kind != Server) {
		return false
	}
	switch e.Status {
	case http.StatusRequestEntityTooLarge:
		return true // it is the picture that makes a request large
	case http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusInternalServerError:
		return saysBadImage.MatchString(e.Message) && !saysBlind.MatchString(e.Message)
	}
	return false
}
