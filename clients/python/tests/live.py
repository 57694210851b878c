"""From a brand to its figures against a real server; prints what it saw. Run by internal/door/api/client_test.go."""

import json
import os
from http.client import IncompleteRead

import renown
from renown import Renown, RenownError, WebhookError, verify_webhook

api = Renown()
codes = []


def refused(call):
    try:
        call()
        codes.append(0)
    except RenownError as error:
        codes.append(error.code)
        return error


limits = api.identity.limits()
brand = api.brands.create(name="云栖笔记", introduction="面向团队的云端笔记。", keywords=["云笔记"])
topic = api.topics.create(brand["id"], name="选购")
for i in range(2):
    api.prompts.create(brand["id"], topic_id=topic["id"], text=f"第 {i} 问：推荐几款云笔记")
changed = api.brands.update(brand["id"], marketing_goal="知名度", keywords=None)
run_id = api.runs.start(brand_id=brand["id"], platforms=["doubao", "qwen"])["run_id"]
states = []
run = api.runs.wait(run_id, lambda r: states.append(r["status"]))
answers = sum(1 if a["platform"] == "qwen" else 100 for a in api.runs.all_answers(run_id, platform=["qwen"]))
overview = api.analyses.overview(brand["id"], platform=["doubao", "qwen"])
with api.analyses.export_table(brand["id"], "answers", format="ndjson") as table:
    rows = sum(row["brand_id"] == brand["id"] for row in table.rows())
refused(lambda: api.analyses.export_table(brand["id"], "secrets"))
again = refused(lambda: api.runs.start(brand_id=brand["id"]))
refused(lambda: api.brands.get("brd_of_nobody/../x"))
refused(lambda: api.brands.create(name="", introduction="x"))
refused(lambda: Renown(key="sk-wrong").identity.get())
try:
    moved = api.campaigns.create(brand_id=brand["id"], name="外带", target_ids=["pmt_x"])
except RenownError as error:
    moved = error.status
cut = []
for name in ("daily", "mentions"):
    seen = []
    for receive in (lambda table: list(table.rows()), lambda table: table.save(os.devnull), lambda table: table.read()):
        with api.analyses.export_table(brand["id"], name) as table:
            try:
                receive(table)
            except IncompleteRead as error:
                seen.append(error)
    cut.append(len(seen) == 3)

secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
headers = {"Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330", "webhook-signature": "v0,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
body = b'{"test": 2432232314}'
verify_webhook(headers, body, "whsec_AAAA", secret, now=1614265330)
doubtful = []
for text, key, now in ((body + b" ", secret, 1614265330), (body, "whsec_AAAA", 1614265330), (body, secret, 1614269330)):
    try:
        verify_webhook(headers, text, key, now=now)
        doubtful.append(False)
    except WebhookError:
        doubtful.append(True)
for odd in ({"webhook-timestamp": "²"}, {"webhook-signature": "v1,é"}):
    try:
        verify_webhook({**headers, **odd}, body, secret, now=1614265330)
        doubtful.append(False)
    except WebhookError:
        doubtful.append(True)
try:
    by_nobody = {**headers, "webhook-signature": "v1,woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g="}  # made with an empty secret
    verify_webhook(by_nobody, body, "", now=1614265330)
    doubtful.append(False)
except ValueError:
    doubtful.append(True)

print(json.dumps({
    "tier": limits["tier"], "brand": brand["id"], "run": run_id, "status": run["status"], "ended": states[-1], "answers": answers, "rows": rows,
    "goal": changed["marketing_goal"], "keywords": len(changed["keywords"]), "platforms": overview["filters"]["platform"], "codes": codes,
    "gap": isinstance(again, renown.RunGap) and again.detail["retry_after"] > 0, "moved": moved, "cut": cut, "doubtful": doubtful,
}))
