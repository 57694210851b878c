-- +goose Up

-- An archived brand is asked nothing by itself and stands in no menu; all of it stays.
ALTER TABLE brands ADD COLUMN archived_at BIGINT;

-- Links under which a page about a brand is read without an account.
CREATE TABLE shares (
    id         TEXT   /*bytewise*/ PRIMARY KEY,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    page       TEXT   NOT NULL,              -- of the brand: report, overview, …
    query      TEXT   NOT NULL,              -- the period and filters that it is fixed to
    token_hash TEXT   NOT NULL UNIQUE,
    created_by TEXT   REFERENCES users (id) ON DELETE SET NULL,
    opened     BIGINT NOT NULL DEFAULT 0,    -- times
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX shares_brand ON shares (brand_id, created_at);
CREATE INDEX shares_space ON shares (space_id);
CREATE INDEX shares_created_by ON shares (created_by) WHERE created_by IS NOT NULL;

INSERT INTO schema_served (version_id, since) VALUES (41, 40);

-- +goose Down
DROP TABLE shares;
ALTER TABLE brands DROP COLUMN archived_at;
DELETE FROM schema_served WHERE version_id = 41;
