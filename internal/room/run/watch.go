package run

import (
	"renown/internal/floor/store"
	"renown/internal/tool/assistant"
)

// Watch is told what has become of runs and sub-tasks, once it is kept. Its functions may count; they ask nothing. Nil ones
// are not told.
type Watch struct {
	Run  func(state string) // a run has come into it
	Task func(Ends)
	// Circuit is told that a platform is left alone from now on, and the class of the fault.
	Circuit func(platform, class string)
	// Unread is told that an answer could not be read, each time it was tried.
	Unread func(taskID string, err error)
}

// Ends are sub-tasks of one platform that have come to the same end.
type Ends struct {
	Platform string
	Outcome  string // answered, failed, skipped or cancelled
	Fault    string // class of the fault, or why the platform was skipped; empty otherwise
	Tasks    int64
}

func (w Watch) whole() Watch {
	if w.Run == nil {
		w.Run = func(string) {}
	}
	if w.Task == nil {
		w.Task = func(Ends) {}
	}
	if w.Circuit == nil {
		w.Circuit = func(string, string) {}
	}
	if w.Unread == nil {
		w.Unread = func(string, error) {}
	}
	return w
}

func (w Watch) runTx(tx *store.Tx, state string) { tx.OnCommit(func() { w.Run(state) }) }

func (w Watch) circuitTx(tx *store.Tx, platform string, class assistant.Class) {
	tx.OnCommit(func() { w.Circuit(platform, string(class)) })
}

func (w Watch) taskTx(tx *store.Tx, list ...Ends) {
	tx.OnCommit(func() {
		for _, e := range list {
			w.Task(e)
		}
	})
}
