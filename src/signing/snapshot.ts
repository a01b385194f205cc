import { insist, type Report } from "./report.js";

/**
 * A plain copy, taken before anything is looked at: a getter or a proxy could tell the check one thing and the signer another.
 * What cannot be copied is refused.
 */
export function snapshot<T>(subject: string, path: string, value: T): T {
  return insist(subject, (report) => copyOf(path, value, report)) as T;
}

function copyOf<T>(path: string, value: T, report: Report): T | undefined {
  for (const copy of [throughClone, throughJson]) {
    try {
      return copy(value);
    } catch {
      // Not even looked at for the message: it may throw again.
    }
  }
  return report("wrong_type", path, "plain data, as the service sent it", {});
}

/** Named inside of a `try`: React Native has none. */
const throughClone = <T>(value: T): T => structuredClone(value);

/** The reactive objects of Vue, Svelte and MobX are proxies, which cannot be cloned; what they show of an answer is JSON. */
function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
