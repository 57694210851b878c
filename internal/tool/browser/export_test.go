package browser

import "syscall"

// Kill kills the keeper's browser with all its helpers, as a person or the system may.
func (k *Keeper) Kill() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return syscall.Kill(-k.browser.command.Process.Pid, syscall.SIGKILL)
}
