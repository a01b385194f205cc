import { assertNoProblems } from "../shared/problems.js";

/**
 * A plain copy, taken before anything is looked at: a getter or a proxy could tell the check one thing and the signer another.
 * What cannot be copied is refused.
 */
export function takeSnapshot<T>(subject: string, path: string, value: T): T {
  try {
    // Named inside of a `try`: React Native has none.
    return structuredClone(value);
  } catch {
    try {
      // The reactive objects of Vue, Svelte and MobX are proxies, which cannot be cloned; what they show of an answer is JSON.
      return JSON.parse(JSON.stringify(value));
    } catch {
      // Not even looked at for the message: it may throw again.
      return assertNoProblems(subject, (report) =>
        report("wrong_type", path, "plain data", {}),
      ) as never;
    }
  }
}
