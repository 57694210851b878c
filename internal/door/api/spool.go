package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// spool keeps tables as files for a while, so that a program that reads ranges of one does not have it made each time. A file has no
// name: when the program ends, however it does, nothing is left of it.
type spool struct {
	mu   sync.Mutex
	kept map[string]*spooled // by tag
	size int64               // of those that are made
	most int64               // bytes; 0 is spoolMost
}

const (
	spoolMost = 512 << 20        // bytes of all files of a process
	spoolKeep = 10 * time.Minute // that a file is kept after its last use
)

// errNoRoom: a table does not fit, or there is no place for files.
var errNoRoom = errors.New("no room for a table")

// spooled is a table that is made, or being made.
type spooled struct {
	made   chan struct{}
	cancel context.CancelFunc
	users  int // who wait for it or read it
	gone   bool
	used   time.Time

	file *os.File
	size int64
	err  error
}

// open returns the table of that tag and lets fill make it when it is not there. Concurrent callers wait for the same
// one; when none waits any more the making ends. What is returned must be released.
func (s *spool) open(ctx context.Context, tag string, fill func(context.Context, io.Writer) error) (*spooled, error) {
	s.mu.Lock()
	e := s.kept[tag]
	if e == nil {
		work, cancel := context.WithCancel(context.WithoutCancel(ctx))
		e = &spooled{made: make(chan struct{}), cancel: cancel}
		if s.kept == nil {
			s.kept = map[string]*spooled{}
		}
		s.kept[tag] = e
		go s.make(work, tag, e, fill)
	}
	e.users++
	s.mu.Unlock()
	select {
	case <-e.made:
	case <-ctx.Done():
		s.release(tag, e)
		return nil, ctx.Err()
	}
	if e.err != nil {
		s.release(tag, e)
		return nil, e.err
	}
	return e, nil
}

// release says that a user is done.
func (s *spool) release(tag string, e *spooled) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.users--
	e.used = time.Now()
	if e.users > 0 {
		return
	}
	select {
	case <-e.made:
		if e.gone {
			e.close()
			return
		}
		time.AfterFunc(spoolKeep, func() { s.forget(tag, e) })
	default:
		e.cancel()
		s.remove(tag, e)
	}
}

// forget lets a table go that was not used for spoolKeep.
func (s *spool) forget(tag string, e *spooled) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.users == 0 && !e.gone && time.Since(e.used) >= spoolKeep {
		s.remove(tag, e)
	}
}

// remove takes a table out; its file is closed when it has no reader left.
func (s *spool) remove(tag string, e *spooled) {
	if e.gone {
		return
	}
	e.gone = true
	if s.kept[tag] == e {
		delete(s.kept, tag)
	}
	s.size -= e.size
	if e.users == 0 {
		e.close()
	}
}

func (e *spooled) close() {
	if e.file != nil {
		_ = e.file.Close()
	}
}

func (s *spool) make(ctx context.Context, tag string, e *spooled, fill func(context.Context, io.Writer) error) {
	defer e.cancel()
	most := s.most
	if most == 0 {
		most = spoolMost
	}
	file, size, err := spoolFile(ctx, most, fill)
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(e.made)
	if err != nil || e.gone {
		e.err = err
		if file != nil {
			_ = file.Close()
		}
		if err == nil {
			e.err = context.Canceled
		}
		s.remove(tag, e)
		return
	}
	e.file, e.size, e.used = file, size, time.Now()
	s.size += size
	for s.size > most && s.removeOldest(e) {
		continue
	}
}

// removeOldest takes out the table that was used the longest ago, one that is read only for the lack of others.
func (s *spool) removeOldest(but *spooled) bool {
	var oldest *spooled
	var at string
	for tag, e := range s.kept {
		if e == but || e.file == nil {
			continue
		}
		if oldest == nil || e.users == 0 && oldest.users > 0 || (e.users == 0) == (oldest.users == 0) && e.used.Before(oldest.used) {
			oldest, at = e, tag
		}
	}
	if oldest == nil {
		return false
	}
	s.remove(at, oldest)
	return true
}

// spoolFile makes a file without a name.
func spoolFile(ctx context.Context, most int64, fill func(context.Context, io.Writer) error) (file *os.File, size int64, err error) {
	file, err = os.CreateTemp("", "renown-export-*")
	if err != nil {
		return nil, 0, errors.Join(errNoRoom, err)
	}
	_ = os.Remove(file.Name()) // where a file that is open cannot be removed, it stays until the system clears such files
	out := &spoolWriter{file: file, left: most}
	defer func() {
		if thrown := recover(); thrown != nil { // nothing above recovers
			err = fmt.Errorf("making a table: %v", thrown)
		}
		if out.err != nil { // whatever became of it on its way
			err = errors.Join(errNoRoom, out.err)
		}
	}()
	err = fill(ctx, out)
	return file, most - out.left, err
}

// spoolWriter writes to a file as long as there is room.
type spoolWriter struct {
	file *os.File
	left int64
	err  error
}

func (w *spoolWriter) Write(p []byte) (n int, err error) {
	if int64(len(p)) > w.left {
		w.err = errNoRoom
		return 0, w.err
	}
	n, err = w.file.Write(p)
	w.left -= int64(n)
	w.err = err
	return n, err
}
