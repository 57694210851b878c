-- +goose Up

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

-- A second factor counts once it is confirmed; before, somebody is setting it up. last_step is the newest time step whose code was
-- taken: no code works twice.
CREATE TABLE second_factors (
    user_id      TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT   NOT NULL,         -- sealed
    last_step    BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT
);
CREATE TABLE recovery_codes (
    user_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash    TEXT   NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (user_id, hash)
);

-- A log-in whose password was right and whose second factor is awaited.
CREATE TABLE challenges (
    token_hash    TEXT   PRIMARY KEY,
    user_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    password_mark TEXT   NOT NULL,        -- of the password that was right: another one voids it
    tries         BIGINT NOT NULL DEFAULT 0,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX challenges_user ON challenges (user_id);

-- Networks and browsers from which a user has logged in, as hashes.
CREATE TABLE known_places (
    user_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    mark    TEXT   NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, mark)
);

INSERT INTO schema_served (version_id, since) VALUES (17, 16);

-- +goose Down
DROP TABLE known_places;
DROP TABLE challenges;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
DROP TABLE audit;
DELETE FROM schema_served WHERE version_id = 17;
