package catalogue

import (
	"bufio"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"os"

	"renown/internal/tool/textfile"
)

// lineMax bounds a line, and a record of several lines, in bytes.
const lineMax = 1 << 20

// source is a file that can be read again from its beginning.
type source struct {
	file     io.ReadSeeker
	size     int64
	close    func()
	encoding textfile.Encoding
	progress func(done, total int64)
	pass     int64 // how many times it has been read before
	seed     maphash.Seed
	seen     map[uint64]int64 // lines by the hash of the key on them
}

func openSource(in io.Reader) (*source, error) {
	s := &source{close: func() {}, seed: maphash.MakeSeed()}
	if file, ok := in.(io.ReadSeeker); ok {
		if size, err := file.Seek(0, io.SeekEnd); err == nil {
			s.file, s.size = file, size
		}
	}
	if s.file == nil {
		if err := s.spool(in); err != nil {
			return nil, err
		}
	}
	if err := s.detect(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// spool copies what can be read only once.
func (s *source) spool(in io.Reader) error {
	file, err := os.CreateTemp("", "renown-import-*")
	if err != nil {
		return err
	}
	s.file, s.close = file, func() { file.Close(); os.Remove(file.Name()) }
	if s.size, err = io.Copy(file, in); err != nil {
		s.close()
	}
	return err
}

// hash stands for a key, so that a million of them fit into a few megabytes.
func (s *source) hash(key string) uint64 { return maphash.String(s.seed, key) }

// detect finds the encoding.
func (s *source) detect() (err error) {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	s.encoding, err = textfile.Guess(s.file)
	return err
}

// text is the whole file as UTF-8, from its beginning, without a byte order mark.
func (s *source) text() (io.Reader, error) {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return s.encoding.Reader(&counter{in: s.file, told: s.tell}), nil
}

func (s *source) tell(read int64) {
	if s.progress != nil {
		s.progress(s.pass*s.size+read, 2*s.size)
	}
}

// counter tells now and then how much was read through it.
type counter struct {
	in          io.Reader
	read, since int64
	told        func(int64)
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.read += int64(n)
	if c.since += int64(n); c.since >= 1<<16 || err == io.EOF {
		c.since = 0
		c.told(c.read)
	}
	return n, err
}

// each reads every line with an outlet on it. fn is given the outlet or why there is none; its own error ends the reading.
func (s *source) each(ctx context.Context, ignored map[string]bool, fn func(line int64, o Entry, why error) error) error {
	text, err := s.text()
	if err != nil {
		return err
	}
	lines := &lines{in: bufio.NewReaderSize(text, lineMax), encoding: s.encoding}
	records, err := lines.records(ignored)
	if err != nil {
		return err
	}
	for {
		line, r, why, err := records()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		var o Entry
		if why == nil {
			o, why = r.outlet()
		}
		if why == nil {
			why = s.first(o.Key, line)
		}
		if err := fn(line, o, why); err != nil {
			return err
		}
	}
}

// first refuses a second line about the same outlet.
func (s *source) first(key string, line int64) error {
	hash := s.hash(key)
	if earlier, ok := s.seen[hash]; ok {
		return fmt.Errorf("the same outlet as on line %d", earlier)
	}
	s.seen[hash] = line
	return nil
}
