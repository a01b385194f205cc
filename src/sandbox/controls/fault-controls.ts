import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import { integerFrom, type ObjectSchema, oneOf, openWord } from "../../contract/records/schema.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import { Flag, Text } from "../../contract/shared/primitives.js";
import type { Delay, Failure, Fault, FaultControls, Interruption } from "../server/faults.js";
import { type Control, given, hundredYears, type SandboxState } from "./control.js";

const span = () => ({
  operation: oneOf(...endpoints.map(({ name }) => name)),
  times: given(integerFrom(1, Number.MAX_SAFE_INTEGER)),
  for: given(integerFrom(1, hundredYears)),
});

const interruption: ObjectSchema<Interruption & { operation: EndpointName }> = {
  kind: "request",
  fields: () => ({ ...span(), before: given(Flag) }),
};

const common = { method: "POST", parameters: ["operation", "..."] } as const;

function add({ faults, clock, world }: SandboxState, operation: EndpointName, fault: Fault): void {
  faults.add(operation, fault, clock.getTime(world));
}

export const faultControls: { readonly [Name in keyof FaultControls]: Control<Name> } = {
  fail: {
    ...common,
    example: '{"operation":"swap.quote","status":503,"for":3000}',
    body: {
      kind: "request",
      fields: () => ({
        ...span(),
        status: given(integerFrom(400, 599)),
        id: given(openWord<ErrorId>()),
        message: given(Text),
        retryAfter: given(integerFrom(0, hundredYears)),
      }),
    } satisfies ObjectSchema<Failure & { operation: EndpointName }>,
    run: (state, operation, failure) => add(state, operation, { kind: "fail", ...failure }),
  },
  hang: {
    ...common,
    example: '{"operation":"swap.quote","times":1}',
    body: interruption,
    run: (state, operation, options) => add(state, operation, { kind: "hang", ...options }),
  },
  cut: {
    ...common,
    example: '{"operation":"operations.execute","before":true}',
    body: interruption,
    run: (state, operation, options) => add(state, operation, { kind: "cut", ...options }),
  },
  delay: {
    ...common,
    example: '{"operation":"swap.quote","latency":2000,"times":3}',
    body: {
      kind: "request",
      fields: () => ({ ...span(), latency: integerFrom(0, hundredYears) }),
    } satisfies ObjectSchema<Delay & { operation: EndpointName }>,
    run: (state, operation, delay) => add(state, operation, { kind: "delay", ...delay }),
  },
};
