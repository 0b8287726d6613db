package office

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"legomem/must"
)

// pictures are small images of every format but webp, which nothing here
// writes.
func pictures(tb testing.TB) map[string][]byte {
	tb.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.White, color.Black})
	img.SetColorIndex(1, 1, 1)
	all := map[string][]byte{}
	encode := func(name string, write func(*bytes.Buffer) error) {
		var out bytes.Buffer
		must.Do(tb, write(&out))
		all[name] = out.Bytes()
	}
	encode("png", func(out *bytes.Buffer) error { return png.Encode(out, img) })
	encode("jpeg", func(out *bytes.Buffer) error { return jpeg.Encode(out, img, nil) })
	encode("bmp", func(out *bytes.Buffer) error { return bmp.Encode(out, img) })
	encode("tiff", func(out *bytes.Buffer) error { return tiff.Encode(out, img, &tiff.Options{Compression: tiff.Deflate}) })
	encode("gif", func(out *bytes.Buffer) error {
		var frames []*image.Paletted
		var delays []int
		for range 50 {
			frames, delays = append(frames, img), append(delays, 1)
		}
		return gif.EncodeAll(out, &gif.GIF{Image: frames, Delay: delays})
	})
	return all
}

// claims writes a png that says how large it is and has no more.
func claims(width, height uint32, depth, kind byte) []byte {
	header := []byte("IHDR")
	header = binary.BigEndian.AppendUint32(header, width)
	header = binary.BigEndian.AppendUint32(header, height)
	header = append(header, depth, kind, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d")
	out = append(out, header...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(header))
}

func TestImagesHold(t *testing.T) {
	good := pictures(t)
	frames := good["gif"]
	first := bytes.IndexByte(frames[20:], ',') + 20
	second := bytes.IndexByte(frames[first+1:], ',') + first + 1
	loop := bytes.Clone(good["tiff"])
	offset := binary.LittleEndian.Uint32(loop[4:])
	entries := uint32(binary.LittleEndian.Uint16(loop[offset:]))
	binary.LittleEndian.PutUint32(loop[offset+2+12*entries:], offset) // the next page is this one
	jpg := good["jpeg"]
	for _, tt := range []struct {
		name string
		data []byte
		want error
		says string
	}{
		{"nothing", nil, ErrCorrupt, "accepted"},
		{"text", []byte("hello"), ErrCorrupt, "accepted"},
		{"thousands of millions of pixels", claims(60_000, 60_000, 8, 2), ErrTooLarge, "60000 x 60000"},
		{"a line of a million pixels", claims(1_000_000, 1, 8, 2), ErrTooLarge, "on a side"},
		{"16 bits a colour", claims(8_000, 8_000, 16, 6), ErrTooLarge, "16 bits"},
		{"a gif of a side of 65535", []byte("GIF89a\xff\xff\xff\xff\x00\x00\x00"), ErrTooLarge, ""},
		{"no pixels", claims(0, 1, 8, 2), ErrCorrupt, ""},
		{"pixels that are not there", claims(100, 100, 8, 2), ErrCorrupt, "damaged"},
		{"a JPEG of many passes", bytes.Replace(jpg, []byte("\xff\xda"), bytes.Repeat([]byte("\xff\xda"), maxScans+1), 1), ErrTooLarge, "passes"},
		{"a gif of pictures, of which the first is enough", append(bytes.Clone(frames[:second]), "rubbish"...), nil, ""},
		{"a tiff whose pages lead in a circle", loop, nil, ""},
		{"a tiff of no page", []byte("II*\x00\xff\xff\xff\xff"), ErrCorrupt, ""},
		{"a cut off jpeg", jpg[:len(jpg)/2], ErrCorrupt, ""},
		{"a bmp below zero", bytes.Replace(good["bmp"], []byte("\x03\x00\x00\x00\x02\x00\x00\x00"), []byte("\x03\x00\x00\x80\x02\x00\x00\x80"), 1), ErrCorrupt, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := DecodeImage(tt.data)
			if tt.want == nil && err != nil || tt.want != nil && (!errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says)) {
				t.Errorf("got %v, want %v saying %q", err, tt.want, tt.says)
			}
		})
	}
	for format, data := range good {
		if img, got, err := DecodeImage(data); err != nil || got != format || img.Bounds().Size() != image.Pt(3, 2) {
			t.Errorf("%s: %s, %v", format, got, err)
		}
		if _, _, err := DecodeImage(data[:len(data)/2]); !errors.Is(err, ErrCorrupt) && err != nil {
			t.Errorf("half a %s: got %v", format, err)
		}
	}
}
