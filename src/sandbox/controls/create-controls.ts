import { checkArgument } from "./check-argument.js";
import type { Control, ControlName, SandboxState } from "./control.js";
import { controlTable } from "./controls.js";
import type { Sandbox } from "./types.js";

/** The controls without the types of their arguments, with their names. */
export const controls = Object.entries(controlTable).map(([name, control]) => ({
  name: name as ControlName,
  ...(control as Control<ControlName>),
}));

/** The members of a sandbox that are controls. */
export function createControls(state: SandboxState): Pick<Sandbox, ControlName & keyof Sandbox> {
  const methods = controls.map((control) => {
    const call = (...args: never) =>
      control.run(state, ...(checkArguments(control, args) as never));
    return [control.name, call];
  });
  const { "webhooks.redeliver": redeliver, ...members } = Object.fromEntries(methods);
  Object.assign(members.webhooks, { redeliver });
  return { ...members, requests: state.log.requests };
}

/** The member of a sandbox that a control is. */
export function findMember({ webhooks, ...members }: Sandbox, name: ControlName): unknown {
  if (name === "webhooks") return webhooks;
  return name === "webhooks.redeliver" ? webhooks.redeliver : members[name];
}

function checkArguments(
  { name, body, toArguments, toBody }: (typeof controls)[number],
  args: never,
): readonly unknown[] {
  if (!body || (toArguments && !toBody)) return args;
  const checked = checkArgument(name, body, toBody ? toBody(...args) : args[0]);
  return toArguments ? toArguments(checked as never) : [checked];
}
