-- +goose Up

-- How the report of a brand looks; without a row as ours do.
CREATE TABLE report_looks (
    brand_id    TEXT   PRIMARY KEY NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    title       TEXT   NOT NULL,              -- '': the usual one
    accent      TEXT   NOT NULL,              -- #rrggbb; '': the usual one
    logo        BYTEA,                        -- a PNG or JPEG that this program has encoded
    logo_digest TEXT   NOT NULL DEFAULT '',   -- SHA-256 of it, by which it is asked for; '': there is none
    updated_at  BIGINT NOT NULL
);
CREATE INDEX report_looks_logo ON report_looks (logo_digest) WHERE logo_digest <> '';

-- What the author says to the sections of a report about some days.
CREATE TABLE report_notes (
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    from_day   TEXT   NOT NULL,              -- 2026-10-01
    to_day     TEXT   NOT NULL,
    notes      TEXT   NOT NULL,              -- JSON: texts by section
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (brand_id, from_day, to_day)
);

INSERT INTO schema_served (version_id, since) VALUES (44, 41);

-- +goose Down
DROP TABLE report_notes;
DROP TABLE report_looks;
DELETE FROM schema_served WHERE version_id = 44;
