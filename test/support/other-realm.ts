import { runInNewContext } from "node:vm";

/** A value that another realm made: its promises and errors are not instances of this realm's. */
export function runInOtherRealm(code: string): () => unknown {
  return runInNewContext(code) as () => unknown;
}
