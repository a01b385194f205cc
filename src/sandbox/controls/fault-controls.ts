import { endpoints } from "../../contract/endpoints.js";
import { integerFrom, type ObjectSchema, oneOf, openWord } from "../../contract/records/schema.js";
import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import { Flag, Text } from "../../contract/shared/primitives.js";
import type { Delay, Failure, Fault, FaultControls, Interruption } from "../server/faults.js";
import { type Control, given } from "./control.js";

const numberFrom = (min: number) => integerFrom(min, Number.MAX_SAFE_INTEGER);

const before = () => ({ before: given(Flag) });

function createFaultControl<T>(
  kind: Fault["kind"],
  example: string,
  fields: ObjectSchema<Omit<T, "times" | "for">>["fields"],
): Control<"fail"> {
  const operation = oneOf(...endpoints.map(({ name }) => name));
  const span = { operation, times: given(numberFrom(1)), for: given(numberFrom(1)) };
  return {
    example,
    body: { kind: "request", fields: () => ({ ...span, ...fields() }) },
    parameters: ["operation", "..."],
    run: ({ faults, clock, world }, name, options) =>
      faults.add(name, { kind, ...options } as Fault, clock.getTime(world)),
  };
}

export const faultControls: { readonly [Name in keyof FaultControls]: Control<Name> } = {
  fail: createFaultControl<Failure>(
    "fail",
    '{"operation":"swap.quote","status":503,"for":3000}',
    () => ({
      status: given(integerFrom(400, 599)),
      id: given(openWord<ErrorId>()),
      message: given(Text),
      retryAfter: given(numberFrom(0)),
    }),
  ),
  hang: createFaultControl<Interruption>("hang", '{"operation":"swap.quote","times":1}', before),
  cut: createFaultControl<Interruption>("cut", '{"operation":"wallets.history"}', before),
  delay: createFaultControl<Delay>("delay", '{"operation":"swap.quote","latency":2000}', () => ({
    latency: numberFrom(0),
  })),
};
