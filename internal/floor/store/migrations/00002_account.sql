-- +goose Up

CREATE TABLE users (
    id            TEXT   PRIMARY KEY,
    email         TEXT   NOT NULL,           -- as typed, for people
    email_key     TEXT   NOT NULL UNIQUE,    -- folded, for comparison
    password_hash TEXT   NOT NULL,
    role          TEXT   NOT NULL DEFAULT 'user'   CHECK (role IN ('user', 'operator')),
    status        TEXT   NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
    verified_at   BIGINT,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE TABLE spaces (
    id         TEXT   PRIMARY KEY,
    kind       TEXT   NOT NULL CHECK (kind IN ('personal', 'team')),
    name       TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX spaces_personal ON spaces (owner_id) WHERE kind = 'personal';
CREATE INDEX spaces_owner ON spaces (owner_id);

CREATE TABLE members (
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role       TEXT   NOT NULL CHECK (role IN ('owner', 'member')),
    created_at BIGINT NOT NULL,
    access     TEXT   NOT NULL DEFAULT 'editor' CHECK (access IN ('editor', 'viewer', 'guest')),  -- of a member who is no owner
    brand_ids  TEXT   NOT NULL DEFAULT '',   -- that a guest sees, separated by spaces
    PRIMARY KEY (space_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

CREATE TABLE invitations (
    id          TEXT   PRIMARY KEY,
    space_id    TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    email       TEXT   NOT NULL,
    email_key   TEXT   NOT NULL,
    token_hash  TEXT   NOT NULL UNIQUE,
    invited_by  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    accepted_at BIGINT,
    access      TEXT   NOT NULL DEFAULT 'editor' CHECK (access IN ('editor', 'viewer', 'guest')),
    brand_id    TEXT   NOT NULL DEFAULT ''   -- that a guest is to see
);
CREATE INDEX invitations_space ON invitations (space_id);
CREATE INDEX invitations_invited_by ON invitations (invited_by);

CREATE TABLE sessions (
    id         TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT   NOT NULL UNIQUE,
    address    TEXT   NOT NULL,
    agent      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- One-time tokens: sent by mail to verify an address or to reset a password, and given to a log-in whose password was right and whose
-- second factor is awaited.
CREATE TABLE tokens (
    hash          TEXT   PRIMARY KEY,
    user_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose       TEXT   NOT NULL CHECK (purpose IN ('verify', 'reset', 'login')),
    password_mark TEXT   NOT NULL DEFAULT '',  -- of a log-in: of the password that was right, another one voids it
    tries         BIGINT NOT NULL DEFAULT 0,   -- of a log-in
    created_at    BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX tokens_user ON tokens (user_id, purpose);
CREATE INDEX tokens_expiry ON tokens (expires_at);

-- A key belongs to its user's personal space for ever; hash is the SHA-256 of the plaintext, which is never stored.
CREATE TABLE api_keys (
    id         TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL,
    hash       TEXT   NOT NULL UNIQUE,
    scopes     TEXT   NOT NULL,              -- as granted, separated by spaces
    created_at BIGINT NOT NULL,
    used_at    BIGINT,
    revoked_at BIGINT
);
CREATE INDEX api_keys_user ON api_keys (user_id);
CREATE INDEX api_keys_space ON api_keys (space_id);

-- A second factor counts once it is confirmed; before, it is being set up. last_step is the newest time step whose code was taken:
-- no code works twice.
CREATE TABLE second_factors (
    user_id      TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT   NOT NULL,         -- sealed
    last_step    BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT,
    recovery     TEXT   NOT NULL DEFAULT ''   -- hashes of the recovery codes that are left, separated by spaces
);

-- Networks and browsers from which a user has logged in, as hashes.
CREATE TABLE known_places (
    user_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    mark    TEXT   NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, mark)
);

-- The first successful answer to a request with an Idempotency-Key, stored with what the request changed.
CREATE TABLE replays (
    key_id      TEXT   NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    path        TEXT   NOT NULL,
    idempotency TEXT   NOT NULL,
    fingerprint TEXT   NOT NULL,
    body        TEXT,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (key_id, path, idempotency)
);
CREATE INDEX replays_age ON replays (created_at);

-- What a change took away, for as long as it can be put back, see floor/undo.
CREATE TABLE undos (
    id         TEXT    /*bytewise*/ PRIMARY KEY NOT NULL,
    space_id   TEXT    NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    user_id    TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    name       TEXT    NOT NULL,               -- of the thing, or of the first of several
    things     BIGINT  NOT NULL,               -- how many
    own        BOOLEAN NOT NULL,               -- nobody but the user may undo it
    was        TEXT    NOT NULL,               -- JSON; empty once it cannot be put back
    made_at    BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL,
    done_at    BIGINT
);
CREATE INDEX undos_space ON undos (space_id, id);
CREATE INDEX undos_user ON undos (user_id);
CREATE INDEX undos_expires ON undos (expires_at);
