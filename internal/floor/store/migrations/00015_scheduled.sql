-- +goose Up

-- How many sub-tasks the plan's own monitoring has made for an account on a Beijing day, whatever became of the space they were
-- in. An older program does not count its own: what it submits during a rolling restart is given away.
CREATE TABLE scheduled_use (
    user_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day     BIGINT NOT NULL,                 -- when it begins
    tasks   BIGINT NOT NULL CHECK (tasks >= 0),
    PRIMARY KEY (user_id, day)
);
INSERT INTO scheduled_use (user_id, day, tasks)
SELECT s.owner_id, (r.due_at + 28800000000) / 86400000000 * 86400000000 - 28800000000, sum(r.total)
FROM runs r JOIN spaces s ON s.id = r.space_id WHERE r.due_at IS NOT NULL GROUP BY 1, 2;

INSERT INTO schema_served (version_id, since) VALUES (15, 14);

-- +goose Down
DROP TABLE scheduled_use;
DELETE FROM schema_served WHERE version_id = 15;
