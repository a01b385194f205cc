import type { SigningDigests } from "../../../contract/operations/types.js";

/** One line per hash, for `formatLines`. */
export function formatDigests({ approval, ...digests }: SigningDigests): Line[] {
  return [
    ...formatHashes(digests, "operation"),
    ...formatHashes(approval ?? {}, "approval", " of the approval"),
  ];
}

type Line = readonly [title: string, values: readonly string[]];

function formatHashes(digests: SigningDigests, operation: string, suffix = ""): Line[] {
  const list = (hash: string | undefined) => (hash ? [hash] : []);
  return [
    [`Hash of the ${operation}`, list(digests.userOperationHash)],
    [`Domain hash${suffix}`, list(digests.domainHash)],
    [`Message hash${suffix}`, list(digests.messageHash)],
    [`Digest${suffix}`, list(digests.digest)],
    [`Hash of the authorization${suffix}`, list(digests.authorization)],
  ];
}
