import { createHmac, timingSafeEqual } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { isBursarError } from "../../../src/index.js";
import { verifyWebhook } from "../../../src/webhooks/index.js";
import { fuzzTarget } from "../fuzz.js";
import { changed, hostileText } from "../random-json.js";

const key = Buffer.alloc(24, 7);
const otherKey = Buffer.alloc(24, 8);
const toSecret = (bytes: Buffer) => `whsec_${bytes.toString("base64")}`;
const now = 1_800_000_000_000;
const tolerance = 300_000;

const sample = { event_type: "ramp.deposit", orderId: "o", status: "COMPLETED", chainId: 137 };
const valid = {
  kind: "valid",
  at: 0,
  version: "v1",
  isOther: false,
  isChanged: "no",
} as const;
const signature = fc.oneof(
  fc.constant(valid),
  fc.record({
    kind: fc.constantFrom("valid", "valid", "flip", "cut", "longer", "unpadded", "url", "spaced"),
    at: fc.nat(),
    version: fc.constantFrom("v1", "v1", "v1", "v1", "v1a", "v2", "V1", ""),
    isOther: fc.constantFrom(false, false, false, true),
    isChanged: fc.constantFrom("no", "no", "no", "id", "timestamp", "body", "dots"),
  }),
  hostileText.map((text) => ({ text })),
);
type Signature = typeof signature extends fc.Arbitrary<infer S> ? S : never;

const delivery = fc.record({
  id: fc.oneof(fc.constantFrom("msg_1", "a.b", "1.2.3"), fc.stringMatching(/^[!-~]{1,20}$/)),
  timestamp: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -400, max: 400 }).map((s) => `${now / 1000 + s}`) },
    { weight: 1, arbitrary: hostileText },
    {
      weight: 1,
      arbitrary: fc.constantFrom("0", "01800000000", "+1800000000", "1.8e9", "1800000000.0"),
    },
  ),
  body: fc.oneof(
    { weight: 3, arbitrary: changed(sample, 2).map((json) => JSON.stringify(json) ?? "") },
    { weight: 1, arbitrary: hostileText },
  ),
  signatures: fc.array(signature, { minLength: 1, maxLength: 3 }),
  rotates: fc.boolean(),
});

function sign(bytes: Buffer, id: string, timestamp: string, body: string): Buffer {
  return createHmac("sha256", bytes).update(`${id}.${timestamp}.${body}`).digest();
}

function write(each: Signature, id: string, timestamp: string, body: string): string {
  if ("text" in each) return each.text;
  const { kind, at, version, isOther, isChanged } = each;
  const dotted = isChanged === "dots";
  const mac = sign(
    isOther ? otherKey : key,
    isChanged === "id" ? `${id}x` : dotted ? `${id}.${timestamp}` : id,
    isChanged === "timestamp" ? `${timestamp}0` : dotted ? body.slice(0, 5) : timestamp,
    isChanged === "body" ? `${body} ` : body,
  );
  if (kind === "flip") mac[at % 32] = (mac[at % 32] as number) ^ (1 << (at % 8));
  const part = kind === "cut" ? mac.subarray(0, at % 32) : mac;
  const text = Buffer.concat([part, Buffer.alloc(kind === "longer" ? 1 : 0)]).toString("base64");
  if (kind === "unpadded") return `${version},${text.replace(/=+$/, "")}`;
  if (kind === "url") return `${version},${text.replaceAll("+", "-").replaceAll("/", "_")}`;
  return kind === "spaced" ? `${version}, ${text}` : `${version},${text}`;
}

/** The scheme in a few lines, on `node:crypto`. */
function isGenuine(headers: Record<string, string>, body: string, keys: Buffer[]): boolean {
  const { "svix-id": id = "", "svix-timestamp": timestamp = "" } = headers;
  if (!/^\d{1,12}$/.test(timestamp) || String(Number(timestamp)) !== timestamp) return false;
  if (Math.abs(now - Number(timestamp) * 1000) > tolerance) return false;
  return (headers["svix-signature"] ?? "").split(" ").some((each) => {
    const given = Buffer.from(each);
    return keys.some((bytes) => {
      const mac = sign(bytes, id, timestamp, body).toString("base64");
      const expected = Buffer.from(`v1,${mac}`);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}

function isEvent(body: string): boolean {
  try {
    const json = JSON.parse(body.replace(/^\ufeff/, ""));
    return typeof json === "object" && json !== null && !Array.isArray(json);
  } catch {
    return false;
  }
}

const webhooksTarget = fuzzTarget(
  "accepts exactly the deliveries whose signature node:crypto computes",
  {
    kept: "webhooks",
    runs: 60,
    accepted: 0.1,
    input: delivery,
    check: async ({ id, timestamp, body: given, signatures, rotates }) => {
      // UTF-8 cannot contain unpaired surrogates.
      const body = Buffer.from(given).toString();
      const headers = {
        "svix-id": id,
        "svix-timestamp": timestamp,
        "svix-signature": signatures.map((each) => write(each, id, timestamp, body)).join(" "),
      };
      const keys = rotates ? [key, otherKey] : [key];
      const outcome = await verifyWebhook(headers, Buffer.from(body), keys.map(toSecret), {
        now,
        tolerance,
      }).then(
        (verified) => ({ verified, code: "accepted" }),
        (error: unknown) => {
          if (!isBursarError(error)) throw error;
          return { verified: undefined, code: (error as { code?: string }).code };
        },
      );
      if (!isGenuine(headers, body, keys)) {
        expect(outcome.verified).toBeUndefined();
        return false;
      }
      if (!isEvent(body)) {
        expect(outcome.code).toBe("bad_body");
        return false;
      }
      if (outcome.code === "unexpected_body") return true;
      expect(outcome.verified?.event).toEqual(JSON.parse(body.replace(/^\ufeff/, "")));
      expect(outcome.verified?.id).toBe(id);
      return true;
    },
  },
);

export const webhookTargets = [webhooksTarget];
