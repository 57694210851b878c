-- +goose Up

-- The operator's switch. Its row is locked by everyone who starts runs, so that capacity is counted by one at a time.
INSERT INTO settings (name, value) VALUES ('detection', '{}');

-- Processes that ask. One that has not been seen for a while is dead, and what it held is given to others.
CREATE TABLE nodes (
    id             TEXT   PRIMARY KEY,
    seen_at        BIGINT NOT NULL,
    role           TEXT   NOT NULL DEFAULT 'worker', -- all, api, worker
    schema_version BIGINT NOT NULL DEFAULT 0         -- that its program knows; 0: not told
);

-- Pace and circuit of a platform over the whole installation.
CREATE TABLE platform_gates (
    platform   TEXT   PRIMARY KEY,
    next_at    BIGINT NOT NULL DEFAULT 0,    -- no request before; keeps the pace
    failures   BIGINT NOT NULL DEFAULT 0,    -- in a row
    open_until BIGINT,                       -- left alone until then
    open_class TEXT,                         -- the fault that opened the circuit
    open_model TEXT,                         -- the model that was asked then
    model      TEXT                          -- the model that answered last, as it is asked
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
    samples     BIGINT NOT NULL DEFAULT 1 CHECK (samples BETWEEN 1 AND 5),  -- how often each prompt is asked on each platform
    -- Assistants are asked by their interface for programs, or in their own apps by a browser in which a person has logged in.
    surface     TEXT   NOT NULL DEFAULT 'api' CHECK (surface IN ('api', 'app')),
    pair_of     TEXT,                        -- the run on the other surface that a run in apps asks a random part of, to compare
    CHECK (done <= total),
    CHECK ((done = total) = (status IN ('completed', 'failed', 'cancelled')))
);
CREATE INDEX runs_space ON runs (space_id, created_at);
CREATE INDEX runs_brand ON runs (brand_id, created_at, id);
CREATE UNIQUE INDEX runs_due ON runs (brand_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX runs_queued ON runs (created_at, id) WHERE status = 'queued';
CREATE INDEX runs_running ON runs (id) WHERE status = 'running';
-- One run of a brand at a time on each surface: in apps a run takes hours.
CREATE UNIQUE INDEX runs_in_flight ON runs (brand_id, surface) WHERE status IN ('queued', 'running');

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
    ended_at    BIGINT,
    lost        BIGINT NOT NULL DEFAULT 0,   -- how often a node that held it vanished with it
    surface     TEXT   NOT NULL DEFAULT 'api' CHECK (surface IN ('api', 'app')),
    -- A sub-task in an app is handed to a runtime until lease_until. runtime is who had it last: a late answer is taken from nobody else.
    runtime     TEXT,
    lease_until BIGINT
);
CREATE INDEX tasks_run ON tasks (run_id, platform, status);
CREATE INDEX tasks_held ON tasks (node) WHERE node IS NOT NULL;
CREATE INDEX tasks_app ON tasks (platform, id) WHERE surface = 'app' AND status = 'queued';
CREATE INDEX tasks_leased ON tasks (lease_until) WHERE lease_until IS NOT NULL;

-- How many sub-tasks the plan's own monitoring has made for an account on a Beijing day, whatever became of the space they were in.
CREATE TABLE scheduled_use (
    user_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day     BIGINT NOT NULL,                 -- when it begins
    tasks   BIGINT NOT NULL CHECK (tasks >= 0),
    PRIMARY KEY (user_id, day)
);
