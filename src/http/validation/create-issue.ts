import type { Issue } from "../../errors/data.js";
import { formatPath } from "../../shared/format-path.js";

/** An issue with its message. `received` may be empty if `expected` says everything. */
export function createIssue(
  keys: readonly (string | number)[],
  code: string,
  expected: string,
  received: string,
): Issue {
  const got = received ? `, got ${received}` : "";
  const path = formatPath(keys);
  const message = `${path || "(root)"}: expected ${expected}${got}`;
  return { path, code, expected, received, message };
}
