package llm

import (
	"fmt"
	"io"
	"net/http"
)

// The most that is read of one response, in bytes, after it is decompressed. A reply
// of a model is a few kilobytes, and a batch of vectors some megabytes.
const (
	maxReply = 64 << 20
	maxError = 64 << 10
)

// Bounded is a transport that reads at most 64 MB of a response, and 64 KB of an
// error's. A longer response is an *Oversized; a longer error is cut, since its beginning
// says what is wrong. A nil next is the network.
func Bounded(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return bounded{next}
}

// Oversized is a response that is longer than what is read of one.
type Oversized struct {
	URL string // the address, without its query and password
	Cap int64  // bytes
}

func (o *Oversized) Error() string {
	return fmt.Sprintf("%s sent more than %d MB as one reply, which is the most that is read", o.URL, o.Cap>>20)
}

type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		resp.Body = cutBody{io.LimitReader(resp.Body, maxError), resp.Body}
		return resp, nil
	}
	long := &Oversized{URL: address(r.URL), Cap: maxReply}
	if resp.ContentLength > maxReply {
		_ = resp.Body.Close() // nothing of it was used
		return nil, long
	}
	resp.Body = &boundedBody{body: resp.Body, left: maxReply, long: long}
	return resp, nil
}

// cutBody ends early; closing it hangs up on what was not read.
type cutBody struct {
	io.Reader
	io.Closer
}

// boundedBody fails where a body goes on after its bound.
type boundedBody struct {
	body io.ReadCloser
	left int64
	long *Oversized
}

func (b *boundedBody) Close() error { return b.body.Close() }

// Read asks for one byte more than is left: only that one tells a body that ends at the
// bound from one that goes on.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.long
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left >= 0 {
		return n, err
	}
	return n - 1, b.long
}
