import { RequestValidationError } from "bursar";
import { withoutPath } from "./format";

/** What is wrong with one field of a request's body, where the request was not sent for it. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof RequestValidationError)) return undefined;
  const issue = error.issues.find(({ path }) => path[1] === field);
  return issue && withoutPath(issue.message);
}
