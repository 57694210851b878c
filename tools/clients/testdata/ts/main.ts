// What callers rely on, by the types that openapi-typescript makes of the contract. scripts/clients.sh compiles it.
import type { components, operations } from "./api";

type Schemas = components["schemas"];

const brand: Schemas["BrandCreate"] = { name: "青禾咖啡", introduction: "云南精品豆的连锁咖啡品牌" };
const query: NonNullable<operations["getOverview"]["parameters"]["query"]> = { platform: ["doubao", "qwen"] };
const wait: NonNullable<operations["getRun"]["parameters"]["query"]> = { wait: 30 };
const ended: Schemas["RunStatus"][] = ["completed", "failed", "cancelled"];

// A failure is told from a success by its code, and its detail has types.
export function next(answer: Schemas["RunCreatedResult"] | Schemas["TooManyFailure"]): string | undefined {
  if (answer.code === 0 && answer.data !== null) return answer.data.run_id;
  const failure = answer as Schemas["TooManyFailure"];
  const dailyLimit: Schemas["KnownCode"] = 2003;
  return failure.code === dailyLimit ? failure.detail.resets_at : failure.hint;
}

export const used = { brand, query, wait, ended };
