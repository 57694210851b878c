-- +goose Up

-- The sources of a platform in the month under way until a day, by topic, packed: they are read in place of its days. seal adds up the
-- checksums of the figures of those days; with another one a day has changed since.
CREATE TABLE recent_sources (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    platform   TEXT   NOT NULL,
    until      BIGINT NOT NULL,              -- a day of Beijing, as 20261115
    seal       BIGINT NOT NULL,
    sources    BYTEA  NOT NULL,
    PRIMARY KEY (brand_id, generation, platform),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

INSERT INTO schema_served (version_id, since) VALUES (48, 41);

-- +goose Down
DROP TABLE recent_sources;
DELETE FROM schema_served WHERE version_id = 48;
