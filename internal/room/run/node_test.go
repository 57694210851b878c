package run_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// beats lets fake seconds pass, and these nodes beat as they should.
func beats(t *testing.T, w *world, d time.Duration, alive ...*node) {
	t.Helper()
	for end := w.clock.Now().Add(d); w.clock.Now().Before(end); {
		w.clock.Advance(min(run.BeatEvery, end.Sub(w.clock.Now())))
		for _, n := range alive {
			must.Do(t, n.Beat(t.Context()))
		}
	}
}

// stuck is a world in which the first node asks a question and gets no answer until it is released.
type stuck struct {
	*world
	who     account.Caller
	runID   string
	task    run.TaskRef
	other   *node
	release chan struct{}
	result  chan error
}

// eachStuck runs body where the first node has gone silent in the middle of a question, and another lives.
func eachStuck(t *testing.T, body func(t *testing.T, s *stuck)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		s := &stuck{release: make(chan struct{}), result: make(chan error, 1)}
		var held atomic.Bool
		s.world = newWorld(t, d, options{slots: 1, seen: func(simulator.Request) {
			if !held.Swap(true) { // the first question alone
				<-s.release
			}
		}})
		s.other = s.another(t)
		must.Do(t, s.Beat(t.Context()))
		must.Do(t, s.other.Beat(t.Context()))
		s.who = s.caller(t, plan.Upper)
		s.runID = s.accepted(t, s.who, s.brand(t, s.who, questions(2)...), "doubao")
		s.task = s.take()[0]
		go func() {
			_, err := s.Execute(t.Context(), s.task.ID)
			s.result <- err
		}()
		eventually(t, "the question is asked", func() bool { return s.sim.Total() == 1 })
		body(t, s)
	})
}

// leftRunning are jobs for these sub-tasks that the first node has taken and will not end.
func (s *stuck) leftRunning(t *testing.T, taskIDs ...string) {
	t.Helper()
	q := must.Get(queue.New(s.db, queue.Options{}))(t)
	must.Do(t, s.db.InTx(t.Context(), func(tx *store.Tx) error {
		for _, id := range taskIDs {
			if err := q.EnqueueTx(t.Context(), tx, queue.Job{Kind: "ask_doubao", Args: map[string][]string{"task_ids": {id}}}); err != nil {
				return err
			}
		}
		if err := q.EnqueueTx(t.Context(), tx, queue.Job{Kind: "ask_doubao", Args: map[string][]string{"task_ids": taskIDs}}); err != nil {
			return err
		}
		if tx.Dialect() == store.SQLite {
			return nil
		}
		_, err := tx.Exec(t.Context(),
			`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now(), attempted_by = ARRAY[$1]`,
			s.name)
		return err
	}))
}

// awake lets the first node's answer arrive at last.
func (s *stuck) awake(t *testing.T) {
	t.Helper()
	close(s.release)
	must.Do(t, <-s.result)
}

