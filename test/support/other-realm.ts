import { runInNewContext } from "node:vm";

/** Runs code in another realm, whose promises and errors are instances of other classes. */
export function runInOtherRealm(code: string): () => unknown {
  return runInNewContext(code) as () => unknown;
}
