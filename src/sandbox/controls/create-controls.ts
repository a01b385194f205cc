import { listFields } from "../../contract/records/fields.js";
import type { ObjectNode } from "../../contract/records/schema.js";
import { visit } from "../../contract/records/visit.js";
import { ConfigurationError } from "../../errors/data.js";
import { assertKnownOptions, createUnknownError } from "../../errors/unknown-option.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import type { Control, ControlName, SandboxState } from "./control.js";
import { controlTable } from "./controls.js";
import type { Sandbox } from "./types.js";

/** The controls without the types of their arguments, with their names. */
export const controls = Object.entries(controlTable).map(([name, control]) => ({
  name: name as ControlName,
  method: "POST" as const,
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
function checkArgument(name: string, body: ObjectNode, argument: unknown): object {
  const fields = listFields(body);
  assertKnownOptions(
    name,
    argument,
    fields.map((field) => field.name),
  );
  const given = fields.map(({ name: field, schema, inner }) => {
    const value = (argument as Record<string, unknown>)[field];
    const [issue] = visit(schema, value, { limit: 1 }).issues;
    if (!issue) return [field, value] as const;
    if (inner.kind === "word")
      throw createUnknownError(name, field, value, inner.words.map(String));
    throw new ConfigurationError(
      `${name}: expected ${issue.expected} as ${field}, got ${quoteValue(value)}`,
    );
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