// What a silent node holds is taken back after fifteen seconds, asked by another, and the late twin changes nothing.
func TestSilentNode(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		s.leftRunning(t, s.task.ID, "ans_waited", "ans_waited")
		want := []run.TaskRef{s.task}
		if s.db.Dialect() == store.Postgres { // on SQLite the queue itself takes them up at the next start
			want = append(want, run.TaskRef{ID: "ans_waited", Platform: "doubao"})
		}
		beats(t, s.world, 15*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		if tasks := s.take(); len(tasks) != 0 {
			t.Fatalf("taken back too early: %v", tasks)
		}
		beats(t, s.world, time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		tasks := s.take()
		if !cmp.Equal(tasks, want, cmpopts.SortSlices(func(a, b run.TaskRef) bool { return a.ID < b.ID })) {
			t.Fatalf("enqueued were %v", tasks)
		}
		must.Equal(t, s.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`), 0, "its slot is still taken")
		must.Do(t, s.other.Sweep(t.Context()))
		if tasks := s.take(); len(tasks) != 0 {
			t.Fatalf("taken back twice: %v", tasks)
		}
		must.Get(s.other.Execute(t.Context(), s.task.ID))(t)
		before := s.progress(t, s.who, s.runID)
		s.awake(t)
		if after := s.progress(t, s.who, s.runID); before.Progress.Done != 1 || after.Progress != before.Progress {
			t.Errorf("from %+v to %+v", before, after)
		}
		if asked, answers := s.sim.Total(), s.number(t, `SELECT count(*) FROM answers`); asked != 2 || answers != 1 {
			t.Errorf("%d questions, %d answers", asked, answers)
		}
		s.sound(t)
	})
}

// An answer that comes after its sub-task was taken back and before it is asked again is not kept either.
func TestLateTwinFirst(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		beats(t, s.world, 16*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		s.awake(t)
		must.Equal(t, s.number(t, `SELECT count(*) FROM tasks WHERE status = 'queued'`)+
			s.number(t, `SELECT count(*) FROM answers`), 2, "the late answer had an effect")
		s.sound(t)
		must.Do(t, s.Beat(t.Context())) // it lives after all, and goes on working
		must.Get(s.Execute(t.Context(), s.task.ID))(t)
		if r := s.progress(t, s.who, s.runID); r.Progress.Done != 1 {
			t.Errorf("got %+v", r)
		}
		s.sound(t)
	})
}

// A node that was declared dead wakes, takes up work and dies before its next beat: what it holds is taken back all the same.
func TestWokenNodeDies(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		beats(t, s.world, 16*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		must.Equal(t, len(s.take()), 1, "sub-tasks that were taken back")
		s.awake(t)
		storetest.Exec(t, s.db,
			`UPDATE tasks SET status = 'running', node = $2, token = token + 1, attempts = 2 WHERE id = $1`,
			s.task.ID, s.name)
		s.leftRunning(t, "ans_waited")
		want := []run.TaskRef{s.task}
		if s.db.Dialect() == store.Postgres { // on SQLite the queue itself takes them up at the next start
			want = append(want, run.TaskRef{ID: "ans_waited", Platform: "doubao"})
		}
		beats(t, s.world, 15*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		must.Equal(t, len(s.take()), 0, "sub-tasks that were taken back too early")
		beats(t, s.world, 6*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		if tasks := s.take(); !cmp.Equal(tasks, want, cmpopts.SortSlices(func(a, b run.TaskRef) bool { return a.ID < b.ID })) {
			t.Fatalf("enqueued were %v", tasks)
		}
		must.Equal(t, s.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`), 0, "its slot is still taken")
		s.sound(t)
	})
}

// The same where it holds a job alone and no sub-task.
func TestWokenNodeDiesWithJob(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		if s.db.Dialect() == store.SQLite {
			t.Skip("the queue itself takes jobs up at the next start")
		}
		beats(t, s.world, 16*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		must.Equal(t, len(s.take()), 1, "sub-tasks that were taken back")
		s.awake(t)
		s.leftRunning(t, "ans_waited")
		beats(t, s.world, 25*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		if tasks := s.take(); len(tasks) != 1 || tasks[0].ID != "ans_waited" {
			t.Fatalf("enqueued were %v", tasks)
		}
	})
}

// A slot whose run was cancelled and whose node then died is free again.
func TestSilentNodeCancelled(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		must.Get(s.Cancel(t.Context(), s.who, s.runID))(t)
		must.Equal(t, s.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`), 1, "the slot was given back too early")
		beats(t, s.world, 16*time.Second, s.other)
		must.Do(t, s.other.Sweep(t.Context()))
		must.Equal(t, s.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL OR status <> 'cancelled'`), 0,
			"the slot is still taken, or the sub-task waits again")
		s.awake(t)
		s.sound(t)
	})
}

// Several nodes that sweep at the same time take back once.
func TestSweepTogether(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		third := s.another(t)
		must.Do(t, third.Beat(t.Context()))
		beats(t, s.world, 16*time.Second, s.other, third)
		nodes := []*node{s.other, third}
		await.AtOnce(8, func(i int) {
			expect.Do(t, nodes[i%2].Sweep(t.Context()))
		})
		if tasks := s.take(); len(tasks) != 1 {
			t.Errorf("enqueued were %v", tasks)
		}
		s.awake(t)
	})
}

// After a time in which no node could beat, none is declared dead before all had the chance: answers that wait to be
// stored are not thrown away.
func TestOutageKillsNobody(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		s.clock.Advance(time.Minute) // the database was away
		for range 2 {
			must.Do(t, s.Sweep(t.Context()))
			must.Do(t, s.other.Sweep(t.Context()))
			must.Do(t, s.other.Beat(t.Context()))
			s.clock.Advance(4 * time.Second)
		}
		if tasks := s.take(); len(tasks) != 0 {
			t.Fatalf("taken back were %v", tasks)
		}
		s.awake(t)
		expect.Equal(t, s.number(t, `SELECT count(*) FROM answers`), 1, "the answer was not kept")
		s.sound(t)
	})
}

