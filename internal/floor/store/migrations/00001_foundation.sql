-- +goose Up

-- Which older programs a schema still serves, so that one of them may be started again during a rolling restart. Each migration
-- after those of the first release adds its row: the oldest schema whose program keeps working with it. Without a row an older
-- program is refused.
CREATE TABLE schema_served (
    version_id BIGINT PRIMARY KEY,
    since      BIGINT NOT NULL CHECK (since <= version_id)
);

-- What the installation has once, by name.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL                   -- JSON
);

-- Rate limits by key. Written by package limit, on PostgreSQL only: on SQLite they live in memory.
-- tat_us is the theoretical arrival time of the next request (GCRA), Unix microseconds of the database's clock.
-- Without an index on it, so that an update stays in its page; idle keys are swept by a scan.
CREATE /*unlogged*/ TABLE rate_limit (
    key    TEXT /*bytewise*/ PRIMARY KEY,
    tat_us BIGINT NOT NULL
);

-- The job library looks for jobs by their arguments and metadata when a program asks it to, and this one does not. Both indexes
-- cost every job that is enqueued, taken and finished. SQLite has none.
DROP INDEX IF EXISTS river_job_args_index;
DROP INDEX IF EXISTS river_job_metadata_index;

-- PostgreSQL cleans a table once a fifth of it is dead: of large tables that is too late and takes too long. Every job is changed
-- three times and deleted.
--postgres ALTER TABLE river_job SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);

-- Who did what. No reference leads to users: what was done outlives who did it, under another name.
CREATE TABLE audit (
    id         TEXT   PRIMARY KEY,
    at         BIGINT NOT NULL,
    deed       TEXT   NOT NULL,
    account_id TEXT   NOT NULL,           -- whose account; '' is the installation's own
    actor_id   TEXT   NOT NULL,
    via        TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    detail     TEXT   NOT NULL,           -- JSON list
    address    TEXT   NOT NULL,
    request_id TEXT   NOT NULL
);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_account ON audit (account_id, at, id);
CREATE INDEX audit_actor ON audit (actor_id, at, id);
CREATE INDEX audit_deed ON audit (deed, at, id);
