-- +goose Up

-- Who has had a trial, by a hash of the mailbox, also after the account is gone.
CREATE TABLE trials (
    mailbox_hash TEXT   PRIMARY KEY,
    given_at     BIGINT NOT NULL
);

-- How many enabled prompts the last change of plan archived because they were more than it allows.
ALTER TABLE subscriptions ADD COLUMN archived BIGINT NOT NULL DEFAULT 0 CHECK (archived >= 0);

-- Points that come back from an ended cycle lapse as far as they are too many, beside what is left at the cycle's end.
DROP INDEX points_entries_lapse;
CREATE UNIQUE INDEX points_entries_lapsed ON points_entries (user_id, cycle_start) WHERE kind = 'expire' AND note = 'lapsed';

INSERT INTO schema_served (version_id, since) VALUES (18, 17);

-- +goose Down
DROP INDEX points_entries_lapsed;
CREATE UNIQUE INDEX points_entries_lapse ON points_entries (user_id, cycle_start) WHERE kind = 'expire';
ALTER TABLE subscriptions DROP COLUMN archived;
DROP TABLE trials;
DELETE FROM schema_served WHERE version_id = 18;
