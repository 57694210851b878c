-- +goose Up

-- Which older programs a schema still serves, so that one of them may be started again during a rolling restart. Each migration
-- from this one on adds its row: the oldest schema whose program keeps working with it. Without a row an older program is refused.
CREATE TABLE schema_served (
    version_id BIGINT PRIMARY KEY,
    since      BIGINT NOT NULL CHECK (since <= version_id)
);
INSERT INTO schema_served (version_id, since) VALUES (12, 11);

-- +goose Down
DROP TABLE schema_served;
