-- +goose Up

-- What the sheets of all platforms of a mode add up to, packed: in a month that is over, in the month under way until yesterday, or in the months of
-- a quarter or a year that are over. They are read in place of those sheets. seal adds up the checksums of the figures of the sheets: those of months
-- where it ends with a month, else those of days. With another one, or -1, sheets are read. The parts of a span are written together.
CREATE TABLE sums (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    mode       TEXT   NOT NULL,
    span       BIGINT NOT NULL,              -- a month as 202611, a quarter as 20264, a year as 2026
    part       TEXT   NOT NULL,              -- cells, rivals, days (of a month alone), sources over all topics, or the id of a topic: its sources
    until      BIGINT NOT NULL,              -- the last day of Beijing that it stands for, as 20261115
    seal       BIGINT NOT NULL,
    figures    BYTEA  NOT NULL,
    PRIMARY KEY (brand_id, generation, mode, span, part),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

-- The answers of a mode on a day that is over with what was searched for before them, packed, the newest first: an analysis of searches reads
-- thousands of answers, and their rows are long. seal adds up the checksums of the figures of the day's sheets; with another one the day has
-- changed since, and its answers are read.
CREATE TABLE searched_days (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    mode       TEXT   NOT NULL,
    day        BIGINT NOT NULL,              -- of Beijing, as 20261115
    seal       BIGINT NOT NULL,
    answers    BYTEA  NOT NULL,
    PRIMARY KEY (brand_id, generation, mode, day),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);
ALTER TABLE readings ADD COLUMN searched BIGINT NOT NULL DEFAULT 0;   -- the day up to which all were packed so

-- The job library looks for jobs by their arguments and metadata when a program asks it to, and this one does not. Both indexes cost every job that is
-- enqueued, taken and finished. SQLite has none.
DROP INDEX IF EXISTS river_job_args_index;
DROP INDEX IF EXISTS river_job_metadata_index;

INSERT INTO schema_served (version_id, since) VALUES (53, 41);

-- +goose Down
ALTER TABLE readings DROP COLUMN searched;
DROP TABLE searched_days;
DROP TABLE sums;
DELETE FROM schema_served WHERE version_id = 53;
