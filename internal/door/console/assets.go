package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"renown/internal/door/porch"
)

//go:embed assets
var assetFiles embed.FS

const assetPrefix = "/assets/"

// assets are the files a page needs. Their names carry a hash of what is in them, so a browser may keep them for ever.
type assets struct {
	named map[string]string // name in the folder → address
	files map[string]assetFile
}

type assetFile struct {
	contentType, etag string
	plain             []byte
	zipped            func() []byte // made when it is first asked for
}

var assetTypes = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// loadAssets reads them once in a process.
var loadAssets = sync.OnceValues(func() (*assets, error) {
	a := &assets{named: map[string]string{}, files: map[string]assetFile{}}
	err := fs.WalkDir(assetFiles, "assets", func(name string, entry fs.DirEntry, err error) error {
		contentType, ok := assetTypes[path.Ext(name)]
		if err != nil || entry.IsDir() || !ok {
			return err
		}
		body, err := assetFiles.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		hash := hex.EncodeToString(sum[:6])
		short := strings.TrimPrefix(name, "assets/")
		address := assetPrefix + strings.TrimSuffix(short, path.Ext(short)) + "." + hash + path.Ext(short)
		a.named[short] = address
		a.files[address] = assetFile{
			contentType: contentType, etag: `"` + hash + `"`, plain: body,
			zipped: sync.OnceValue(func() []byte { return zip(body) }),
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("embedded assets: %w", err)
	}
	return a, nil
})

func zip(body []byte) []byte {
	var zipped bytes.Buffer
	z, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	_, _ = z.Write(body)
	_ = z.Close()
	return zipped.Bytes()
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	porch.Of(r.Context()).Route = assetPrefix
	f, ok := a.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", f.etag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.contentType)
	body := f.plain
	if porch.AcceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body = f.zipped()
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
