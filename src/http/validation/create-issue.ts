import type { Issue } from "../../errors/data.js";

/** An issue with its message. `received` may be empty if `expected` says everything. */
export function createIssue(
  path: readonly (string | number)[],
  code: string,
  expected: string,
  received: string,
): Issue {
  const got = received ? `, got ${received}` : "";
  const message = `${path.join(".") || "(root)"}: expected ${expected}${got}`;
  return { path: [...path], code, expected, received, message };
}
