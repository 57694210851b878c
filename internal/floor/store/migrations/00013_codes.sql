-- +goose Up

-- What the program says is stored as a code, "code:text" or "code/code" where it has an argument, and said in the reader's
-- language. A text that is not listed here stays and says itself: nothing is lost, and what an older program still writes is
-- read the same way. An older program works on, but shows the code where it used to show the sentence. Alerts keep their
-- sentences: they are said by their figures, and new ones store an empty text.
UPDATE points_entries SET note = CASE note
    WHEN '本期积分发放' THEN 'granted'
    WHEN '套餐升级，补发本期积分差额' THEN 'upgraded'
    WHEN '本期剩余积分到期清零' THEN 'lapsed'
    WHEN '提交订单，积分冻结' THEN 'submitted'
    WHEN '撤回订单，积分退回' THEN 'withdrawn'
    WHEN '订单被驳回，积分退回' THEN 'rejected'
    WHEN '订单超时未审核，积分退回' THEN 'unreviewed'
    WHEN '订单超时未修改，积分退回' THEN 'unrevised'
    WHEN '稿件已发布，积分扣除' THEN 'published'
    WHEN '发布失败，积分退回' THEN 'failed'
    ELSE note END WHERE kind <> 'adjust';
UPDATE points_entries SET note = 'adjusted:' || substr(note, 7) WHERE kind = 'adjust' AND substr(note, 1, 6) = '管理员调整：';
UPDATE generations SET error = CASE error
    WHEN '草拟模型暂不可用，请稍后重试' THEN 'drafter_unavailable'
    WHEN '草拟模型返回的内容不符合要求，请稍后重试' THEN 'draft_unusable'
    WHEN '数据库暂时不可用，请稍后再试' THEN 'database_unavailable'
    WHEN '草拟失败，请稍后重试' THEN 'generation_failed'
    WHEN '生成超时，已放弃' THEN 'generation_timed_out'
    WHEN '服务暂时不可用，请稍后再试' THEN '5030'
    ELSE error END WHERE error IS NOT NULL;
UPDATE run_platforms SET reason = CASE reason
    WHEN '该平台已不在平台目录中' THEN 'gone'
    WHEN '该平台不支持所选的检测方式' THEN 'mode_unsupported'
    WHEN '该平台尚未配置密钥' THEN 'not_configured'
    WHEN '该平台已被管理员暂停' THEN 'suspended'
    WHEN '平台账户余额不足，暂不可用' THEN 'balance_out'
    WHEN '平台暂时不可用：平台密钥无效' THEN 'circuit_open/auth'
    WHEN '平台暂时不可用：平台配置有误：模型不存在、未开通或无权限' THEN 'circuit_open/config'
    WHEN '平台暂时不可用：平台额度已用完' THEN 'circuit_open/quota'
    WHEN '平台暂时不可用：已拒绝不安全的连接' THEN 'circuit_open/refused'
    WHEN '平台暂时不可用：平台繁忙' THEN 'circuit_open/overload'
    WHEN '平台暂时不可用：平台内部错误' THEN 'circuit_open/server'
    WHEN '平台暂时不可用：平台回答超时' THEN 'circuit_open/timeout'
    WHEN '平台暂时不可用：连接平台失败或中断' THEN 'circuit_open/network'
    WHEN '平台暂时不可用：平台返回了无法识别的内容' THEN 'circuit_open/malformed'
    ELSE reason END WHERE reason IS NOT NULL;
UPDATE tasks SET error = CASE error
    WHEN '该平台已不在平台目录中' THEN 'gone'
    WHEN '该平台不支持所选的检测方式' THEN 'mode_unsupported'
    WHEN '该平台尚未配置密钥' THEN 'not_configured'
    WHEN '该平台已被管理员暂停' THEN 'suspended'
    WHEN '平台账户余额不足，暂不可用' THEN 'balance_out'
    WHEN '平台暂时不可用：平台密钥无效' THEN 'circuit_open/auth'
    WHEN '平台暂时不可用：平台配置有误：模型不存在、未开通或无权限' THEN 'circuit_open/config'
    WHEN '平台暂时不可用：平台额度已用完' THEN 'circuit_open/quota'
    WHEN '平台暂时不可用：已拒绝不安全的连接' THEN 'circuit_open/refused'
    WHEN '平台暂时不可用：平台繁忙' THEN 'circuit_open/overload'
    WHEN '平台暂时不可用：平台内部错误' THEN 'circuit_open/server'
    WHEN '平台暂时不可用：平台回答超时' THEN 'circuit_open/timeout'
    WHEN '平台暂时不可用：连接平台失败或中断' THEN 'circuit_open/network'
    WHEN '平台暂时不可用：平台返回了无法识别的内容' THEN 'circuit_open/malformed'
    ELSE error END WHERE status = 'skipped' AND error IS NOT NULL;
-- A question that failed stored its class beside the sentence.
UPDATE tasks SET error = error_class WHERE status <> 'skipped' AND error IS NOT NULL AND error_class IS NOT NULL;

INSERT INTO schema_served (version_id, since) VALUES (13, 12);

-- +goose Down
DELETE FROM schema_served WHERE version_id = 13;
