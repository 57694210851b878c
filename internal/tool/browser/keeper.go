package browser

import (
	"context"
	"errors"
	"sync"

	"renown/internal/tool/assistant"
)

// Keeper has a browser when one is needed: it is started at the first question, and anew after it has died.
type Keeper struct {
	Options  Options
	Patience Patience

	mu      sync.Mutex
	browser *Browser
}

func (k *Keeper) current() (*Browser, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.browser != nil {
		select {
		case <-k.browser.Gone():
			k.browser.Close()
			k.browser = nil
		default:
			return k.browser, nil
		}
	}
	b, err := Start(k.Options)
	k.browser = b
	return b, err
}

// ErrDied is a browser that ended while it asked.
var ErrDied = errors.New("the browser ended")

// Ask asks as Browser.Ask does.
func (k *Keeper) Ask(ctx context.Context, r *Recipe, question string) (assistant.Shown, error) {
	b, err := k.current()
	if err != nil {
		return assistant.Shown{}, err
	}
	shown, err := b.Ask(ctx, r, question, k.Patience)
	if errors.Is(err, errClosed) {
		err = ErrDied
	}
	return shown, err
}

// Check checks as Browser.Check does.
func (k *Keeper) Check(ctx context.Context, r *Recipe) error {
	b, err := k.current()
	if err != nil {
		return err
	}
	if err = b.Check(ctx, r, k.Patience); errors.Is(err, errClosed) {
		err = ErrDied
	}
	return err
}

// Close ends the browser if there is one.
func (k *Keeper) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.browser != nil {
		k.browser.Close()
		k.browser = nil
	}
}
