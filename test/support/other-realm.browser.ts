/** Tests of a second realm run in Node only. */
export function runInOtherRealm(_code: string): () => unknown {
  return () => undefined;
}
