-- +goose Up

-- Pages that orders of a space have placed, by their canonical addresses: an answer that cites one cites the space's brands.
CREATE TABLE placed_pages (
    space_id  TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    page      TEXT   NOT NULL,
    placed_at BIGINT NOT NULL,
    PRIMARY KEY (space_id, page)
);
INSERT INTO placed_pages (space_id, page, placed_at)
SELECT space_id, published_key, min(published_at) FROM orders WHERE published_key IS NOT NULL GROUP BY space_id, published_key;

INSERT INTO schema_served (version_id, since) VALUES (26, 25);

-- +goose Down
DROP TABLE placed_pages;
DELETE FROM schema_served WHERE version_id = 26;
