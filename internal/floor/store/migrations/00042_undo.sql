-- +goose Up

-- What a change took away, for as long as it can be put back, see floor/undo.
CREATE TABLE undos (
    id         TEXT    /*bytewise*/ PRIMARY KEY NOT NULL,
    space_id   TEXT    NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    user_id    TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    name       TEXT    NOT NULL,               -- of the thing, or of the first of several
    things     BIGINT  NOT NULL,               -- how many
    own        BOOLEAN NOT NULL,               -- nobody but the user may undo it
    was        TEXT    NOT NULL,               -- JSON; empty once it cannot be put back
    made_at    BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL,
    done_at    BIGINT
);
CREATE INDEX undos_space ON undos (space_id, id);
CREATE INDEX undos_user ON undos (user_id);
CREATE INDEX undos_expires ON undos (expires_at);

INSERT INTO schema_served (version_id, since) VALUES (42, 41);

-- +goose Down
DROP TABLE undos;
DELETE FROM schema_served WHERE version_id = 42;
