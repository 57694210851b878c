// What callers rely on, by the client that hey-api makes of the contract. scripts/clients.sh compiles it with all that was made.
import { getOverview, startRun, type Overview } from "./made";

// Operations are functions; what they answer and how they fail has types.
export async function figures(brand: string): Promise<Overview | undefined> {
  const { data, error } = await getOverview({ path: { brand_id: brand }, query: { platform: ["doubao", "qwen"] } });
  if (error) throw new Error(`${error.code}: ${error.msg}`);
  return data?.data ?? undefined;
}

export async function ask(brand: string, once: string): Promise<string | undefined> {
  const { data } = await startRun({ body: { brand_id: brand, platforms: ["doubao"] }, headers: { "Idempotency-Key": once } });
  return data?.data?.run_id;
}
