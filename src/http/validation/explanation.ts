import type { core } from "zod/mini";
import type { Mismatch } from "./fast-validation.js";

/** An issue of Zod, with the received value. */
export type ZodIssue = core.$ZodIssue & { readonly input?: unknown };

/** The issues of an invalid value. */
export interface Explanation {
  /** At most `limit`. */
  readonly issues: readonly ZodIssue[];
  /** The fields that have issues, the essential ones first. At most `limit`, with `byField`. */
  readonly fields: readonly string[];
  /** Whether an essential field has an issue. */
  readonly rejects: boolean;
}

export interface ExplainOptions {
  /** What `findMismatches` returned. */
  readonly known?: readonly Mismatch[] | undefined;
  readonly limit: number;
  /** Every field is essential. */
  readonly isStrict?: boolean;
  /** The first issue of each field comes first, so that a frequent one does not hide the others. */
  readonly byField?: boolean;
}
