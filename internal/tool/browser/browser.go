// Package browser puts a question to a chat site as a person does, in a Chromium that is installed on this computer, and reads the answer
// from the page: first the page's own stream, byte for byte, then its text, then what accessibility says of it.
//
// It types and clicks, and nothing else. It stops at a page that asks for a login or for proof of being a person, at
// one that refuses, and at one that it does not know. It knows no business: what is asked, how often and for whom is
// the caller's.
package browser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// ErrProfileInUse refuses a second browser with one profile.
var ErrProfileInUse = errors.New("another runtime uses this profile")

// Options say which browser is started.
type Options struct {
	Executable string // "" finds Chromium or Chrome
	Profile    string // folder of cookies and logins, which never leave it
	Visible    bool   // for a person to log in
	Page       string // what the window shows at first; "" is nothing
	Flags      []string
}

// Browser is a running Chromium with a profile of its own.
type Browser struct {
	pipe    *pipe
	command *exec.Cmd
	lock    *os.File
	scratch string // what it keeps while it runs
	ended   chan struct{}
}

// Executable finds a browser on this computer.
func Executable() (string, error) {
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("neither Chromium nor Chrome is installed here")
}

// Start starts a browser over a pipe. Two with one profile are refused with ErrProfileInUse.
func Start(o Options) (*Browser, error) {
	if o.Executable == "" {
		path, err := Executable()
		if err != nil {
			return nil, err
		}
		o.Executable = path
	}
	lock, err := lockProfile(o.Profile)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "renown-runtime-") // not in the profile: the name of a socket in it must be short
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	b, err := start(o, scratch)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(scratch), lock.Close())
	}
	b.lock, b.scratch = lock, scratch
	return b, nil
}

func lockProfile(folder string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, "renown.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%w: %s", ErrProfileInUse, folder)
	}
	return f, nil
}

func start(o Options, scratch string) (*Browser, error) {
	fromUs, toBrowser, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	toUs, fromBrowser, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, fromUs.Close(), toBrowser.Close())
	}
	// No flag here hides that a program drives the browser.
	flags := []string{
		"--remote-debugging-pipe", "--user-data-dir=" + o.Profile, "--no-first-run", "--no-default-browser-check",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--password-store=basic", "--lang=zh-CN",
	}
	if !o.Visible {
		flags = append(flags, "--headless=new")
	}
	if os.Geteuid() == 0 {
		flags = append(flags, "--no-sandbox") // it does not start otherwise
	}
	command := exec.Command(o.Executable, append(append(flags, o.Flags...), cmp.Or(o.Page, "about:blank"))...)
	command.Env = append(os.Environ(), "TMPDIR="+scratch) // a browser that is killed leaves its scratch behind
	command.ExtraFiles = []*os.File{fromUs, fromBrowser}  // its 3 and 4
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = command.Start()
	_ = errors.Join(fromUs.Close(), fromBrowser.Close())
	if err != nil {
		return nil, errors.Join(err, toBrowser.Close(), toUs.Close())
	}
	b := &Browser{pipe: newPipe(toUs, toBrowser), command: command, ended: make(chan struct{})}
	go func() {
		defer close(b.ended)
		_ = command.Wait() // how it ended tells nothing that the pipe does not
		_ = errors.Join(toBrowser.Close(), toUs.Close())
	}()
	return b, nil
}

// stopTime is how long a browser may take to end in order.
const stopTime = 5 * time.Second

// Close ends the browser with all its helpers.
func (b *Browser) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	_ = b.pipe.call(ctx, "", "Browser.close", nil, nil) // else it is killed
	select {
	case <-b.ended:
	case <-ctx.Done():
	}
	_ = syscall.Kill(-b.command.Process.Pid, syscall.SIGKILL) // the group: helpers outlive a browser that was killed
	<-b.ended
	<-b.pipe.gone
	_ = errors.Join(os.RemoveAll(b.scratch), b.lock.Close())
}

// Gone is closed when the browser has ended, or is ending and answers no more.
func (b *Browser) Gone() <-chan struct{} { return b.pipe.gone }
