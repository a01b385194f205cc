import type { ObjectNode, ObjectSchema, Schema } from "../../contract/records/schema.js";
import type { Faults } from "../server/faults.js";
import type { RequestLog } from "../server/request-log.js";
import type { WebhookSender } from "../webhooks/webhook-sender.js";
import type { Clock } from "../world/clock.js";
import type { World } from "../world/world.js";
import type { Sandbox } from "./types.js";

export interface SandboxState {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly webhooks: WebhookSender;
  /** Replaced by `reset` and `restore`. */
  world: World;
  createWorld(): World;
}

/** The states of all sandboxes, for functions that take a sandbox. */
export const sandboxStates = new WeakMap<Sandbox, SandboxState>();

/** The state at the current time of the clock. */
export function getCurrentWorld({ clock, webhooks, world }: SandboxState): World {
  clock.update(world);
  webhooks.flush();
  return world;
}

/** A field that may be omitted, but not null. */
export function given<T>(inner: Schema<T>): Schema<T | undefined, "optional"> {
  return { kind: "maybe", inner, isNullable: false, isOptional: true };
}

/** The body of a control. */
export const requestOf = <T = object>(fields: ObjectSchema<T>["fields"]): ObjectSchema<T> => ({
  kind: "request",
  fields,
});

export type ControlName =
  | Exclude<keyof Sandbox, "baseUrl" | "apiKey" | "fetch" | "node" | "handlers" | "listen">
  | "webhooks.redeliver";

type MemberOf<Name extends ControlName> = Name extends keyof Sandbox
  ? Sandbox[Name]
  : Sandbox["webhooks"]["redeliver"];

type ArgumentsOf<Member> = Member extends (...args: infer Args) => unknown ? Args : [];
type ResultOf<Member> = Member extends (...args: never) => infer Result ? Result : Member;

/** A member of the sandbox, which is also a route of a served sandbox. */
export interface Control<Name extends ControlName> {
  /** @defaultValue `"POST"` */
  readonly method?: "GET";
  /** A valid JSON body for the help. */
  readonly example?: string;
  /** Without it, the method checks its arguments itself: they are more than JSON can express. */
  readonly body?: ObjectNode;
  /**
   * The fields of the body that the parameters of the method are, in order. `...` stands for an
   * object of the other fields. Without it, the body is the only argument.
   */
  readonly parameters?: readonly string[];
  readonly run: (
    state: SandboxState,
    ...args: ArgumentsOf<MemberOf<Name>>
  ) => ResultOf<MemberOf<Name>>;
  /** The response of the route. Undefined responds with the sandbox's time. */
  readonly toResponse?: (result: Awaited<ResultOf<MemberOf<Name>>>) => unknown;
}
