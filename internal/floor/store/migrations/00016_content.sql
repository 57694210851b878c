-- +goose Up

-- The library of a space. A deleted content keeps its revisions: orders were submitted with them.
CREATE TABLE contents (
    id           TEXT   /*bytewise*/ PRIMARY KEY,
    space_id     TEXT   NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    content_type TEXT   NOT NULL CHECK (content_type IN ('article', 'video')),
    revision     BIGINT NOT NULL CHECK (revision >= 1),  -- the newest
    deleted_at   BIGINT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    -- Whom something was written, ordered and published for. NULL: for no brand; it shows in no brand's lists and reports.
    brand_id     TEXT   REFERENCES brands (id) ON DELETE SET NULL,
    brief        BOOLEAN NOT NULL DEFAULT FALSE,         -- whether the newest revision says that it is a brief
    brief_id     TEXT                                    -- content that it was written along, which may be gone
);
CREATE INDEX contents_space ON contents (space_id, created_at, id) WHERE deleted_at IS NULL;
-- Deleted contents count until they are purged.
CREATE INDEX contents_all ON contents (space_id);
CREATE INDEX contents_deleted ON contents (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX contents_brand ON contents (brand_id) WHERE brand_id IS NOT NULL;

-- What a content said. Never changed once written.
CREATE TABLE content_revisions (
    content_id   TEXT   /*bytewise*/ NOT NULL REFERENCES contents (id) ON DELETE CASCADE,
    revision     BIGINT NOT NULL CHECK (revision >= 1),
    title        TEXT   NOT NULL,
    body         TEXT   NOT NULL,
    content_type TEXT   NOT NULL CHECK (content_type IN ('article', 'video')),
    length       BIGINT NOT NULL CHECK (length >= 0),    -- of the body, as outlets count
    created_at   BIGINT NOT NULL,
    -- What an author says of a content beside its text, part of the revision: whether AI helped (yes, no, or nothing yet), and what holds up
    -- its sentences (JSON, empty: nothing).
    ai_assisted  TEXT   NOT NULL DEFAULT '',
    supports     TEXT   NOT NULL DEFAULT '',
    PRIMARY KEY (content_id, revision)
);
