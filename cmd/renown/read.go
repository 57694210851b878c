package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"renown/internal/tool/answer"
)

type readCmd struct {
	Files []string `arg:"" optional:"" help:"Files with answers; standard input when there are none, or for -." type:"path"`
}

func (readCmd) Help() string {
	return `Each line is one answer as a JSON object, and each line of the output, in the same order, is what was read from it.
The first entity is the brand. Of the input only text and entities are needed:

  {"text": "…", "question": "…", "citations": [{"url": "…", "title": "…"}],
   "entities": [{"id": "…", "name": "…", "aliases": [], "exclusions": [], "contexts": [], "domains": [], "product_lines": []}]}
  {"state": "names_us", "entities": [{"id": "…", "mentions": 2, "first_offset": 0, "position": 1, "watched_position": 1,
   "stance": "recommended", "visible": true, "unknown": false, "places": [{"start": 0, "end": 2, "state": "named", "product_line": false}],
   "left_out": [{"start": 40, "end": 42, "reason": "word"}],
   "sentiment": {"label": "positive", "score": 0.6, "sentence": "…"},
   "confidence": {"named": 0.96, "stance": 0.97, "tone": 0.99, "grounds": ["plain_name", "is_recommended", "tone_positive"]}}],
   "citations": [{"url": "…", "domain": "…", "class": "news"}]}

Offsets count Unicode characters. A mention is named, echoed (the question repeated) or unknown (the assistant says that it
knows nothing of it); mentions, positions and sentiment count the named ones, one of which makes visible. position is the
place among all names that the answer recommends, watched_position that among the entities. stance
is recommended, mentioned, compared (only what others are held against) or advised_against. confidence is how likely it is that
the entity was rightly found named or not, that stance and tone (or that there is none) are right, and what that rests on.
left_out says where a name stands and does not count, and why: word (used as the ordinary word), source (a title or a credit),
namesake (the answer calls it something else), context (no context term is there) or exclusion. Neither a database nor the network is used. Lines that cannot be read are named on
standard error and left out; the exit status is then 1.

Example:
  renown read answers.jsonl > findings.jsonl`
}

func (c *readCmd) Run(ctx context.Context, e *environment) error {
	out := bufio.NewWriter(e.out)
	r := lineReader{out: out, err: e.err, readers: map[string]*answer.Reader{}}
	if len(c.Files) == 0 {
		c.Files = []string{"-"}
	}
	var err error
	for _, name := range c.Files {
		if name == "-" {
			err = r.readAll(ctx, "", e.in)
		} else {
			err = r.readFile(ctx, name)
		}
		if err != nil {
			break
		}
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if r.bad > 0 {
		return fmt.Errorf("%d of %d lines could not be read", r.bad, r.lines)
	}
	return nil
}

// lineReader reads answers line by line.
type lineReader struct {
	out        *bufio.Writer
	err        io.Writer
	readers    map[string]*answer.Reader // by the text of the entities, which many lines share
	lines, bad int
}

func (r *lineReader) readFile(ctx context.Context, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return r.readAll(ctx, name+": ", file)
}

// readAll answers every line it can read. It gives only faults of reading and writing themselves.
func (r *lineReader) readAll(ctx context.Context, where string, in io.Reader) error {
	buffered := bufio.NewReaderSize(in, 1<<16)
	for number := 1; ; number++ {
		line, err := buffered.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			r.lines++
			if bad := r.readLine(line); bad != nil {
				r.bad++
				fmt.Fprintf(r.err, "renown: %sline %d: %v\n", where, number, bad)
			}
		}
		if err == io.EOF {
			return nil
		}
		if buffered.Buffered() == 0 { // the writer may wait for the answer before writing on
			if err := r.out.Flush(); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

func (r *lineReader) readLine(line []byte) error {
	var in readInput
	if err := json.Unmarshal(line, &in); err != nil {
		return plainJSON(err)
	}
	if in.Text == nil {
		return errors.New("text is missing")
	}
	reader, err := r.reader(in.Entities)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(r.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(outputOf(reader.Read(*in.Text, in.Question, in.sources())))
}

// readersKept bounds the memory for lines that all have other entities.
const readersKept = 100

func (r *lineReader) reader(raw json.RawMessage) (*answer.Reader, error) {
	if reader, ok := r.readers[string(raw)]; ok {
		return reader, nil
	}
	var list []readEntity
	if err := json.Unmarshal(raw, &list); len(raw) == 0 || list == nil && err == nil {
		return nil, errors.New("entities are missing")
	} else if err != nil {
		return nil, fmt.Errorf("entities: %w", plainJSON(err))
	}
	entities := make([]answer.Entity, len(list))
	for i, e := range list {
		entities[i] = answer.Entity(e)
	}
	if len(r.readers) >= readersKept {
		clear(r.readers)
	}
	reader := answer.NewReader(entities)
	r.readers[string(raw)] = reader
	return reader, nil
}
