import { ConfigurationError } from "../../errors/data.js";
import { nameOf } from "../../errors/thrown.js";

export type ApiKey = string | (() => string | Promise<string>) | undefined;

/** A key that a header cannot hold would make `fetch` throw an error that quotes it. */
export function validateApiKey(key: unknown): string {
  if (typeof key !== "string" || key.trim() === "") {
    throw new ConfigurationError("the API key is empty, or not a string");
  }
  const trimmed = key.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigurationError(
      "the API key contains characters that a header cannot hold (a line break or a space?)",
    );
  }
  return trimmed;
}

/** The key for one attempt. A function is called for each attempt, so that keys can be rotated. */
export async function resolveApiKey(apiKey: ApiKey): Promise<string | undefined> {
  if (typeof apiKey !== "function") return apiKey;
  let key: string;
  try {
    key = await apiKey();
  } catch (cause) {
    // Only the name: the message may quote the key.
    throw new ConfigurationError(
      `the apiKey function failed (${nameOf(cause)}), so nothing was sent`,
    );
  }
  return validateApiKey(key);
}
