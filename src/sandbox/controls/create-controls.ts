import * as z from "zod/mini";
import { fieldsOf, wordsOf } from "../../contract/shared/read-schema.js";
import type { Schema } from "../../contract/shared/schema.js";
import { ConfigurationError } from "../../errors/data.js";
import { assertKnownOptions, createUnknownError } from "../../errors/unknown-option.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import type { Control, ControlName, SandboxState } from "./control.js";
import { controlTable } from "./controls.js";
import type { Sandbox } from "./types.js";

/** The controls without the types of their arguments, with their names. */
export const controls = Object.entries(controlTable).map(([name, control]) => ({
  name: name as ControlName,
  ...(control as Control<ControlName>),
}));

export function createControls(state: SandboxState): Pick<Sandbox, ControlName & keyof Sandbox> {
  const methods = controls.map((control) => {
    const call = (...args: never[]) =>
      control.run(state, ...(checkArguments(control, args) as never));
    return [control.name, call];
  });
  const { "webhooks.redeliver": redeliver, ...members } = Object.fromEntries(methods);
  Object.assign(members.webhooks, { redeliver });
  return { ...members, requests: state.log.requests };
}

export function findMember({ webhooks, ...members }: Sandbox, name: ControlName): unknown {
  if (name === "webhooks") return webhooks;
  return name === "webhooks.redeliver" ? webhooks.redeliver : members[name];
}

/** The arguments of a method in the body of its route. */
export function toArguments(
  { name, parameters }: Pick<(typeof controls)[number], "name" | "parameters">,
  body: unknown,
): readonly unknown[] {
  if (!parameters) return [body];
  if (!parameters.includes("...")) assertKnownOptions(name, body, parameters);
  const fields = Object.entries(body as object);
  return parameters.map((name) =>
    name === "..."
      ? Object.fromEntries(fields.filter(([field]) => !parameters.includes(field)))
      : fields.find(([field]) => field === name)?.[1],
  );
}

function checkArguments(control: (typeof controls)[number], args: never[]): readonly unknown[] {
  const { name, body, parameters } = control;
  if (!body) return args;
  const named = parameters?.map((field, i) => (field === "..." ? args[i] : { [field]: args[i] }));
  const given = named ? Object.assign({}, ...named.reverse()) : args[0];
  return toArguments(control, checkArgument(name, body, given));
}

/** Validates the fields of an argument. Returns those that are given. */
function checkArgument(name: string, schema: Schema<unknown>, argument: unknown): object {
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
