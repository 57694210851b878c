-- +goose Up

-- The facts of a brand: what is true of it, against which answers and articles are held. What is said of one attribute of one subject must not
-- overlap in time. Days are YYYY-MM-DD, both included; NULL is open.
CREATE TABLE facts (
    id         TEXT /*bytewise*/ PRIMARY KEY NOT NULL,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    statement  TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    attribute  TEXT   NOT NULL,
    terms      TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    value      TEXT   NOT NULL,
    unit       TEXT   NOT NULL,
    options    TEXT   NOT NULL,
    wrong      TEXT   NOT NULL,
    valid_from TEXT,
    valid_to   TEXT,
    source_url TEXT,
    status     TEXT   NOT NULL CHECK (status IN ('active', 'disabled', 'suggested')),
    source     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX facts_brand ON facts (brand_id, id);

-- What was changed in a sheet, newest kept, see the room. Before and after are JSON; NULL before a creation and after a deletion.
CREATE TABLE fact_changes (
    id         TEXT /*bytewise*/ PRIMARY KEY NOT NULL,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    fact_id    TEXT   NOT NULL,
    changed_by TEXT   REFERENCES users (id) ON DELETE SET NULL,
    before     TEXT,
    after      TEXT,
    at         BIGINT NOT NULL
);
CREATE INDEX fact_changes_brand ON fact_changes (brand_id, id);
CREATE INDEX fact_changes_fact ON fact_changes (fact_id, id);
CREATE INDEX fact_changes_user ON fact_changes (changed_by);

INSERT INTO schema_served (version_id, since) VALUES (28, 27);

-- +goose Down
DROP TABLE fact_changes;
DROP TABLE facts;
DELETE FROM schema_served WHERE version_id = 28;
