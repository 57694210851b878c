-- +goose Up

-- One row: the operator's switch, and what everybody locks who starts runs, so that capacity is counted by one at a time.
CREATE TABLE detection (
    id         BIGINT PRIMARY KEY CHECK (id = 1),
    suspended  BIGINT NOT NULL CHECK (suspended IN (0, 1)),
    changed_at BIGINT
);
INSERT INTO detection (id, suspended) VALUES (1, 0);

-- Processes that ask. One that has not been seen for a while is dead, and what it held is given to others.
CREATE TABLE nodes (
    id      TEXT   PRIMARY KEY,
    seen_at BIGINT NOT NULL
);

-- Places, pace and circuit of a platform over the whole installation.
CREATE TABLE platform_gates (
    platform   TEXT   PRIMARY KEY,
    inflight   BIGINT NOT NULL DEFAULT 0 CHECK (inflight >= 0),
    next_at    BIGINT NOT NULL DEFAULT 0,    -- no request before; keeps the pace
    failures   BIGINT NOT NULL DEFAULT 0,    -- in a row
    open_until BIGINT,                       -- left alone until then
    open_class TEXT                          -- the fault that opened the circuit
);

CREATE TABLE runs (
    id          TEXT   PRIMARY KEY,
    space_id    TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id    TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    origin      TEXT   NOT NULL CHECK (origin IN ('api', 'console', 'schedule')),
    mode        TEXT   NOT NULL,
    selection   TEXT   NOT NULL,             -- effective platforms and mode, to recognise a duplicate
    status      TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
    total       BIGINT NOT NULL,
    done        BIGINT NOT NULL DEFAULT 0,
    answered    BIGINT NOT NULL DEFAULT 0,
    asked       BIGINT NOT NULL DEFAULT 0,   -- 1 once anything was asked: from then on it counts
    due_at      BIGINT,                      -- of a scheduled run
    created_at  BIGINT NOT NULL,
    started_at  BIGINT,
    finished_at BIGINT,
    CHECK (done <= total),
    CHECK ((done = total) = (status IN ('completed', 'failed', 'cancelled')))
);
CREATE INDEX runs_space ON runs (space_id, created_at);
CREATE INDEX runs_brand ON runs (brand_id, created_at, id);
CREATE UNIQUE INDEX runs_in_flight ON runs (brand_id) WHERE status IN ('queued', 'running');
CREATE UNIQUE INDEX runs_due ON runs (brand_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX runs_queued ON runs (created_at, id) WHERE status = 'queued';
CREATE INDEX runs_running ON runs (id) WHERE status = 'running';

CREATE TABLE run_platforms (
    run_id      TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    platform    TEXT   NOT NULL,
    name        TEXT   NOT NULL,
    position    BIGINT NOT NULL,
    status      TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'skipped', 'cancelled')),
    total       BIGINT NOT NULL,
    done        BIGINT NOT NULL DEFAULT 0,
    answered    BIGINT NOT NULL DEFAULT 0,
    failed      BIGINT NOT NULL DEFAULT 0,
    reason      TEXT,
    reason_code TEXT,
    PRIMARY KEY (run_id, platform),
    CHECK (done <= total)
);

-- A sub-task is one question to one platform. Its id becomes the answer's. The prompt is copied: it may change or go.
-- While a node holds a place for it, node is set, whatever the status; token tells a late holder that it is late.
CREATE TABLE tasks (
    id          TEXT   PRIMARY KEY,
    run_id      TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    platform    TEXT   NOT NULL,
    prompt_id   TEXT   NOT NULL,
    prompt_text TEXT   NOT NULL,
    types       TEXT   NOT NULL,
    topic_id    TEXT   NOT NULL,
    stage       TEXT   NOT NULL,
    region      TEXT   NOT NULL,
    language    TEXT   NOT NULL,
    status      TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'answered', 'failed', 'skipped', 'cancelled')),
    attempts    BIGINT NOT NULL DEFAULT 0,
    token       BIGINT NOT NULL DEFAULT 0,
    node        TEXT,
    error       TEXT,                        -- Chinese, for the user
    error_class TEXT,
    ended_at    BIGINT
);
CREATE INDEX tasks_run ON tasks (run_id, platform, status);
CREATE INDEX tasks_held ON tasks (node) WHERE node IS NOT NULL;

-- What a platform answered. Everything in it is foreign data. raw is the provider's reply, compressed, for operators only.
CREATE TABLE answers (
    id          TEXT   PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    run_id      TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    brand_id    TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    model       TEXT   NOT NULL,
    model_asked TEXT   NOT NULL,
    text        TEXT,                        -- NULL once purged
    text_raw    TEXT,
    reasoning   TEXT,
    citations   TEXT   NOT NULL,
    queries     TEXT   NOT NULL,
    retrieval   TEXT   NOT NULL,
    finish      TEXT   NOT NULL,
    usage       TEXT   NOT NULL,
    request_id  TEXT   NOT NULL,
    latency_ms  BIGINT NOT NULL,
    raw         BYTEA,
    answered_at BIGINT NOT NULL
);
CREATE INDEX answers_run ON answers (run_id);
CREATE INDEX answers_brand ON answers (brand_id, answered_at);

-- Since when a brand's schedule is as it is: what fell due before does not count.
ALTER TABLE brands ADD COLUMN scheduled_since BIGINT;

-- +goose Down
ALTER TABLE brands DROP COLUMN scheduled_since;
DROP TABLE answers;
DROP TABLE tasks;
DROP TABLE run_platforms;
DROP TABLE runs;
DROP TABLE platform_gates;
DROP TABLE nodes;
DROP TABLE detection;
