package operator

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"io"
	"net/http"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
)

const (
	uploadMax  = 16 << 20 // bytes of a file; larger ones are imported by the command
	faultsMost = 200      // bad lines that are shown
)

// importing is a file that was looked at and is not imported yet. It travels with the page: nothing is kept on the server.
type importing struct {
	form    kit.Form
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

func (pages *Pages) showImport(_ context.Context, _ *kit.Visit) (kit.Reply, error) {
	return kit.Show(kit.Page{Title: kit.Key("导入媒体"), Entry: "operator-media", Body: importBody(importing{form: kit.Filled()})})
}

// importOutlets looks at a file that was sent, or imports one that was looked at.
func (pages *Pages) importOutlets(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	in := importing{form: v.Submitted()}
	file, err := in.receive(v)
	if err != nil {
		return kit.Reply{}, err
	}
	if !in.form.Sound() {
		return pages.importPage(in, http.StatusUnprocessableEntity)
	}
	certain := v.PostForm.Get("certain") != ""
	in.options = catalogue.ImportOptions{
		KeepGoing: v.PostForm.Get("keep_going") != "", RetireMissing: v.PostForm.Get("retire_missing") != "", Rehearse: !certain,
		Bad: func(line int64, why error) {
			if len(in.faults) < faultsMost {
				in.faults = append(in.faults, lineFault{line, importFault(v, why.Error())})
			}
		},
	}
	report, err := pages.Catalogue.Import(ctx, bytes.NewReader(file), in.options)
	if err == nil && certain {
		v.Say("已导入：新增 %d，更新 %d，未变 %d，下架 %d", report.Created, report.Updated, report.Unchanged, report.Retired)
		return kit.LeadTo("/operator/media")
	}
	in.report = &report
	status := http.StatusOK
	if err != nil {
		status = http.StatusUnprocessableEntity
		if err := in.form.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.importPage(in, status)
}

func (pages *Pages) importPage(in importing, status int) (kit.Reply, error) {
	return kit.Show(kit.Page{Title: kit.Key("导入媒体"), Entry: "operator-media", Status: status, Body: importBody(in)})
}

// receive takes the file that was chosen, or the one that travelled with the page.
func (in *importing) receive(v *kit.Visit) ([]byte, error) {
	if err := v.ParseMultipartForm(1 << 20); err != nil {
		return nil, kit.Unreadable(err)
	}
	defer func() { _ = v.MultipartForm.RemoveAll() }()
	in.form.Values, in.name = v.PostForm, v.PostForm.Get("name")
	if packed := v.PostForm.Get("packed"); packed != "" {
		in.packed = packed
		return unpack(packed)
	}
	upload, header, err := v.FormFile("file")
	if err != nil {
		in.form.Blame("file", v.T("请选择一个文件"))
		return nil, nil
	}
	defer upload.Close()
	text, err := io.ReadAll(io.LimitReader(upload, uploadMax+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) == 0:
		in.form.Blame("file", v.T("文件是空的"))
	case len(text) > uploadMax:
		in.form.Blame("file", v.T("文件超过 16 MiB，请用命令行 renown outlet import 导入"))
	}
	in.name, in.packed = kit.Clipped(header.Filename, 80), pack(text)
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
