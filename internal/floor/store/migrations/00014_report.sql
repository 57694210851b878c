-- +goose Up

-- How the report of a brand looks, and when that about the month before is mailed; without a row as ours do, and never.
CREATE TABLE reports (
    brand_id    TEXT    PRIMARY KEY NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    title       TEXT    NOT NULL DEFAULT '',  -- '': the usual one
    accent      TEXT    NOT NULL DEFAULT '',  -- #rrggbb; '': the usual one
    logo        BYTEA,                        -- a PNG or JPEG that this program has encoded
    logo_digest TEXT    NOT NULL DEFAULT '',  -- SHA-256 of it, by which it is asked for; '': there is none
    mailed      BOOLEAN NOT NULL DEFAULT FALSE,
    day         BIGINT  NOT NULL DEFAULT 1 CHECK (day BETWEEN 1 AND 28),
    hour        BIGINT  NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23),   -- in Beijing
    language    TEXT    NOT NULL DEFAULT 'zh',
    due_at      BIGINT  NOT NULL DEFAULT 0,   -- the next
    month       TEXT    NOT NULL DEFAULT '',  -- that the newest was about: 2026-10
    outcome     TEXT    NOT NULL DEFAULT ''   -- sent, no_answers, no_readers
);
CREATE INDEX reports_logo ON reports (logo_digest) WHERE logo_digest <> '';
CREATE INDEX reports_due ON reports (due_at) WHERE mailed = TRUE;

-- What the author says to the sections of a report about some days.
CREATE TABLE report_notes (
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    from_day   TEXT   NOT NULL,              -- 2026-10-01
    to_day     TEXT   NOT NULL,
    notes      TEXT   NOT NULL,              -- JSON: texts by section
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (brand_id, from_day, to_day)
);

-- Who gets it: members of the brand's space, each with a link to leave.
CREATE TABLE report_readers (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    user_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token    TEXT   NOT NULL UNIQUE,
    left_at  BIGINT,                          -- by the link in a mail; NULL: they read
    PRIMARY KEY (brand_id, user_id)
);
CREATE INDEX report_readers_user ON report_readers (user_id);