// A sub-task that a living node holds by the database alone was lost when a connection broke. It is found; one that is
// being asked is left alone.
func TestLostHold(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		lost := s.number(t, `SELECT count(*) FROM tasks WHERE id <> $1`, s.task.ID)
		storetest.Exec(t, s.db,
			`UPDATE tasks SET status = 'running', node = $2, token = token + 1, attempts = 1 WHERE id <> $1`,
			s.task.ID, s.name)
		must.Do(t, s.other.Sweep(t.Context()))
		if tasks := s.take(); len(tasks) != 0 {
			t.Fatalf("another node took %v", tasks)
		}
		must.Do(t, s.Sweep(t.Context()))
		tasks := s.take()
		if len(tasks) != 1 || lost != 1 || tasks[0].ID == s.task.ID {
			t.Fatalf("enqueued were %v", tasks)
		}
		s.awake(t)
		must.Get(s.Execute(t.Context(), tasks[0].ID))(t)
		s.statusIs(t, s.who, s.runID, run.Completed)
		s.sound(t)
	})
}

// A node that leaves in order is forgotten, unless it still holds something that others must wait for.
func TestLeave(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		must.Do(t, s.Leave(t.Context()))
		must.Do(t, s.other.Leave(t.Context()))
		must.Equal(t, s.number(t, `SELECT count(*) FROM nodes`), 1, "nodes are known")
		s.awake(t)
		must.Do(t, s.Leave(t.Context()))
		must.Equal(t, s.number(t, `SELECT count(*) FROM nodes`), 0, "nodes are known")
	})
}

// A process that is alone takes up at once what others left: held, waiting and queued.
func TestAlone(t *testing.T) {
	t.Parallel()
	eachStuck(t, func(t *testing.T, s *stuck) {
		storetest.Exec(t, s.db, `INSERT INTO runs (id, space_id, brand_id, origin, mode, selection, status, total, created_at)
			SELECT 'run_queued', space_id, $1, origin, mode, selection, 'queued', 1, created_at FROM runs`, s.brand(t, s.who, "问"))
		storetest.Exec(t, s.db,
			`INSERT INTO run_platforms (run_id, platform, name, position, status, total) VALUES ('run_queued', 'qwen', 'q', 0, 'queued', 1)`)
		storetest.Exec(t, s.db, `INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status)
			VALUES ('ans_queued', 'run_queued', 'qwen', 'p', '问', '[]', 't', 's', '', '', 'queued')`)
		must.Do(t, s.other.Alone(t.Context()))
		if tasks := s.take(); len(tasks) != 3 || tasks[2].ID != "ans_queued" {
			t.Fatalf("enqueued were %v", tasks)
		}
		expect.Equal(t, s.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`)+
			s.number(t, `SELECT count(*) FROM nodes WHERE id <> $1`, s.other.name), 0, "something is still held")
		expect.Equal(t, s.number(t, `SELECT count(*) FROM nodes`), 1,
			"it has forgotten itself: what it holds until its next beat would be nobody's")
		s.awake(t)
		s.sound(t)
	})
}

// The runs of a disabled account end with the next sweep, also those that wait: nothing more is asked, and those of others go on.
func TestDisabledAccountsRunsEnd(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		w := newWorld(t, d, options{})
		ctx, gone, waits, other := t.Context(), w.caller(t, plan.Upper), w.caller(t, plan.Upper), w.caller(t, plan.Upper)
		runs := []string{
			w.accepted(t, gone, w.brand(t, gone, questions(2)...), "doubao"),
			w.accepted(t, other, w.brand(t, other, questions(2)...), "doubao"),
		}
		must.Do(t, w.Suspend(ctx))
		waiting := w.accepted(t, waits, w.brand(t, waits, questions(1)...), "doubao")
		w.statusIs(t, waits, waiting, run.Queued)
		storetest.Exec(t, w.db, `UPDATE users SET status = 'disabled' WHERE id IN ($1, $2)`, gone.UserID, waits.UserID)
		must.Do(t, w.Beat(ctx))
		must.Do(t, w.Sweep(ctx))
		w.statusIs(t, gone, runs[0], run.Cancelled)
		w.statusIs(t, waits, waiting, run.Cancelled)
		w.work(t)
		w.statusIs(t, other, runs[1], run.Completed)
		expect.Equal(t, w.sim.Total(), 2, "questions")
		w.sound(t)
	})
}
