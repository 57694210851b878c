package catalogue

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/csvcell"
)

// Format is how outlets are written to a file.
type Format string

const (
	JSONL Format = "jsonl" // a record of the interface a line, with its key
	CSV   Format = "csv"
)

// exported is the record of the interface with the key by which an import knows the outlet again.
type exported struct {
	Key string `json:"key"`
	Outlet
}

// exportBatch is how many outlets are read at once.
const exportBatch = 500

// Export writes the whole catalogue, retired outlets included, in the order of ids. Importing it changes nothing. It tells
// how many outlets it wrote. Several batches may see the catalogue at different moments.
func (c *Catalogue) Export(ctx context.Context, out io.Writer, format Format) (written int64, err error) {
	defer fault.Wrap(&err, "catalogue.Export")

	buffered := bufio.NewWriter(out)
	write, err := exporter(buffered, format)
	if err != nil {
		return 0, err
	}
	for after := ""; ; {
		list, err := store.List(ctx, c.db.Read(), scanOutlet, selectOutlet+` WHERE m.id > $1 ORDER BY m.id LIMIT $2`, after, exportBatch)
		if err != nil {
			return written, err
		}
		for i := range list {
			if err := write(&list[i]); err != nil {
				return written, err
			}
			written++
		}
		if len(list) < exportBatch {
			return written, buffered.Flush()
		}
		after = list[len(list)-1].ID
	}
}

func exporter(out io.Writer, format Format) (func(*Outlet) error, error) {
	switch format {
	case JSONL:
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return func(m *Outlet) error { return encoder.Encode(exported{m.Key, *m}) }, nil
	case CSV:
		return csvExporter(out)
	}
	return nil, fault.New(fault.Malformed).Why("export_format")
}

func csvExporter(out io.Writer) (func(*Outlet) error, error) {
	if _, err := io.WriteString(out, "\ufeff"); err != nil { // by which spreadsheets know UTF-8
		return nil, err
	}
	writer := csvcell.NewWriter(out)
	cells := make([]string, len(columns))
	write := func(cell func(*column) string) error {
		for i := range columns {
			cells[i] = cell(&columns[i])
		}
		return errors.Join(writer.Write(cells...), writer.Flush())
	}
	return func(m *Outlet) error { return write(func(c *column) string { return c.get(m) }) },
		write(func(c *column) string { return c.name })
}
