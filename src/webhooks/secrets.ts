import { WebhookVerificationError } from "../errors/index.js";
import { fromBase64 } from "./base64.js";

/** The signing secret as the dashboard shows it (`whsec_…`), or several while one replaces another. */
export type WebhookSecret = string | readonly string[];

/** Shorter keys can be guessed, and no dashboard hands them out. */
const minimumBytes = 16;

/** The keys, all of them decoded before anything is compared. No message quotes a secret. */
export function decodeSecrets(secret: WebhookSecret): Uint8Array<ArrayBuffer>[] {
  const secrets: unknown = secret;
  const all: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (all.length === 0) throw createSecretError("no secret was given");
  return all.map((each, i) =>
    decodeSecret(each, all.length > 1 ? `secret ${i + 1} of ${all.length}` : "the secret"),
  );
}

function decodeSecret(secret: unknown, name: string): Uint8Array<ArrayBuffer> {
  if (typeof secret !== "string")
    throw createSecretError(`${name} is ${secret === undefined ? "undefined" : "not a text"}`);
  // Files and environments like to leave a line end.
  const text = secret.trim();
  if (/^wh[ps]k_/.test(text))
    throw createSecretError(`${name} is a key of the asymmetric scheme, which is not supported`);
  const encoded = text.replace(/^whsec_/, "");
  if (encoded === "") throw createSecretError(`${name} is empty`);
  const plain = encoded.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  const key = fromBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, "="));
  if (!key) throw createSecretError(`${name} is not base64`);
  if (key.length < minimumBytes)
    throw createSecretError(`${name} is too short: ${key.length} bytes`);
  return key;
}

function createSecretError(message: string): WebhookVerificationError {
  return new WebhookVerificationError("bad_secret", message, {
    hint: "Copy the endpoint's signing secret (whsec_…) from the dashboard, and see that the environment holds it.",
  });
}
