-- +goose Up

-- How users reach who runs the installation, and whether they may ask for a plan in the console. One row, once an operator has set it.
CREATE TABLE plan_desk (
    id         BIGINT  PRIMARY KEY CHECK (id = 1),
    contact    TEXT    NOT NULL,   -- a line: an address of mail or of a page, a number, words; may be empty
    price_url  TEXT    NOT NULL,   -- of the page with prices; may be empty
    open       BOOLEAN NOT NULL,   -- plans can be asked for
    updated_at BIGINT  NOT NULL
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

INSERT INTO schema_served (version_id, since) VALUES (46, 41);

-- +goose Down
DROP TABLE plan_requests;
DROP TABLE plan_desk;
DELETE FROM schema_served WHERE version_id = 46;
