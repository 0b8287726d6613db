package office

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // the formats that DecodeImage takes
	_ "image/jpeg" //
	_ "image/png"  //

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"
)

// ImageSuffixes lists the files that DecodeImage takes.
const ImageSuffixes = ".jpg, .png, .gif, .bmp, .tiff, .webp"

// maxPixels is a page scanned at 600 dots an inch, twice: 280 MB decoded.
const maxPixels = 70_000_000

// DecodeImage reads an image and says in which format it was ("jpeg", "png",
// ...). The size it claims is checked before anything is unpacked: a few bytes
// can claim gigabytes.
func DecodeImage(data []byte) (image.Image, string, error) {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, "", fmt.Errorf("%w: not an image (%w); accepted: %s", ErrCorrupt, err, ImageSuffixes)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 {
		return nil, "", fmt.Errorf("%w: an image of %d x %d pixels", ErrCorrupt, cfg.Width, cfg.Height)
	}
	if cfg.Width > maxPixels/cfg.Height {
		return nil, "", fmt.Errorf("%w: an image of %d x %d pixels, over the cap of %d in all", ErrTooLarge, cfg.Width, cfg.Height, maxPixels)
	}
	img, format, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, "", fmt.Errorf("%w: damaged image: %w", ErrCorrupt, err)
	}
	return img, format, nil
}
