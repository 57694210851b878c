-- +goose Up

-- Answers that have come and are still to be read. A row is gone once its sub-task has ended. raw is the provider's reply, compressed.
CREATE TABLE arrivals (
    task_id    TEXT   PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    answer     TEXT   NOT NULL,              -- JSON, foreign data
    raw        BYTEA,
    tries      BIGINT NOT NULL,              -- to read it
    arrived_at BIGINT NOT NULL
);

-- How often who held a sub-task vanished with it.
ALTER TABLE tasks ADD COLUMN lost BIGINT NOT NULL DEFAULT 0;

INSERT INTO schema_served (version_id, since) VALUES (16, 15);

-- +goose Down
ALTER TABLE tasks DROP COLUMN lost;
DROP TABLE arrivals;
DELETE FROM schema_served WHERE version_id = 16;
