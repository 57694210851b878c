-- +goose Up

-- Where a space is told of events. The sealed part holds the address of a webhook or bot and its secrets.
CREATE TABLE event_endpoints (
    id            TEXT    PRIMARY KEY,
    space_id      TEXT    NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    kind          TEXT    NOT NULL CHECK (kind IN ('webhook', 'feishu', 'dingtalk', 'wecom', 'mail')),
    name          TEXT    NOT NULL,
    shown         TEXT    NOT NULL,
    address_hash  TEXT    NOT NULL,
    sealed        BYTEA,
    types         TEXT    NOT NULL,
    language      TEXT    NOT NULL CHECK (language IN ('zh', 'en')),
    quiet_from    BIGINT  CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to      BIGINT  CHECK (quiet_to BETWEEN 0 AND 1439),
    enabled       BOOLEAN NOT NULL,
    disabled_why  TEXT    NOT NULL DEFAULT '',
    disabled_at   BIGINT,
    overlap_until BIGINT,
    failing_since BIGINT,
    failures      BIGINT  NOT NULL DEFAULT 0 CHECK (failures >= 0),
    ready_at      BIGINT  NOT NULL DEFAULT 0,
    busy_until    BIGINT  NOT NULL DEFAULT 0,
    unsubscribe   TEXT    UNIQUE,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL,
    UNIQUE (space_id, address_hash)
);

-- What happened, written in the transaction that makes it true. The key keeps the same from being told again.
CREATE TABLE events (
    id         TEXT   PRIMARY KEY,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    type       TEXT   NOT NULL,
    once       TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    data       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (space_id, once)
);
CREATE INDEX events_created ON events (created_at);
CREATE INDEX events_space ON events (space_id, created_at);

-- One event at one endpoint: once.
CREATE TABLE event_deliveries (
    id          TEXT   PRIMARY KEY,
    event_id    TEXT   NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    endpoint_id TEXT   NOT NULL REFERENCES event_endpoints (id) ON DELETE CASCADE,
    space_id    TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    subject     TEXT   NOT NULL,
    status      TEXT   NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts    BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_at     BIGINT,
    tries       TEXT   NOT NULL DEFAULT '[]',
    reason      TEXT   NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL,
    ended_at    BIGINT,
    CHECK ((status = 'pending') = (next_at IS NOT NULL)),
    UNIQUE (endpoint_id, event_id)
);
CREATE INDEX event_deliveries_due ON event_deliveries (endpoint_id, next_at) WHERE status = 'pending';
CREATE INDEX event_deliveries_pending ON event_deliveries (next_at) WHERE status = 'pending';
CREATE INDEX event_deliveries_space ON event_deliveries (space_id, created_at);
CREATE INDEX event_deliveries_event ON event_deliveries (event_id);
