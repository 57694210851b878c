-- +goose Up

-- Reasons in our words become codes, said in the reader's language.
UPDATE orders SET reason = 'outlet_silent' WHERE reason = '媒体未能发布，未说明原因';
UPDATE orders SET reason = 'outlet_refused:' || substr(reason, 8, length(reason) - 8) WHERE reason LIKE '媒体接口拒收（%）';
UPDATE order_events SET note = 'outlet_silent' WHERE note = '媒体未能发布，未说明原因';
UPDATE order_events SET note = 'outlet_refused:' || substr(note, 8, length(note) - 8) WHERE note LIKE '媒体接口拒收（%）';

INSERT INTO schema_served (version_id, since) VALUES (27, 26);

-- +goose Down
DELETE FROM schema_served WHERE version_id = 27;
