-- +goose Up

CREATE TABLE subscriptions (
    user_id    TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tier       TEXT   NOT NULL CHECK (tier IN ('trial', 'standard', 'upper')),
    started_at BIGINT NOT NULL,              -- anchors the monthly cycle
    expires_at BIGINT,                       -- NULL: does not end
    updated_at BIGINT NOT NULL,
    own_limits TEXT   NOT NULL DEFAULT '{}', -- what an operator set apart from the tier, by name
    archived   BIGINT NOT NULL DEFAULT 0 CHECK (archived >= 0)  -- enabled prompts that the last change of plan had no room for
);

-- Who has had a trial, by a hash of the mailbox, also after the account is gone.
CREATE TABLE trials (
    mailbox_hash TEXT   PRIMARY KEY,
    given_at     BIGINT NOT NULL
);

-- How many bytes of texts a space stores: brands, topics, prompts, competitors and revisions of contents, 256 bytes beside the texts
-- of each, and orders, 512 bytes each beside the wish for a time.
CREATE TABLE stored_bytes (
    space_id TEXT   PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
    bytes    BIGINT NOT NULL CHECK (bytes >= 0)
);

-- Plans that were asked for, and what an operator decided.
CREATE TABLE plan_requests (
    id         TEXT   /*bytewise*/ PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tier       TEXT   NOT NULL CHECK (tier IN ('standard', 'upper')),
    months     BIGINT NOT NULL CHECK (months BETWEEN 1 AND 36),
    note       TEXT   NOT NULL,
    state      TEXT   NOT NULL CHECK (state IN ('pending', 'confirmed', 'declined', 'withdrawn')),
    reason     TEXT   NOT NULL DEFAULT '',   -- why it was declined
    created_at BIGINT NOT NULL,
    decided_at BIGINT
);
CREATE UNIQUE INDEX plan_requests_pending ON plan_requests (user_id) WHERE state = 'pending';
CREATE INDEX plan_requests_user ON plan_requests (user_id, created_at);
