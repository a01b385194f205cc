import type { UploadTarget } from "../../contract/kyc/records.js";

const replacement = "[upload target]";
/** Shorter values, such as a version or a region, occur in ordinary words. */
const minSecretLength = 8;

/**
 * Removes the parts of a target with which everyone could upload: its URL, user name, password,
 * query values and fields. The errors of `fetch` and of storages quote them.
 */
export function createTargetRedactor({ url, fields }: UploadTarget): (text: string) => string {
  const { href, pathname, search, searchParams, username, password } = new URL(url);
  const values = [username, password, ...searchParams.values(), ...Object.values(fields)];
  const spellings = values
    .flatMap((value) => [
      value,
      convertOrKeep(encodeURIComponent, value),
      convertOrKeep(decodeURIComponent, value),
    ])
    .filter(({ length }) => length >= minSecretLength);
  const secrets = [String(url), href, search && pathname + search, search, ...spellings]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, replacement), text);
}

function convertOrKeep(convert: (text: string) => string, text: string): string {
  try {
    return convert(text);
  } catch {
    return text;
  }
}
