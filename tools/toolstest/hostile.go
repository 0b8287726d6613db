package toolstest

import (
	"archive/zip"
	"bytes"
	"net"
	"testing"
)

// Bait is the address of a server that nothing may connect to. A connection fails the
// test at its end.
func Bait(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	calls := make(chan int)
	go func() {
		n := 0
		for {
			c, err := l.Accept()
			if err != nil {
				calls <- n
				return
			}
			n++
			_ = c.Close()
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		if n := <-calls; n > 0 {
			t.Errorf("%s was asked %d times", l.Addr(), n)
		}
	})
	return l.Addr().String()
}

// Zip packs parts, name and content in turn, by a method of package zip.
func Zip(t testing.TB, method uint16, parts ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	zw := zip.NewWriter(&out)
	for i := 0; i < len(parts); i += 2 {
		w, err := zw.CreateHeader(&zip.FileHeader{Name: parts[i], Method: method})
		if err == nil {
			_, err = w.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
