// Starts the mock server from the package folder given as the first argument, prints its address and ends with stdin.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const entry = join(process.argv[2], "dist", "index.js");
const { LLMock } = await import(pathToFileURL(entry).href);

const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
mock.onMessage("plain", { content: "甲品牌适合日常训练。", usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
mock.onMessage("thinking", { content: "甲品牌适合日常训练。", reasoning: "先看评测。" });
mock.onMessage("searching", { content: "甲品牌适合日常训练。", webSearches: ["跑鞋 推荐"] });
mock.onMessage("limited", { error: { message: "Rate limit reached", type: "rate_limit_error", code: "rate_limit_exceeded" }, status: 429, retryAfter: 7 });
mock.onMessage("malformed", { content: "unused" }, { chaos: { malformedRate: 1 } });
mock.onMessage("disconnect", { content: "unused" }, { chaos: { disconnectRate: 1 } });
mock.onMessage("chaotic limit", { content: "unused" }, { chaos: { rateLimitRate: 1 } });
mock.onMessage("dropped", { content: "unused" }, { chaos: { dropRate: 1 } });
mock.onMessage("empty", { content: "" });

await mock.start();
console.log(JSON.stringify({ url: mock.url }));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
