package report

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"renown/internal/floor/fault"
)

// What is known of a picture before it is decoded decides whether it is: a small file can ask for gigabytes of memory,
// or for minutes.
const (
	LogoMost  = 1 << 20 // bytes of a file
	sideMost  = 4096    // pixels
	areaMost  = 8 << 20 // pixels, so that decoding holds about 100 MB at most
	scansMost = 64      // of a JPEG; each goes over the whole picture
	logoSide  = 400     // pixels of what is kept
)

// decoding lets one picture at a time be decoded in this process.
var decoding = make(chan struct{}, 1)

func refused() *fault.Fault {
	return fault.Value("not a picture that can be a logo", nil, "body", "file")
}

// fitLogo decodes a PNG or JPEG and encodes it anew, small: nothing but pixels survives, neither metadata nor what
// hides behind them.
func fitLogo(ctx context.Context, data []byte) ([]byte, error) {
	if len(data) > LogoMost {
		return nil, refused().Why("logo_bytes")
	}
	isPNG, isJPEG := bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")), bytes.HasPrefix(data, []byte("\xff\xd8\xff"))
	if !isPNG && !isJPEG {
		return nil, refused().Why("logo_kind")
	}
	if isJPEG && bytes.Count(data, []byte("\xff\xda")) > scansMost {
		return nil, refused().Why("logo_broken")
	}
	size, decode := png.DecodeConfig, png.Decode
	if isJPEG {
		size, decode = jpeg.DecodeConfig, jpeg.Decode
	}
	c, err := size(bytes.NewReader(data))
	switch {
	case err != nil || c.Width < 1 || c.Height < 1:
		return nil, refused().Why("logo_broken")
	case c.Width > sideMost, c.Height > sideMost, c.Width*c.Height > areaMost:
		return nil, refused().Why("logo_pixels", sideMost)
	}
	select {
	case decoding <- struct{}{}:
		defer func() { <-decoding }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	picture, err := decode(bytes.NewReader(data))
	if err != nil {
		return nil, refused().Why("logo_broken")
	}
	var out bytes.Buffer
	if isJPEG {
		err = jpeg.Encode(&out, shrink(picture), &jpeg.Options{Quality: 90})
	} else {
		err = png.Encode(&out, shrink(picture))
	}
	return out.Bytes(), err
}

// shrink is a picture of which no side is longer than a logo's: each pixel is the mean of those that it stands for.
func shrink(src image.Image) image.Image {
	from := src.Bounds()
	wide, high := from.Dx(), from.Dy()
	longest := max(wide, high, logoSide)
	w, h := max(1, wide*logoSide/longest), max(1, high*logoSide/longest)
	if longest == logoSide { // it is small enough
		w, h = wide, high
	}
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			out.Set(x, y, mean(src, image.Rect(from.Min.X+x*wide/w, from.Min.Y+y*high/h, from.Min.X+(x+1)*wide/w, from.Min.Y+(y+1)*high/h)))
		}
	}
	return out
}

func mean(src image.Image, of image.Rectangle) color.Color {
	var sum [4]uint64
	for y := of.Min.Y; y < of.Max.Y; y++ {
		for x := of.Min.X; x < of.Max.X; x++ {
			r, g, b, a := src.At(x, y).RGBA()
			sum[0], sum[1], sum[2], sum[3] = sum[0]+uint64(r), sum[1]+uint64(g), sum[2]+uint64(b), sum[3]+uint64(a)
		}
	}
	n := uint64(of.Dx() * of.Dy())
	return color.RGBA64{uint16(sum[0] / n), uint16(sum[1] / n), uint16(sum[2] / n), uint16(sum[3] / n)}
}
