-- +goose Up

-- With what all answers of a brand were read: while it is the same, a check looks at answers since then only.
ALTER TABLE fact_sheets ADD COLUMN swept TEXT NOT NULL DEFAULT '';             -- the sheet, and the reading that tells which answers name the brand; empty: not all were
ALTER TABLE fact_sheets ADD COLUMN swept_at BIGINT NOT NULL DEFAULT 0;         -- when that began
ALTER TABLE fact_sheets ADD COLUMN swept_changes BIGINT NOT NULL DEFAULT -1;   -- goes with changes; behind it because an older program wrote: swept is not to be relied on

INSERT INTO schema_served (version_id, since) VALUES (50, 41);

-- +goose Down
ALTER TABLE fact_sheets DROP COLUMN swept_changes;
ALTER TABLE fact_sheets DROP COLUMN swept_at;
ALTER TABLE fact_sheets DROP COLUMN swept;
DELETE FROM schema_served WHERE version_id = 50;
