-- +goose Up

-- When the report of a brand about the month before is mailed, and what became of the newest.
CREATE TABLE report_mails (
    brand_id   TEXT    PRIMARY KEY NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    enabled    BOOLEAN NOT NULL,
    day        BIGINT  NOT NULL CHECK (day BETWEEN 1 AND 28),
    hour       BIGINT  NOT NULL CHECK (hour BETWEEN 0 AND 23),   -- in Beijing
    language   TEXT    NOT NULL,
    due_at     BIGINT  NOT NULL,              -- the next
    month      TEXT    NOT NULL DEFAULT '',   -- that the newest was about: 2026-10
    outcome    TEXT    NOT NULL DEFAULT '',   -- sent, no_answers, no_readers
    settled_at BIGINT
);
CREATE INDEX report_mails_due ON report_mails (due_at) WHERE enabled = TRUE;

-- Who gets it: members of the brand's space, each with a link to leave.
CREATE TABLE report_readers (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    user_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token    TEXT   NOT NULL UNIQUE,
    left_at  BIGINT,                          -- by the link in a mail; NULL: they read
    PRIMARY KEY (brand_id, user_id)
);
CREATE INDEX report_readers_user ON report_readers (user_id);

INSERT INTO schema_served (version_id, since) VALUES (45, 41);

-- +goose Down
DROP TABLE report_readers;
DROP TABLE report_mails;
DELETE FROM schema_served WHERE version_id = 45;
