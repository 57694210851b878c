/** A refusal. Tell it by its code: `error.code === Code.DailyLimit`. */
export class RenownError extends Error {
  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** 0 when the answer was no envelope. */
    readonly code: number,
    message: string,
    /** How to help it, where that is known. */
    readonly hint: string | undefined,
    /** Typed per status in the contract, as `TooManyDetail`. */
    readonly detail: unknown,
    /** To quote when asking for help. */
    readonly requestId: string | null,
    /** Seconds. */
    readonly retryAfter: number | undefined,
  ) {
    super([code === 0 ? `status ${status}` : String(code), message, hint && `(${hint})`, requestId && `[${requestId}]`].filter(Boolean).join(" "));
    this.name = "RenownError";
  }
}

export interface Options {
  /** The server's address, without /openapi/v1; default is RENOWN_URL of the environment. */
  url?: string;
  /** The API key; default is RENOWN_KEY of the environment. */
  key?: string;
  /** How many seconds one call may wait between its tries altogether; default 60. A refusal that asks for more is thrown. */
  patience?: number;
  /** Another fetch, as of a proxy. */
  fetch?: typeof fetch;
}

export interface Sent {
  query?: object;
  body?: object;
  idempotencyKey?: string;
}

const maxTries = 4;
const timeout = 90_000; // milliseconds

export class Caller {
  private readonly url: string;
  private readonly key: string;
  private readonly patience: number;
  private readonly fetch: typeof fetch;

  constructor(options: Options = {}) {
    const env = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};
    const url = options.url ?? env["RENOWN_URL"] ?? "";
    this.key = options.key ?? env["RENOWN_KEY"] ?? "";
    if (this.key === "") throw new TypeError("no API key: set RENOWN_KEY, or pass { key }");
    if (!/^https?:\/\/./.test(url)) throw new TypeError("no address of a server: set RENOWN_URL, as https://renown.example.com, or pass { url }");
    this.url = url.replace(/\/+$/, "") + "/openapi/v1";
    this.patience = options.patience ?? 60;
    this.fetch = options.fetch ?? fetch;
  }

  async call<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const repeatable = method === "GET" || sent.idempotencyKey !== undefined;
    return this.tries(repeatable, async () => (await this.once(method, path, sent)) as T);
  }

  /** Begins to receive a file. */
  async download(path: string, sent: Sent = {}): Promise<Download> {
    return this.tries(true, async () => {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(new Error("no answer in time")), timeout);
      try {
        const answer = await this.send("GET", path, sent, patience.signal);
        if (answer.status !== 200 || answer.body === null) await unwrap(answer);
        return new Download(answer);
      } finally {
        clearTimeout(timer); // what follows may take as long as it takes
      }
    });
  }

  private async tries<T>(repeatable: boolean, act: () => Promise<T>): Promise<T> {
    for (let waited = 0, attempt = 1; ; attempt++) {
      try {
        return await act();
      } catch (error) {
        const pause = retry(error, attempt, repeatable);
        if (pause === undefined || attempt === maxTries || (waited += pause) > this.patience) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause * 1000));
      }
    }
  }

  private async once(method: string, path: string, sent: Sent): Promise<unknown> {
    return unwrap(await this.send(method, path, sent, AbortSignal.timeout(timeout)));
  }

  private send(method: string, path: string, sent: Sent, signal: AbortSignal): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) query.append(name, String(one));
    }
    const headers: Record<string, string> = { "X-API-KEY": this.key };
    if (sent.body !== undefined) headers["Content-Type"] = "application/json";
    if (sent.idempotencyKey !== undefined) headers["Idempotency-Key"] = sent.idempotencyKey;
    return this.fetch(this.url + path + (query.size > 0 ? `?${query}` : ""), {
      method,
      headers,
      body: sent.body === undefined ? null : JSON.stringify(sent.body),
      redirect: "manual", // else the key goes where it points, and a change arrives there as a reading
      signal,
    });
  }
}

/** Takes the data out of an envelope. */
async function unwrap(answer: Response): Promise<unknown> {
  const requestId = answer.headers.get("X-Request-Id");
  const text = await answer.text();
  let envelope: { code: number; msg: string; hint?: string; data: unknown; detail?: unknown };
  try {
    envelope = JSON.parse(text);
    if (typeof envelope.code !== "number" || (envelope.code === 0 && answer.status !== 200)) throw new Error();
  } catch {
    throw new RenownError(answer.status, 0, "no envelope: is this the address of a server of Renown?", undefined, undefined, requestId, undefined);
  }
  if (envelope.code === 0) return envelope.data;
  const after = answer.headers.get("Retry-After");
  throw new RenownError(answer.status, envelope.code, envelope.msg, envelope.hint, envelope.detail, requestId, after !== null && /^\d+$/.test(after) ? Number(after) : undefined);
}

/** A table that is being sent. A transfer that breaks off makes reading throw. */
export class Download {
  /** Names the bytes of a period that is over; else null. */
  readonly etag: string | null;
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;

  constructor(answer: Response) {
    this.etag = answer.headers.get("ETag");
    this.contentType = answer.headers.get("Content-Type") ?? "";
    this.body = answer.body as ReadableStream<Uint8Array>;
  }

  /** Goes through a table of JSON lines. */
  async *rows<T = Record<string, unknown>>(): AsyncGenerator<T> {
    const reader = this.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") yield JSON.parse(line) as T;
        if (done) return;
      }
    } finally {
      await reader.cancel();
    }
  }
}

/** How many seconds to wait before another try; undefined when there is none to make. */
function retry(error: unknown, attempt: number, repeatable: boolean): number | undefined {
  const pause = 2 ** attempt / 4;
  if (!(error instanceof RenownError)) return repeatable ? pause : undefined; // the connection broke: perhaps it was done
  if (error.code === 2001 || error.code === 5030) return Math.max(error.retryAfter ?? 0, pause); // nothing was done
  return error.code === 0 && [502, 503, 504].includes(error.status) && repeatable ? pause : undefined; // a proxy's
}

const pageSize = 100;

/** Goes through a list page by page. */
export async function* pages<T>(page: (number: number, size: number) => Promise<{ items: T[]; total: number }>): AsyncGenerator<T> {
  for (let number = 1, seen = 0; ; number++) {
    const { items, total } = await page(number, pageSize);
    yield* items;
    seen += items.length;
    if (seen >= total || items.length === 0) return;
  }
}
