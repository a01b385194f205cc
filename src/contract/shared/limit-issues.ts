import type * as z from "zod/mini";
import type { core } from "zod/mini";
import { isMissing } from "../../shared/guards.js";
import { describeField } from "./read-schema.js";

/** A list or an open object with fewer issues keeps them all. */
const maxIssues = 5_000;
/** How many issues of one field a longer one keeps. */
const maxIssuesPerField = 20;

/** An issue that may stand for others of its field. */
export type LimitedIssue = core.$ZodIssue & { readonly omitted?: number };
type RawIssue = core.$ZodRawIssue & { omitted?: number };

/**
 * Limits the issues of a list or an open object. Zod passes all issues of a value to a function as
 * arguments: more than some 60,000 exceed the stack. The last issue that is kept for a field counts
 * in `omitted` those that are not.
 */
/* @__NO_SIDE_EFFECTS__ */
export function limitIssues<Out>(schema: z.ZodMiniType<Out>): z.ZodMiniType<Out> {
  return schema.check({
    _zod: {
      check: (payload) => limit(schema, payload),
      // `when` runs the check although items are invalid.
      def: { check: "custom", when: () => true },
      onattach: [],
    },
  });
}

function limit(schema: core.$ZodType, payload: core.ParsePayload): void {
  if (payload.issues.length <= maxIssues) return;
  const kept = new Map<string, RawIssue[]>();
  for (const issue of payload.issues as RawIssue[]) {
    const { code, path = [], input, params } = issue;
    // All issues with the same key are essential, or all are drift.
    const state = isMissing(input) ? String(input) : "";
    const key = JSON.stringify([describeField(schema, path), code, state, params]);
    const issues = kept.get(key) ?? [];
    kept.set(key, issues);
    const last = issues[maxIssuesPerField - 1];
    if (last) last.omitted = (last.omitted ?? 0) + 1 + (issue.omitted ?? 0);
    else issues.push(issue);
  }
  payload.issues = [...kept.values()].flat();
}
