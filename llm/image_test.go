package llm_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/llm"
	"legomem/llm/llmtest"
)

func TestChatShowsImages(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{NoUsage: true}, llmtest.Reply{Text: "a cat", Finish: "length"}, llmtest.Reply{Text: "words"})
	c, _ := newClient(t, e)
	req := ask("What is this?")
	req.Partial = true
	req.Messages[1].Images = []llm.Image{{MIME: "image/png", Data: []byte("one")}, {MIME: "image/jpeg", Data: []byte{0, 255}}}
	reply, err := c.Chat(t.Context(), req)
	if err != nil || reply.Text != "a cat" || !reply.Cut {
		t.Fatalf("reply %+v, %v", reply, err)
	}
	want := []llmtest.Message{
		{Role: "system", Content: "rules"},
		{Role: "user", Content: "What is this?", Images: []llmtest.Image{{MIME: "image/png", Data: []byte("one")}, {MIME: "image/jpeg", Data: []byte{0, 255}}}},
	}
	if diff := cmp.Diff(want, e.Requests()[0].Messages); diff != "" {
		t.Error(diff)
	}
	seen := reply.Usage.Prompt
	if reply, err = c.Chat(t.Context(), ask("What is this?")); err != nil || reply.Cut {
		t.Fatalf("reply %+v, %v", reply, err)
	}
	if reply.Usage.Prompt >= seen || reply.Usage.Prompt == 0 {
		t.Errorf("%d tokens without the images, %d with them", reply.Usage.Prompt, seen)
	}
}

// What a server says against a picture, and what it says against all of them.
func TestBadImage(t *testing.T) {
	for _, tc := range []struct {
		status int
		says   string
		bad    bool
	}{
		{400, "You uploaded an unsupported image. Please make sure your image has of one the following formats", true},
		{400, "Invalid image data", true},
		{400, "The image data you provided does not represent a valid image", true},
		{400, "Failed to load image: cannot identify image file", true},
		{400, "image dimensions exceed max allowed size: 8000 pixels", true},
		{400, "Your input image may contain content that is not allowed by our safety system", true},
		{400, "image_parse_error: could not parse the image", true},
		{413, "Request too large", true},
		{422, "The image is too small", true},
		{400, "the pixels make no sense", false}, // words we do not know
		{500, "Failed to load image or audio file", true},
		{400, "Invalid content type. image_url is only supported by certain models.", false},
		{400, "This model does not support image input", false},
		{500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", false},
		{404, "No endpoints found that support image input", false},
		{400, "m is not a multimodal model", false},
		{400, "temperature must be 1", false},
		{401, "bad image key", false},
		{429, "too many images: image limit exceeded", false},
		{500, "out of memory", false},
	} {
		t.Run(tc.says, func(t *testing.T) {
			c, _ := newClient(t, llmtest.New(t, llmtest.Options{}, llmtest.Reply{Status: tc.status, Text: tc.says}), func(e *llm.Endpoint) { e.MaxTries = 1 })
			_, err := c.Chat(t.Context(), ask("x"))
			if err == nil || llm.BadImage(err) != tc.bad {
				t.Errorf("%v: a bad image: %v, want %v", err, llm.BadImage(err), tc.bad)
			}
		})
	}
	if llm.BadImage(nil) {
		t.Error("no error is a bad image")
	}
}

// An endpoint must be able to tell what is no picture.
func TestEndpointRefusesOtherContent(t *testing.T) {
	for name, content := range map[string]string{
		"an address":  `[{"type":"image_url","image_url":{"url":"http://a.invalid/x.png"}}]`,
		"no base64":   `[{"type":"image_url","image_url":{"url":"data:image/png;base64,***"}}]`,
		"other parts": `[{"type":"video"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			e := llmtest.New(t, llmtest.Options{})
			if got, err := post(t, sendTo(e), "chat/completions", `{"messages":[{"role":"user","content":`+content+`}]}`); err != nil || !strings.Contains(got, "not JSON") {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

// sendTo sends every request to the endpoint, whatever its address.
func sendTo(e *llmtest.Endpoint) transport {
	return func(r *http.Request) (*http.Response, error) {
		r.URL.Host = strings.TrimSuffix(strings.TrimPrefix(e.URL(), "http://"), "/v1")
		return http.DefaultTransport.RoundTrip(r)
	}
}
