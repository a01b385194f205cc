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
      // JSON would turn NaN and Infinity into null, which means "no limit" to the checks.
      let hasOnlyFiniteNumbers = true;
      const json = JSON.stringify(value, (_key, item) => {
        if (typeof item === "number" && !Number.isFinite(item)) hasOnlyFiniteNumbers = false;
        return item;
      });
      if (hasOnlyFiniteNumbers) return JSON.parse(json);
    } catch {
      // The message below must not read the value: reading it could throw again.
    }
    return assertNoProblems<T>(subject, (report) =>
      report("wrong_type", path, "plain data", {}, true),
    );
  }
}
