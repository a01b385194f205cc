import { assertNoProblems } from "../shared/problems.js";

/**
 * Copies a value before it is checked: a getter or proxy could return one value to the checks and
 * another to the signer. Rejects values that cannot be copied.
 */
export function takeSnapshot<T>(subject: string, path: string, value: T): T {
  try {
    // React Native has no structuredClone: the ReferenceError is caught too.
    return structuredClone(value);
  } catch {
    try {
      // Vue, Svelte and MobX wrap responses in proxies, which structuredClone rejects.
      return JSON.parse(JSON.stringify(value));
    } catch {
      // The message must not read the value: reading it could throw again.
      return assertNoProblems<T>(subject, (report) => report("wrong_type", path, "plain data", {}));
    }
  }
}
