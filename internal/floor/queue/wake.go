package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"renown/internal/floor/store"
)

const (
	// pollEvery is how often a queue is looked at without being told to: enqueuing tells. It is for what was
	// told while no connection listened.
	pollEvery = 20 * time.Second
	// pollEmbedded is the same on the embedded database, where no notification is lost: it stands in the database.
	pollEmbedded = time.Minute
	// lookEvery is how often the embedded database is asked what others told: the library itself, which makes periodic and
	// delayed jobs available, and other processes.
	lookEvery = 2 * time.Second
	// insertCooldown is the shortest there is. The library tells of an insertion at most once in this time, and one that it
	// does not tell of waits for pollEvery.
	insertCooldown = river.FetchCooldownMin
	insertTopic    = "river_insert"
	dueSlack       = 20 * time.Millisecond // a job is not looked for before it is due
)

func insertPayload(queue string) string { return `{"queue": "` + queue + `"}` }

// bell tells the workers of this process that there are jobs in a queue.
type bell struct {
	mu     sync.Mutex
	queues map[string]bool
	rung   chan struct{}
}

func newBell() *bell { return &bell{queues: map[string]bool{}, rung: make(chan struct{}, 1)} }

func (b *bell) ring(queues ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range queues {
		b.queues[q] = true
	}
	select {
	case b.rung <- struct{}{}:
	default:
	}
}

func (b *bell) next() (queue string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for q := range b.queues {
		delete(b.queues, q)
		return q, true
	}
	return "", false
}

// sqliteDriver is the library's, with a listener that waits for this process's own commits instead of reading a table twenty
// times a second.
type sqliteDriver struct {
	*riversqlite.Driver
	db   *store.DB
	bell *bell
}

func (d *sqliteDriver) GetListener(*riverdriver.GetListenenerParams) riverdriver.Listener {
	return &listener{db: d.db, bell: d.bell, topics: map[string]bool{}}
}

// listener waits for the bell, and looks now and then for what others told.
type listener struct {
	db   *store.DB
	bell *bell

	mu     sync.Mutex
	topics map[string]bool
	last   int64 // of the table of notifications
	looked time.Time
}

func (l *listener) Connect(ctx context.Context) (err error) {
	l.last, err = store.One[int64](l.db.Read().QueryRow(ctx, `SELECT COALESCE(max(id), 0) FROM river_notification`))
	return err
}

func (l *listener) Close(context.Context) error { return nil }
func (l *listener) Ping(context.Context) error  { return nil }
func (l *listener) Schema() string              { return "" }
func (l *listener) SetAfterConnectExec(string)  {}

func (l *listener) Listen(_ context.Context, topic string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.topics[topic] = true
	return nil
}

func (l *listener) Unlisten(_ context.Context, topic string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.topics, topic)
	return nil
}

func (l *listener) hears(topic string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.topics[topic]
}

func (l *listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	look := time.NewTimer(time.Until(l.looked.Add(lookEvery)))
	defer look.Stop()
	for {
		if queue, ok := l.bell.next(); ok {
			return &riverdriver.Notification{Topic: insertTopic, Payload: insertPayload(queue)}, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.bell.rung:
			continue
		case <-look.C:
		}
		if told, err := l.look(ctx); err != nil || told != nil {
			return told, err
		}
		l.looked = time.Now()
		look.Reset(lookEvery)
	}
}

// look reads the next notification of the table, nil when there is none.
func (l *listener) look(ctx context.Context) (*riverdriver.Notification, error) {
	for {
		var n riverdriver.Notification
		err := l.db.Read().QueryRow(ctx, `SELECT id, topic, payload FROM river_notification WHERE id > $1 ORDER BY id LIMIT 1`, l.last).
			Scan(&l.last, &n.Topic, &n.Payload)
		if errors.Is(err, store.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if l.hears(n.Topic) {
			return &n, nil
		}
	}
}

// notify tells the workers of all processes on PostgreSQL. One that it does not reach looks by itself.
func (q *Queue) notify(e riverdriver.Executor) func(queues ...string) {
	return func(queues ...string) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		payloads := make([]string, len(queues))
		for i, name := range queues {
			payloads[i] = insertPayload(name)
		}
		_ = e.NotifyMany(ctx, &riverdriver.NotifyManyParams{Topic: insertTopic, Payload: payloads})
	}
}

// recall has a queue looked at when a job of it falls due that was put off, or failed, for less than the library's scheduler
// takes care of: such a job is available before its time, and nothing would tell of it.
func (q *Queue) recall(events <-chan *river.Event) {
	for e := range events {
		if e.Job.State == rivertype.JobStateAvailable {
			time.AfterFunc(time.Until(e.Job.ScheduledAt)+dueSlack, func() { q.tell(e.Job.Queue) })
		}
	}
}
