-- +goose Up

-- People check the reader: a random sample of a brand's answers for each version of the reader, and what members say of each. frame and
-- named are how many answers the sample was drawn from and how many of them were read as naming the brand.
CREATE TABLE check_samples (
    brand_id TEXT   NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
    version  BIGINT NOT NULL,
    frame    BIGINT NOT NULL,
    named    BIGINT NOT NULL,
    drawn_at BIGINT NOT NULL,
    PRIMARY KEY (brand_id, version)
);

CREATE TABLE checks (
    brand_id  TEXT   NOT NULL,
    version   BIGINT NOT NULL,
    answer_id TEXT   NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    place     BIGINT NOT NULL,
    PRIMARY KEY (brand_id, version, answer_id),
    FOREIGN KEY (brand_id, version) REFERENCES check_samples (brand_id, version) ON DELETE CASCADE
);
CREATE INDEX checks_answer ON checks (answer_id);

-- named is what is true of the answer; position_right and tone_right are about what was read, NULL where nothing was.
CREATE TABLE check_verdicts (
    brand_id       TEXT    NOT NULL,
    version        BIGINT  NOT NULL,
    answer_id      TEXT    NOT NULL,
    user_id        TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    named          BOOLEAN NOT NULL,
    position_right BOOLEAN,
    tone_right     BOOLEAN,
    at             BIGINT  NOT NULL,
    PRIMARY KEY (brand_id, version, answer_id, user_id),
    FOREIGN KEY (brand_id, version, answer_id) REFERENCES checks (brand_id, version, answer_id) ON DELETE CASCADE
);

INSERT INTO schema_served (version_id, since) VALUES (24, 23);

-- +goose Down
DROP TABLE check_verdicts;
DROP TABLE checks;
DROP TABLE check_samples;
DELETE FROM schema_served WHERE version_id = 24;
