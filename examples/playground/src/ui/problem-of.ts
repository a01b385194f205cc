import { RequestValidationError } from "bursar";
import { withoutPath } from "./format";

/** Returns the validation issue of a field of the request body, or of an operation in it. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof RequestValidationError)) return undefined;
  const issue = error.issues.find(({ path }) => path.split(/[.[]/).at(-1) === field);
  return issue && withoutPath(issue.message);
}
