-- +goose Up

-- What an author says of a content beside its text, part of the revision: whether AI helped (yes, no, or nothing yet), and what holds up
-- its sentences (JSON, empty: nothing).
ALTER TABLE content_revisions ADD COLUMN ai_assisted TEXT NOT NULL DEFAULT '';
ALTER TABLE content_revisions ADD COLUMN supports TEXT NOT NULL DEFAULT '';

-- What was declared when orders were submitted, by whom and over which text, and what the article gate found in it. Rows are never
-- changed; those of a deleted account leave its space with its orders.
CREATE TABLE order_inspections (
    id          TEXT    /*bytewise*/ PRIMARY KEY,
    space_id    TEXT    NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    content_id  TEXT    NOT NULL,
    revision    BIGINT  NOT NULL,
    digest      TEXT    NOT NULL,             -- SHA-256 of title and body
    gate        TEXT    NOT NULL,
    paid        BOOLEAN NOT NULL,
    ai_assisted TEXT    NOT NULL,
    declared_by TEXT    NOT NULL,             -- who submitted; no reference: it stays when they leave
    errors      BIGINT  NOT NULL,             -- issues that are errors
    found       TEXT    NOT NULL,             -- JSON: issues and claims
    at          BIGINT  NOT NULL
);
CREATE INDEX order_inspections_space ON order_inspections (space_id);

ALTER TABLE orders ADD COLUMN inspection_id TEXT DEFAULT NULL REFERENCES order_inspections (id) ON DELETE SET NULL;
CREATE INDEX orders_inspection ON orders (inspection_id) WHERE inspection_id IS NOT NULL;

INSERT INTO schema_served (version_id, since) VALUES (39, 38);

-- +goose Down
DROP INDEX orders_inspection;
ALTER TABLE orders DROP COLUMN inspection_id;
DROP TABLE order_inspections;
ALTER TABLE content_revisions DROP COLUMN supports;
ALTER TABLE content_revisions DROP COLUMN ai_assisted;
DELETE FROM schema_served WHERE version_id = 39;
