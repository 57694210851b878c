package queue

import (
	"context"
	"encoding/json"
)

// Trace carries whatever a trace is known by from the transaction that enqueues a job to the process that works it. The
// zero value carries nothing.
type Trace struct {
	Carry  func(ctx context.Context) string // empty: nothing to carry
	Resume func(ctx context.Context, carried string) context.Context
}

func (t Trace) carry(ctx context.Context) string {
	if t.Carry == nil {
		return ""
	}
	return t.Carry(ctx)
}

func (t Trace) resume(ctx context.Context, carried string) context.Context {
	if t.Resume == nil || carried == "" {
		return ctx
	}
	return t.Resume(ctx, carried)
}

// resumeEncoded is resume for a job whose arguments are still encoded.
func (t Trace) resumeEncoded(ctx context.Context, encoded []byte) context.Context {
	var p payload
	if t.Resume == nil || json.Unmarshal(encoded, &p) != nil {
		return ctx
	}
	return t.resume(ctx, p.Trace)
}
