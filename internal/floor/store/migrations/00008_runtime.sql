-- +goose Up

-- Browsers on other computers, by the token that each shows. Without a space it serves the whole installation.
CREATE TABLE runtimes (
    id         TEXT   PRIMARY KEY,
    space_id   TEXT   REFERENCES spaces (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL,
    hash       TEXT   NOT NULL UNIQUE,
    platforms  TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT,
    -- Who made a token of a space: it ends with their membership. That of the whole installation has no maker.
    created_by TEXT   REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX runtimes_space ON runtimes (space_id);
CREATE INDEX runtimes_created_by ON runtimes (created_by) WHERE created_by IS NOT NULL;

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
