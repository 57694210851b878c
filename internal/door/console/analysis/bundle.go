package analysis

import (
	"archive/zip"
	"bytes"
	"context"

	"renown/internal/door/console/kit"
)

// bundled are all tables of the analyses of a brand.
func (pages *Pages) bundled() []struct {
	draw   kit.Handler
	tables []string
} {
	return []struct {
		draw   kit.Handler
		tables []string
	}{
		{pages.exportOverview, []string{"indicators", "trend", "platforms", "competitors", "alerts"}},
		{pages.exportVisibility, []string{"prompts", "topics", "stages"}},
		{pages.exportSentiment, []string{"trend", "platforms", "quotes", "competitors"}},
		{pages.exportCitations, []string{"domains", "urls", "classes", "gaps"}},
	}
}

// exportBundle is all tables of the period in one file, as each page gives them.
func (pages *Pages) exportBundle(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	var out bytes.Buffer
	bundle := zip.NewWriter(&out)
	for _, part := range pages.bundled() {
		for _, table := range part.tables {
			v.SetPathValue("table", table+".csv")
			reply, err := part.draw(ctx, v)
			if err != nil {
				return kit.Reply{}, err
			}
			file, err := bundle.Create(reply.File.Name)
			if err != nil {
				return kit.Reply{}, err
			}
			if _, err := file.Write(reply.File.Body); err != nil {
				return kit.Reply{}, err
			}
		}
	}
	if err := bundle.Close(); err != nil {
		return kit.Reply{}, err
	}
	return kit.Reply{File: &kit.File{Name: v.Brand.Name + ".zip", ContentType: "application/zip", Body: out.Bytes()}}, nil
}
