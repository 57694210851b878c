const age = 300; // seconds

/** What a message must not be believed for: unsigned, signed with another secret, changed, or too old. */
export class WebhookError extends Error {
  override name = "WebhookError";
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Checks a message by Standard Webhooks, and throws a WebhookError when it does not hold. `body` is as it came, before JSON.parse. While a
 * secret is being changed pass both. The header webhook-id is the same when a message comes a second time.
 */
export async function verifyWebhook(headers: Headers | Record<string, string | string[] | undefined>, body: string | Bytes, secret: string | string[], now: number = Date.now() / 1000): Promise<void> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([sent]) => sent.toLowerCase() === name)?.[1];
    return Array.isArray(value) ? value.join(" ") : (value ?? "");
  };
  const [id, sent] = [header("webhook-id"), header("webhook-timestamp")];
  if (id === "" || !/^\d+$/.test(sent) || Math.abs(now - Number(sent)) > age) throw new WebhookError("the message is unsigned or too old");
  const text = new TextEncoder();
  const signed = join(text.encode(`${id}.${sent}.`), typeof body === "string" ? text.encode(body) : body);
  for (const one of [secret].flat()) {
    const key = await crypto.subtle.importKey("raw", decode(one.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of header("webhook-signature").split(" ")) {
      if (!signature.startsWith("v1,")) continue;
      let given: Bytes;
      try {
        given = decode(signature.slice(3));
      } catch {
        continue;
      }
      if (await crypto.subtle.verify("HMAC", key, given, signed)) return;
    }
  }
  throw new WebhookError("the signature does not hold");
}

function decode(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

function join(a: Bytes, b: Bytes): Bytes {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
