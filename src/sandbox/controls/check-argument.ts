import * as z from "zod/mini";
import { fieldsOf, wordsOf } from "../../contract/shared/read-schema.js";
import type { Schema } from "../../contract/shared/schema.js";
import { ConfigurationError } from "../../errors/data.js";
import { assertKnownOptions, createUnknownError } from "../../errors/unknown-option.js";
import { quoteValue } from "../../shared/hide-secrets.js";

/** Validates the fields of an argument. Returns those that are given. */
export function checkArgument(name: string, schema: Schema<unknown>, argument: unknown): object {
  const shape = fieldsOf(schema) ?? {};
  assertKnownOptions(name, argument, Object.keys(shape));
  const fields = Object.entries(shape).map(([field, fieldSchema]) => {
    const value = (argument as Record<string, unknown>)[field];
    const issue = z.safeParse(fieldSchema, value).error?.issues[0];
    if (!issue) return [field, value] as const;
    const words = wordsOf(fieldSchema);
    if (words.length > 0) throw createUnknownError(name, field, value, words.map(String));
    const expected = issue.code === "invalid_type" ? `a ${issue.expected}` : issue.message;
    throw new ConfigurationError(
      `${name}: expected ${expected} as ${field}, got ${quoteValue(value)}`,
    );
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
