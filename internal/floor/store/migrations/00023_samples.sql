-- +goose Up

-- How often a run asks each prompt on each platform. An older program asks once, whatever the schedule says.
ALTER TABLE runs ADD COLUMN samples BIGINT NOT NULL DEFAULT 1 CHECK (samples BETWEEN 1 AND 5);
ALTER TABLE brands ADD COLUMN schedule_samples BIGINT NOT NULL DEFAULT 1 CHECK (schedule_samples BETWEEN 1 AND 5);

INSERT INTO schema_served (version_id, since) VALUES (23, 21);

-- +goose Down
ALTER TABLE brands DROP COLUMN schedule_samples;
ALTER TABLE runs DROP COLUMN samples;
DELETE FROM schema_served WHERE version_id = 23;
