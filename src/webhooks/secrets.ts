import { WebhookVerificationError } from "../errors/index.js";
import { trimEnd } from "../shared/trim-end.js";
import { decodeBase64 } from "./base64.js";

/** The signing secret from the dashboard (`whsec_…`), or several during a rotation. */
export type WebhookSecret = string | readonly string[];

/** Shorter keys can be guessed. The dashboard does not create them. */
const minKeyBytes = 16;

/** Decodes all secrets before any signature is compared. Errors never quote a secret. */
export function decodeSecrets(secret: WebhookSecret): Uint8Array<ArrayBuffer>[] {
  const given: unknown = secret;
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (secrets.length === 0) throw createSecretError("the list of secrets is empty");
  return secrets.map((each, i) =>
    decodeSecret(each, secrets.length > 1 ? `secret ${i + 1} of ${secrets.length}` : "the secret"),
  );
}

function decodeSecret(secret: unknown, name: string): Uint8Array<ArrayBuffer> {
  if (typeof secret !== "string")
    throw createSecretError(`${name} is ${secret === undefined ? "undefined" : "not a string"}`);
  // Values from files and environment variables often end with a line break.
  const text = secret.trim();
  if (/^wh[ps]k_/.test(text))
    throw createSecretError(`${name} is an asymmetric key, which is not supported`);
  const encoded = text.replace(/^whsec_/, "");
  if (encoded === "") throw createSecretError(`${name} is empty`);
  const unpadded = trimEnd(encoded.replace(/-/g, "+").replace(/_/g, "/"), "=");
  const key = decodeBase64(unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, "="));
  if (!key) throw createSecretError(`${name} is not base64`);
  if (key.length < minKeyBytes)
    throw createSecretError(`${name} is too short: ${key.length} bytes`);
  return key;
}

function createSecretError(message: string): WebhookVerificationError {
  return new WebhookVerificationError("bad_secret", message, {
    hint: "Copy the signing secret (whsec_…) of the endpoint from the dashboard, and check that the environment variable is set.",
  });
}
