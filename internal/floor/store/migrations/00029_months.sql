-- +goose Up

-- Which prompts' answers cite which pages, by day: how widely something is cited. NULL where an older program wrote the row.
ALTER TABLE sheets ADD COLUMN reach BYTEA;

-- The same of an outlet and of what an order published, as JSON; NULL before the first measurement.
ALTER TABLE media ADD COLUMN reach TEXT;
ALTER TABLE orders ADD COLUMN reach TEXT;

-- What analyses of long periods read of a month that is over, apart from the long rows of sheets: its sums, and its days cell by cell. seal is
-- the checksum of the figures of the month's sheet; with another one, or -1, an older program has added to the month and sheets are read.
CREATE TABLE months (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    month      BIGINT NOT NULL,
    platform   TEXT   NOT NULL,
    seal       BIGINT NOT NULL,
    cells      BYTEA  NOT NULL,
    rivals     BYTEA  NOT NULL,
    days       BYTEA  NOT NULL,
    sources    BYTEA  NOT NULL,              -- over all topics
    PRIMARY KEY (brand_id, generation, month, platform),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

INSERT INTO schema_served (version_id, since) VALUES (29, 28);

-- +goose Down
DROP TABLE months;
ALTER TABLE orders DROP COLUMN reach;
ALTER TABLE media DROP COLUMN reach;
ALTER TABLE sheets DROP COLUMN reach;
DELETE FROM schema_served WHERE version_id = 29;
