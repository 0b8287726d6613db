package office

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // the formats that DecodeImage takes
	_ "image/jpeg" //
	_ "image/png"  //

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"
)

// ImageSuffixes lists the files that DecodeImage takes.
const ImageSuffixes = ".jpg, .png, .gif, .bmp, .tiff, .webp"

// The caps on an image, each with its reason.
const (
	maxPixels  = 70_000_000    // a page scanned at 600 dots an inch, twice
	maxDecoded = 4 * maxPixels // bytes of it in memory; 16 bits a colour take twice as many
	maxSide    = 1 << 16       // pixels; every line of a TIFF may need a decoder of its own
	maxScans   = 100           // of a JPEG; writers make ten, each of which may touch every pixel again
	maxTouched = 20 * maxPixels
)

// DecodeImage reads an image and returns its format too ("jpeg", "png", ...). An
// animated one gives its first picture, a TIFF its first page. The size that it
// claims is checked before anything is unpacked: a few bytes can claim gigabytes.
func DecodeImage(data []byte) (image.Image, string, error) {
	cfg, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, "", fmt.Errorf("%w: not an image (%w); accepted: %s", ErrCorrupt, err, ImageSuffixes)
	}
	if err := checkImage(cfg); err != nil {
		return nil, "", err
	}
	if format == "jpeg" {
		if err := checkScans(data, cfg); err != nil {
			return nil, "", err
		}
	}
	img, format, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, "", fmt.Errorf("%w: damaged image: %w", ErrCorrupt, err)
	}
	return img, format, nil
}

func checkImage(cfg image.Config) error {
	switch {
	case cfg.Width <= 0 || cfg.Height <= 0:
		return fmt.Errorf("%w: an image of %d x %d pixels", ErrCorrupt, cfg.Width, cfg.Height)
	case cfg.Width >= maxSide || cfg.Height >= maxSide:
		return fmt.Errorf("%w: an image of %d x %d pixels, over the cap of %d on a side; scale it down", ErrTooLarge, cfg.Width, cfg.Height, maxSide)
	case cfg.Width*cfg.Height > maxPixels:
		return fmt.Errorf("%w: an image of %d x %d pixels, over the cap of %d in all; scale it down", ErrTooLarge, cfg.Width, cfg.Height, maxPixels)
	}
	size := 4 // bytes a pixel, at most
	if cfg.ColorModel == color.RGBA64Model || cfg.ColorModel == color.NRGBA64Model {
		size = 8
	}
	if cfg.Width*cfg.Height*size > maxDecoded {
		return fmt.Errorf("%w: an image of %d x %d pixels at 16 bits a colour, over the cap of %d bytes; save it with 8", ErrTooLarge, cfg.Width, cfg.Height, maxDecoded)
	}
	return nil
}

// checkScans counts a JPEG's passes over its pixels. The marker that begins a
// pass cannot occur within one.
func checkScans(data []byte, cfg image.Config) error {
	scans := bytes.Count(data, []byte("\xff\xda"))
	if scans > maxScans || scans*cfg.Width*cfg.Height > maxTouched {
		return fmt.Errorf("%w: a JPEG of %d x %d pixels in %d passes, over the cap of %d passes, or of %d pixels in all; save it anew", ErrTooLarge, cfg.Width, cfg.Height, scans, maxScans, maxTouched)
	}
	return nil
}
