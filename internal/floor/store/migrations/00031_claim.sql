-- +goose Up

-- Answers that name the brand and were held against its facts. sheet tells with which facts, names and reader: what was read with others is
-- read again.
CREATE TABLE checked_answers (
    answer_id   TEXT /*bytewise*/ PRIMARY KEY NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    brand_id    TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    sheet       TEXT   NOT NULL,
    platform    TEXT   NOT NULL,
    prompt_id   TEXT   NOT NULL,
    mode        TEXT   NOT NULL,
    answered_at BIGINT NOT NULL,
    agreed      BIGINT NOT NULL,
    contradicted BIGINT NOT NULL
);
CREATE INDEX checked_answers_brand ON checked_answers (brand_id, answered_at);

-- What they claim, by place in the answer. Extents count code points of the answer's text, which alone holds the words.
CREATE TABLE claims (
    answer_id    TEXT   NOT NULL REFERENCES checked_answers (answer_id) ON DELETE CASCADE,
    place        BIGINT NOT NULL,
    brand_id     TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    fact_id      TEXT,
    kind         TEXT   NOT NULL,
    verdict      TEXT   NOT NULL,
    reason       TEXT   NOT NULL,
    starts       BIGINT NOT NULL,
    ends         BIGINT NOT NULL,
    value_starts BIGINT NOT NULL,
    value_ends   BIGINT NOT NULL,
    platform     TEXT   NOT NULL,
    mode         TEXT   NOT NULL,
    answered_at  BIGINT NOT NULL,
    PRIMARY KEY (answer_id, place)
);
CREATE INDEX claims_brand ON claims (brand_id, verdict, answered_at);

INSERT INTO schema_served (version_id, since) VALUES (31, 30);

-- +goose Down
DROP TABLE claims;
DROP TABLE checked_answers;
DELETE FROM schema_served WHERE version_id = 31;
