-- +goose Up

-- checked_days also keeps what months that are over add up to, under their numbers as 202611. They count while months is equal to changes: a
-- program that knows nothing of them leaves it behind.
ALTER TABLE fact_sheets ADD COLUMN months BIGINT NOT NULL DEFAULT -1;

INSERT INTO schema_served (version_id, since) VALUES (51, 41);

-- +goose Down
ALTER TABLE fact_sheets DROP COLUMN months;
DELETE FROM schema_served WHERE version_id = 51;
