-- +goose Up

-- What a member who is no owner may do: change and spend, or look alone.
ALTER TABLE members ADD COLUMN access TEXT NOT NULL DEFAULT 'editor' CHECK (access IN ('editor', 'viewer'));
ALTER TABLE invitations ADD COLUMN access TEXT NOT NULL DEFAULT 'editor' CHECK (access IN ('editor', 'viewer'));

INSERT INTO schema_served (version_id, since) VALUES (33, 32);

-- +goose Down
ALTER TABLE invitations DROP COLUMN access;
ALTER TABLE members DROP COLUMN access;
DELETE FROM schema_served WHERE version_id = 33;
