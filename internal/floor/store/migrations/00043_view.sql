-- +goose Up

-- Queries of lists in the console that a space has given a name.
CREATE TABLE saved_views (
    id         TEXT   /*bytewise*/ PRIMARY KEY NOT NULL,
    space_id   TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    brand_id   TEXT   REFERENCES brands (id) ON DELETE CASCADE, -- NULL: the list is of no brand
    path       TEXT   NOT NULL,              -- of the list
    query      TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (space_id, path, name)
);
CREATE INDEX saved_views_brand ON saved_views (brand_id) WHERE brand_id IS NOT NULL;

-- What somebody noted on a day of a brand, shown in its trends.
CREATE TABLE annotations (
    id         TEXT   /*bytewise*/ PRIMARY KEY NOT NULL,
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    day        TEXT   /*bytewise*/ NOT NULL, -- YYYY-MM-DD, Beijing
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX annotations_brand ON annotations (brand_id, day, id);

INSERT INTO schema_served (version_id, since) VALUES (43, 41);

-- +goose Down
DROP TABLE annotations;
DROP TABLE saved_views;
DELETE FROM schema_served WHERE version_id = 43;
