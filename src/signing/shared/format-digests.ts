import type { SigningDigests } from "../../contract/operations/types.js";

/** One line per hash, for `formatLines`. */
export function formatDigests(
  digests: SigningDigests,
): (readonly [title: string, values: readonly string[]])[] {
  const titles = {
    userOperationHash: "Hash of the operation",
    domainHash: "Domain hash",
    messageHash: "Message hash",
    digest: "Digest",
    authorization: "Hash of the authorization",
  } as const;
  return Object.entries(titles).map(([name, title]) => {
    const hash = digests[name as keyof SigningDigests];
    return [title, hash ? [hash] : []] as const;
  });
}
