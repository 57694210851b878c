-- +goose Up

-- Where assistants are asked: by their interface for programs, or in their own apps by a browser in which a person has logged in.
ALTER TABLE runs ADD COLUMN surface TEXT NOT NULL DEFAULT 'api' CHECK (surface IN ('api', 'app'));
ALTER TABLE tasks ADD COLUMN surface TEXT NOT NULL DEFAULT 'api' CHECK (surface IN ('api', 'app'));

-- A sub-task in an app is handed to a runtime until lease_until. runtime is who had it last: a late answer is taken from nobody else.
ALTER TABLE tasks ADD COLUMN runtime TEXT;
ALTER TABLE tasks ADD COLUMN lease_until BIGINT;
CREATE INDEX tasks_app ON tasks (platform, id) WHERE surface = 'app' AND status = 'queued';
CREATE INDEX tasks_leased ON tasks (lease_until) WHERE lease_until IS NOT NULL;

-- One run of a brand at a time on each surface: in apps a run takes hours.
DROP INDEX runs_in_flight;
CREATE UNIQUE INDEX runs_in_flight ON runs (brand_id, surface) WHERE status IN ('queued', 'running');

-- Browsers on other computers, by the token that each shows. Without a space it serves the whole installation.
CREATE TABLE runtimes (
    id         TEXT   PRIMARY KEY,
    space_id   TEXT   REFERENCES spaces (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL,
    hash       TEXT   NOT NULL UNIQUE,
    platforms  TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX runtimes_space ON runtimes (space_id);

-- What a runtime last said of a platform, and how much of the day it has used there.
CREATE TABLE runtime_platforms (
    runtime_id TEXT   NOT NULL REFERENCES runtimes (id) ON DELETE CASCADE,
    platform   TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    version    TEXT   NOT NULL DEFAULT '',   -- of the program
    recipe     TEXT   NOT NULL DEFAULT '',
    seen_at    BIGINT NOT NULL,
    ready_at   BIGINT,                       -- when it last was logged in
    next_at    BIGINT NOT NULL DEFAULT 0,    -- no question before
    day        BIGINT NOT NULL DEFAULT 0,    -- the Beijing day that asked counts
    asked      BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (runtime_id, platform)
);

-- Who read a platform's terms of use and when. A platform without a row is asked in no app.
CREATE TABLE runtime_terms (
    platform    TEXT   PRIMARY KEY,
    read_by     TEXT   NOT NULL,
    edition     TEXT   NOT NULL,
    read_at     BIGINT NOT NULL
);

INSERT INTO schema_served (version_id, since) VALUES (30, 29);

-- +goose Down
DROP TABLE runtime_terms;
DROP TABLE runtime_platforms;
DROP TABLE runtimes;
DELETE FROM schema_served WHERE version_id = 30;
