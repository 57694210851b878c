package console

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"io"
	"net/http"

	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
)

const (
	uploadMax  = 16 << 20 // bytes of a file; larger ones are imported by the command
	faultsMost = 200      // bad lines that are shown
)

// importing is a file that was looked at and is not imported yet. It travels with the page: nothing is kept on the server.
type importing struct {
	form    form
	name    string
	packed  string // the file, compressed
	report  *catalogue.ImportReport
	faults  []lineFault
	options catalogue.ImportOptions
}

type lineFault struct {
	line int64
	why  string
}

func (c *Console) showImport(_ context.Context, _ *visit) (reply, error) {
	return show(page{Title: key("导入媒体"), Entry: "operator-media", Body: importBody(importing{form: filled()})})
}

// importOutlets looks at a file that was sent, or imports one that was looked at.
func (c *Console) importOutlets(ctx context.Context, v *visit) (reply, error) {
	in := importing{form: v.form()}
	file, err := in.receive(v)
	if err != nil {
		return reply{}, err
	}
	if !in.form.sound() {
		return c.importPage(in, http.StatusUnprocessableEntity)
	}
	certain := v.PostForm.Get("certain") != ""
	in.options = catalogue.ImportOptions{
		KeepGoing: v.PostForm.Get("keep_going") != "", RetireMissing: v.PostForm.Get("retire_missing") != "", Rehearse: !certain,
		Bad: func(line int64, why error) {
			if len(in.faults) < faultsMost {
				in.faults = append(in.faults, lineFault{line, v.importFault(why.Error())})
			}
		},
	}
	report, err := c.rooms.Catalogue.Import(ctx, bytes.NewReader(file), in.options)
	if err == nil && certain {
		v.say("已导入：新增 %d，更新 %d，未变 %d，下架 %d", report.Created, report.Updated, report.Unchanged, report.Retired)
		return leadTo("/operator/media")
	}
	in.report = &report
	status := http.StatusOK
	if err != nil {
		status = http.StatusUnprocessableEntity
		if err := in.form.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.importPage(in, status)
}

func (c *Console) importPage(in importing, status int) (reply, error) {
	return show(page{Title: key("导入媒体"), Entry: "operator-media", Status: status, Body: importBody(in)})
}

// receive takes the file that was chosen, or the one that travelled with the page.
func (in *importing) receive(v *visit) ([]byte, error) {
	if err := v.ParseMultipartForm(1 << 20); err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = v.MultipartForm.RemoveAll() }()
	in.form.values, in.name = v.PostForm, v.PostForm.Get("name")
	if packed := v.PostForm.Get("packed"); packed != "" {
		in.packed = packed
		return unpack(packed)
	}
	upload, header, err := v.FormFile("file")
	if err != nil {
		in.form.blame("file", v.t("请选择一个文件"))
		return nil, nil
	}
	defer upload.Close()
	text, err := io.ReadAll(io.LimitReader(upload, uploadMax+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) == 0:
		in.form.blame("file", v.t("文件是空的"))
	case len(text) > uploadMax:
		in.form.blame("file", v.t("文件超过 16 MiB，请用命令行 renown media import 导入"))
	}
	in.name, in.packed = clipped(header.Filename, 80), pack(text)
	return text, nil
}

func pack(text []byte) string {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(text)
	_ = z.Close()
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// unpack reads a file that a page carried. A browser may send anything: what unfolds to more than was allowed is refused.
func unpack(packed string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return nil, fault.New(fault.Unreadable).Because(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fault.New(fault.Unreadable).Because(err)
	}
	text, err := io.ReadAll(io.LimitReader(z, uploadMax+1))
	if err != nil || len(text) > uploadMax {
		return nil, fault.New(fault.Unreadable).Because(err)
	}
	return text, nil
}
