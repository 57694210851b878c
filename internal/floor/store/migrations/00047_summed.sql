-- +goose Up

-- Counts the changes of a brand's names, topics and prompts: what was computed with them before is known to be old.
ALTER TABLE brands ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;

-- What the checked answers of a day that is over add up to, packed. A day without a row, and every day of a brand whose fact_sheets.summed is
-- behind changes because an older program wrote, is counted from its answers.
CREATE TABLE checked_days (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    day      BIGINT NOT NULL,                -- of Beijing, as 20261115
    sums     BYTEA  NOT NULL,
    PRIMARY KEY (brand_id, day)
);
ALTER TABLE fact_sheets ADD COLUMN summed BIGINT NOT NULL DEFAULT -1;

INSERT INTO schema_served (version_id, since) VALUES (47, 41);

-- +goose Down
ALTER TABLE fact_sheets DROP COLUMN summed;
DROP TABLE checked_days;
ALTER TABLE brands DROP COLUMN changes;
DELETE FROM schema_served WHERE version_id = 47;
