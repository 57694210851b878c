-- +goose Up

-- A reading is a brand's whole history read with one set of names. Whoever asks for figures sees the current one; another
-- is built beside it when names or the reader change, takes its place at once when it is complete, and the old one is
-- cleared away afterwards.
CREATE TABLE readings (
    brand_id   TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    generation BIGINT NOT NULL,
    version    BIGINT NOT NULL,              -- of the reader
    names      TEXT   NOT NULL,              -- JSON: the brand and its competitors as they were
    status     TEXT   NOT NULL CHECK (status IN ('current', 'building', 'old')),
    total      BIGINT NOT NULL DEFAULT 0,    -- answers to read again
    done       BIGINT NOT NULL DEFAULT 0,
    before_id  TEXT,                         -- answers before this one are still to be read
    created_at BIGINT NOT NULL,
    PRIMARY KEY (brand_id, generation)
);
CREATE UNIQUE INDEX readings_current ON readings (brand_id) WHERE status = 'current';
CREATE UNIQUE INDEX readings_building ON readings (brand_id) WHERE status = 'building';

-- What was found in one answer. position is NULL when the brand is not named; sentiment is NULL when it was not judged.
-- No table here refers to brands but readings: whoever changes a brand locks it before its readings.
CREATE TABLE findings (
    answer_id  TEXT   NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    generation BIGINT NOT NULL,
    brand_id   TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    mentions   BIGINT NOT NULL,
    position   BIGINT,
    sentiment  TEXT,
    score      BIGINT,                       -- ten-thousandths
    sentence   TEXT,
    judge      TEXT,
    others     TEXT   NOT NULL,              -- JSON: competitors that are named
    sources    TEXT   NOT NULL,              -- JSON: citations with their class
    suggested  TEXT   NOT NULL,              -- JSON: names in recommendation lists that nobody watches
    platform   TEXT   NOT NULL,
    prompt_id  TEXT   NOT NULL,
    topic_id   TEXT   NOT NULL,
    kinds      TEXT   NOT NULL,              -- v, s or vs: what the prompt counts for
    at         BIGINT NOT NULL,
    PRIMARY KEY (answer_id, generation),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);
CREATE INDEX findings_brand ON findings (brand_id, generation, at);
CREATE INDEX findings_quoted ON findings (brand_id, generation, at) WHERE sentence IS NOT NULL;
CREATE INDEX findings_gap ON findings (brand_id, generation, at) WHERE position IS NULL AND others <> '[]' AND sources <> '[]';
CREATE INDEX findings_suggesting ON findings (brand_id, generation, at) WHERE suggested <> '[]';

-- Figures of a day by platform and topic; the topic '' is all of them. span is a Beijing day, 20261115.
-- Scores are ten-thousandths, so that sums are exact.
CREATE TABLE figures (
    brand_id     TEXT   NOT NULL,
    generation   BIGINT NOT NULL,
    span         BIGINT NOT NULL,
    platform     TEXT   NOT NULL,
    topic_id     TEXT   NOT NULL,
    kinds        TEXT   NOT NULL,
    answers      BIGINT NOT NULL,
    named        BIGINT NOT NULL,
    others       BIGINT NOT NULL,            -- over competitors: answers that name each
    position_sum BIGINT NOT NULL,
    position_sq  BIGINT NOT NULL,
    positive     BIGINT NOT NULL,
    neutral      BIGINT NOT NULL,
    negative     BIGINT NOT NULL,
    unjudged     BIGINT NOT NULL,
    score_sum    BIGINT NOT NULL,
    score_sq     BIGINT NOT NULL,
    cited        BIGINT NOT NULL,
    citations    BIGINT NOT NULL,
    own          BIGINT NOT NULL,
    competitor   BIGINT NOT NULL,
    failed       BIGINT NOT NULL,
    empty        BIGINT NOT NULL,
    refused      BIGINT NOT NULL,
    PRIMARY KEY (brand_id, generation, span, platform, topic_id, kinds),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

-- The tables below hold each figure twice, under its day (20261115) and under its month (202611): a long period is added
-- up from whole months and the days at its ends.

-- Prompts that count for visibility.
CREATE TABLE figures_prompt (
    brand_id      TEXT   NOT NULL,
    generation    BIGINT NOT NULL,
    span          BIGINT NOT NULL,
    platform      TEXT   NOT NULL,
    prompt_id     TEXT   NOT NULL,
    topic_id      TEXT   NOT NULL,
    stage         TEXT   NOT NULL,
    answers       BIGINT NOT NULL,
    named         BIGINT NOT NULL,
    position_sum  BIGINT NOT NULL,
    last_at       BIGINT NOT NULL,
    last_answer   TEXT /*bytewise*/ NOT NULL,
    last_position BIGINT,                    -- NULL: not named
    PRIMARY KEY (brand_id, generation, span, platform, prompt_id, topic_id, stage),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

CREATE TABLE figures_other (
    brand_id      TEXT   NOT NULL,
    generation    BIGINT NOT NULL,
    span          BIGINT NOT NULL,
    platform      TEXT   NOT NULL,
    topic_id      TEXT   NOT NULL,
    kinds         TEXT   NOT NULL,
    competitor_id TEXT   NOT NULL,
    answers       BIGINT NOT NULL,
    position_sum  BIGINT NOT NULL,
    positive      BIGINT NOT NULL,
    neutral       BIGINT NOT NULL,
    negative      BIGINT NOT NULL,
    unjudged      BIGINT NOT NULL,
    score_sum     BIGINT NOT NULL,
    score_sq      BIGINT NOT NULL,
    PRIMARY KEY (brand_id, generation, span, platform, topic_id, kinds, competitor_id),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

-- Sources as sites (domain), pages (url), and classes within a site (class: the class and the domain, with a space between):
-- an encyclopedia may live under the same domain as a forum. gap counts answers that name a competitor and not the brand.
CREATE TABLE figures_source (
    brand_id   TEXT   NOT NULL,
    generation BIGINT NOT NULL,
    span       BIGINT NOT NULL,
    kind       TEXT   NOT NULL CHECK (kind IN ('domain', 'url', 'class')),
    platform   TEXT   NOT NULL,
    topic_id   TEXT   NOT NULL,
    source     TEXT /*bytewise*/ NOT NULL,
    domain     TEXT   NOT NULL,
    class      TEXT   NOT NULL,
    title      TEXT /*bytewise*/ NOT NULL,
    citations  BIGINT NOT NULL,
    answers    BIGINT NOT NULL,
    with_brand BIGINT NOT NULL,
    gap        BIGINT NOT NULL,
    first_at   BIGINT NOT NULL,
    last_at    BIGINT NOT NULL,
    PRIMARY KEY (brand_id, generation, span, kind, platform, topic_id, source),
    FOREIGN KEY (brand_id, generation) REFERENCES readings (brand_id, generation) ON DELETE CASCADE
);

CREATE TABLE alerts (
    id              TEXT   PRIMARY KEY,
    brand_id        TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    kind            TEXT   NOT NULL,
    day             BIGINT NOT NULL,
    severity        TEXT   NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
    text            TEXT   NOT NULL,
    figures         TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    acknowledged_at BIGINT,
    UNIQUE (brand_id, kind, day)
);
CREATE INDEX alerts_brand ON alerts (brand_id, created_at, id);

-- +goose Down
DROP TABLE alerts;
DROP TABLE figures_source;
DROP TABLE figures_other;
DROP TABLE figures_prompt;
DROP TABLE figures;
DROP TABLE findings;
DROP TABLE readings;
