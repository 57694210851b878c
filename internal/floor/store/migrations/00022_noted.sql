-- +goose Up

-- Orders count towards what an account stores: 512 bytes each beside the wish for a time.
INSERT INTO stored_bytes (space_id, bytes)
SELECT space_id, CAST(sum(512 + COALESCE(octet_length(scheduled_at), 0)) AS BIGINT) FROM orders WHERE TRUE GROUP BY space_id
ON CONFLICT (space_id) DO UPDATE SET bytes = stored_bytes.bytes + excluded.bytes;

-- Whether the mailbox of an account is among the trials; the program notes those that are not when it starts.
ALTER TABLE subscriptions ADD COLUMN trial_noted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX subscriptions_unnoted ON subscriptions (user_id) WHERE trial_noted = FALSE;

INSERT INTO schema_served (version_id, since) VALUES (22, 21);

-- +goose Down
DROP INDEX subscriptions_unnoted;
ALTER TABLE subscriptions DROP COLUMN trial_noted;
DELETE FROM schema_served WHERE version_id = 22;
