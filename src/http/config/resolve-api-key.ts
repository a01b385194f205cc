import { ConfigurationError } from "../../errors/data.js";
import { nameOf } from "../../shared/thrown.js";

export type ApiKey = string | (() => string | Promise<string>) | undefined;

/** A key that is not a valid header value would make `fetch` throw an error that quotes the key. */
export function validateApiKey(key: unknown): string {
  if (typeof key !== "string" || key.trim() === "") {
    throw new ConfigurationError("apiKey must be a non-empty string");
  }
  const trimmed = key.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigurationError(
      "apiKey contains characters that are not allowed in a header, such as a space or a line break",
    );
  }
  return trimmed;
}

/** The key for one attempt. A key function is called each time, so that keys can be rotated. */
export async function resolveApiKey(apiKey: ApiKey): Promise<string | undefined> {
  if (typeof apiKey !== "function") return apiKey;
  let key: string;
  try {
    key = await apiKey();
  } catch (cause) {
    // Use only the error's name: the message may quote the key.
    throw new ConfigurationError(`the apiKey function threw ${nameOf(cause)}. Nothing was sent.`);
  }
  return validateApiKey(key);
}
