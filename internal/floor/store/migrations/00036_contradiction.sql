-- +goose Up

-- One row for a brand whose answers are held against facts. Whoever keeps what was read holds the row, so that two who find one contradiction
-- each see both.
CREATE TABLE fact_sheets (
    brand_id  TEXT PRIMARY KEY NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    changes   BIGINT NOT NULL,   -- counts what was kept: a page made before is known to be old
    queued_at BIGINT             -- since when a job waits for the brand; NULL: none does
);

ALTER TABLE facts ADD COLUMN told TEXT DEFAULT NULL;                        -- the value for which it was told that answers contradict it
ALTER TABLE checked_answers ADD COLUMN model TEXT NOT NULL DEFAULT '';      -- that answered
ALTER TABLE claims ADD COLUMN judge TEXT NOT NULL DEFAULT 'offline';        -- offline or model

INSERT INTO schema_served (version_id, since) VALUES (36, 35);

-- +goose Down
ALTER TABLE claims DROP COLUMN judge;
ALTER TABLE checked_answers DROP COLUMN model;
ALTER TABLE facts DROP COLUMN told;
DROP TABLE fact_sheets;
DELETE FROM schema_served WHERE version_id = 36;
