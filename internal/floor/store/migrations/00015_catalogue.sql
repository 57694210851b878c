-- +goose Up

-- The outlets of the installation, the same for every account. None is ever deleted: orders refer to it. key is how an
-- import knows an outlet again. revision is the catalogue's when the row last changed, so that a process that knows the
-- catalogue as of some revision reads what is newer and nothing else.
CREATE TABLE outlets (
    id               TEXT    /*bytewise*/ PRIMARY KEY,
    key              TEXT    /*bytewise*/ NOT NULL UNIQUE,
    name             TEXT    NOT NULL,
    logo_url         TEXT,
    url              TEXT,
    domain           TEXT,
    media_type       TEXT    NOT NULL CHECK (media_type IN ('news', 'wemedia', 'short_video', 'overseas')),
    content_types    TEXT    NOT NULL,          -- JSON list of article, video
    portal           TEXT,
    channel          TEXT,
    platform         TEXT,
    account_name     TEXT,
    level            TEXT,
    industries       TEXT    NOT NULL,          -- JSON list
    region           TEXT,
    country          TEXT,
    language         TEXT,
    points           BIGINT  NOT NULL CHECK (points >= 0),
    indexing_type    TEXT,
    indexing_rate    DOUBLE PRECISION CHECK (indexing_rate BETWEEN 0 AND 1),
    pc_weight        BIGINT  CHECK (pc_weight >= 0),
    mobile_weight    BIGINT  CHECK (mobile_weight >= 0),
    domain_authority BIGINT  CHECK (domain_authority >= 0),
    links            BOOLEAN,
    contacts         TEXT    NOT NULL,          -- JSON list
    images           BOOLEAN,
    title_max_length BIGINT  CHECK (title_max_length >= 1),
    notes            TEXT,
    average_hours    DOUBLE PRECISION CHECK (average_hours >= 0),
    success_rate     DOUBLE PRECISION CHECK (success_rate BETWEEN 0 AND 1),
    weekend          BOOLEAN,
    followers        BIGINT  CHECK (followers >= 0),
    average_reads    BIGINT  CHECK (average_reads >= 0),
    verification     TEXT,
    sample_url       TEXT,
    recommended      BOOLEAN NOT NULL DEFAULT FALSE,
    status           TEXT    NOT NULL DEFAULT 'available' CHECK (status IN ('available', 'paused', 'retired')),

    -- How an approved order reaches the outlet. The secret is sealed; NULL but for webhook.
    adapter          TEXT    NOT NULL DEFAULT 'manual' CHECK (adapter IN ('manual', 'webhook')),
    endpoint_url     TEXT,
    endpoint_secret  BYTEA,

    -- What this installation's own runs measured over the last 30 days.
    citations        BIGINT  NOT NULL DEFAULT 0 CHECK (citations >= 0),
    citation_rate    DOUBLE PRECISION CHECK (citation_rate BETWEEN 0 AND 1),
    by_platform      TEXT    NOT NULL DEFAULT '[]',

    revision         BIGINT  NOT NULL,
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL,
    reach            TEXT,                      -- how widely it is cited, JSON; NULL before the first measurement
    -- What became of what all accounts placed, JSON; NULL where that would tell one account about another.
    effect           TEXT
);
CREATE INDEX outlets_revision ON outlets (revision);
CREATE INDEX outlets_domain ON outlets (domain);

-- Raised first by everyone who changes the catalogue, who so waits for others who do.
INSERT INTO settings (name, value) VALUES ('catalogue_revision', '0');
