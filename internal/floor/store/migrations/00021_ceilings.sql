-- +goose Up

-- How many bytes of texts a space stores: brands, topics, prompts, competitors and revisions of contents, 256 bytes beside the texts
-- of each. An older program does not count what it writes or deletes during a rolling restart.
CREATE TABLE stored_bytes (
    space_id TEXT   PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
    bytes    BIGINT NOT NULL CHECK (bytes >= 0)
);
INSERT INTO stored_bytes (space_id, bytes)
SELECT space_id, CAST(sum(bytes) AS BIGINT) FROM (
    SELECT space_id, 256 + octet_length(name) + octet_length(introduction) + octet_length(product_type) + COALESCE(octet_length(marketing_goal), 0)
        + COALESCE(octet_length(homepage_url), 0) + octet_length(keywords) + octet_length(selling_points) + COALESCE(octet_length(core_audience), 0)
        + octet_length(aliases) + octet_length(exclusions) + octet_length(contexts) + octet_length(product_lines) + octet_length(domains) AS bytes FROM brands
    UNION ALL
    SELECT b.space_id, 256 + octet_length(t.name) + COALESCE(octet_length(t.description), 0) + octet_length(t.region) + octet_length(t.language)
        FROM topics t JOIN brands b ON b.id = t.brand_id
    UNION ALL
    SELECT space_id, 256 + octet_length(text) + octet_length(types) + octet_length(stage) + octet_length(tag_ids) + COALESCE(octet_length(region), 0)
        + COALESCE(octet_length(language), 0) FROM prompts
    UNION ALL
    SELECT b.space_id, 256 + octet_length(c.name) + octet_length(c.aliases) + octet_length(c.exclusions) + octet_length(c.contexts)
		+ octet_length(c.product_lines) + octet_length(c.domains)
        + COALESCE(octet_length(c.website_url), 0) + COALESCE(octet_length(c.logo_icon), 0) + COALESCE(octet_length(c.description), 0)
        FROM competitors c JOIN brands b ON b.id = c.brand_id
    UNION ALL
    SELECT c.space_id, 256 + octet_length(r.title) + octet_length(r.body) FROM content_revisions r JOIN contents c ON c.id = r.content_id
) AS parts GROUP BY space_id;

-- Deleted contents count until they are purged.
CREATE INDEX contents_all ON contents (space_id);
CREATE INDEX contents_deleted ON contents (id) WHERE deleted_at IS NOT NULL;

INSERT INTO schema_served (version_id, since) VALUES (21, 18);

-- +goose Down
DROP INDEX contents_deleted;
DROP INDEX contents_all;
DROP TABLE stored_bytes;
DELETE FROM schema_served WHERE version_id = 21;
