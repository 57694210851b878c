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
    accepted_at BIGINT
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

-- One-time tokens sent by mail: to verify an address, to reset a password.
CREATE TABLE mail_tokens (
    token_hash TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose    TEXT   NOT NULL CHECK (purpose IN ('verify', 'reset')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mail_tokens_user ON mail_tokens (user_id, purpose);

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

-- +goose Down
DROP TABLE api_keys;
DROP TABLE mail_tokens;
DROP TABLE sessions;
DROP TABLE invitations;
DROP TABLE members;
DROP TABLE spaces;
DROP TABLE users;
