// From a brand to its figures against a real server; prints what it saw. Run by internal/door/api/client_test.go.
const { Renown, RenownError, Code, verifyWebhook, WebhookError } = await import(process.argv[2]);
const renown = new Renown();
const codes = [];
const refused = async (promise) => {
  try {
    await promise;
    codes.push(0);
  } catch (error) {
    if (!(error instanceof RenownError)) throw error;
    codes.push(error.code);
    return error;
  }
};

const limits = await renown.identity.limits();
const brand = await renown.brands.create({ name: "云栖笔记", introduction: "面向团队的云端笔记。", keywords: ["云笔记"] });
const topic = await renown.topics.create(brand.id, { name: "选购" });
for (let i = 0; i < 2; i++) await renown.prompts.create(brand.id, { topic_id: topic.id, text: `第 ${i} 问：推荐几款云笔记` });
const changed = await renown.brands.update(brand.id, { marketing_goal: "知名度", keywords: null });
const { run_id } = await renown.runs.start({ brand_id: brand.id, platforms: ["doubao", "qwen"] });
const states = [];
const run = await renown.runs.wait(run_id, (r) => states.push(r.status));
let answers = 0;
for await (const answer of renown.runs.allAnswers(run_id, { platform: ["qwen"] })) answers += answer.platform === "qwen" ? 1 : 100;
const overview = await renown.analyses.overview(brand.id, { platform: ["doubao", "qwen"] });
let rows = 0;
for await (const row of (await renown.analyses.exportTable(brand.id, "answers", { format: "ndjson" })).rows()) rows += row.brand_id === brand.id ? 1 : 0;
await refused(renown.analyses.exportTable(brand.id, "secrets"));
const again = await refused(renown.runs.start({ brand_id: brand.id }));
await refused(renown.brands.get("brd_of_nobody/../x"));
await refused(renown.brands.create({ name: "", introduction: "x" }));
await refused(new Renown({ key: "sk-wrong" }).identity.get());
const moved = await renown.campaigns.create({ brand_id: brand.id, name: "外带", target_ids: ["pmt_x"] }).catch((error) => error);
const cut = [];
for (const name of ["daily", "mentions"]) {
  const read = async () => {
    for await (const row of (await renown.analyses.exportTable(brand.id, name)).rows()) void row;
  };
  cut.push(await read().then(() => false, () => true));
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const headers = { "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330", "webhook-signature": "v0,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" };
const body = '{"test": 2432232314}';
await verifyWebhook(headers, body, ["whsec_AAAA", secret], 1614265330);
const doubtful = [];
for (const [b, s, now] of [[body + " ", secret, 1614265330], [body, "whsec_AAAA", 1614265330], [body, secret, 1614269330]]) {
  doubtful.push(await verifyWebhook(headers, b, s, now).then(() => false, (e) => e instanceof WebhookError));
}
for (const odd of [{ "webhook-timestamp": "²" }, { "webhook-signature": "v1,é" }]) {
  doubtful.push(await verifyWebhook({ ...headers, ...odd }, body, secret, 1614265330).then(() => false, (e) => e instanceof WebhookError));
}
const byNobody = { ...headers, "webhook-signature": "v1,woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g=" }; // made with an empty secret
doubtful.push(await verifyWebhook(byNobody, body, "", 1614265330).then(() => false, () => true));
console.log(JSON.stringify({
  tier: limits.tier, brand: brand.id, run: run_id, status: run.status, ended: states.at(-1), answers, rows, goal: changed.marketing_goal,
  keywords: changed.keywords.length, platforms: overview.filters.platform, codes, gap: again.code === Code.RunGap && again.detail.retry_after > 0, moved: moved.status, cut, doubtful,
}));
