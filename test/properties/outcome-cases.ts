import fc from "fast-check";
import { type WriteKind, writeKinds } from "./writes.js";

/** Replies for which it does not matter whether the service got the request. */
const losses = [
  ...(["reset", "close", "half", "stall", "stallInBody", "garbage"] as const),
  ...(["page", "gateway", "gatewayTimeout", "redirect", "invalidJson", "echo"] as const),
];

/** What an intermediary does with one request. */
export type Fault =
  | { readonly delivery: "now"; readonly reply: "real" | (typeof losses)[number] }
  /** The request reaches the service after the client got the reply. */
  | { readonly delivery: "late"; readonly delay: number; readonly reply: (typeof losses)[number] }
  | {
      readonly delivery: "never";
      readonly reply: "refusal" | "serviceError" | (typeof losses)[number];
    };

export type Step =
  | {
      readonly do: "write";
      /** More than one are sent at the same time. */
      readonly kinds: readonly WriteKind[];
      /** Milliseconds until the caller aborts, or null. */
      readonly abortAfter: number | null;
      /** Whether the caller sends a write again that the lookup did not find. */
      readonly resends: boolean;
      /**
       * How long the caller waits before it follows the lookup, in milliseconds of the service's
       * clock. Absent if other writes are sent at the same time.
       */
      readonly lookupDelay?: number;
    }
  /** The service's clock. */
  | { readonly do: "advance"; readonly ms: number }
  /** The clock of the client's machine is corrected, `after` milliseconds from now. */
  | { readonly do: "correct"; readonly ms: number; readonly after: number };

/** How a limiter of the caller runs an attempt. */
const schedules = ["once", "twice", "at the same time", "late"] as const;

/** Random writes, faults and clocks. Plain data, because failing plans are kept as JSON. */
export interface Plan {
  readonly schedule: (typeof schedules)[number];
  readonly start: number;
  readonly steps: readonly Step[];
  /** One for each request, in the order of their arrival. The others get the real response. */
  readonly faults: readonly Fault[];
}

const loss = fc.constantFrom(...losses);
const now = fc.constant("now" as const);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ delivery: now, reply: fc.constant("real" as const) }) },
  { weight: 6, arbitrary: fc.record({ delivery: now, reply: loss }) },
  {
    weight: 5,
    arbitrary: fc.record({
      delivery: fc.constant("never" as const),
      reply: fc.oneof(
        loss,
        fc.constantFrom("refusal" as const, "refusal" as const, "serviceError" as const),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      delivery: fc.constant("late" as const),
      delay: fc.integer({ min: 1, max: 60 }),
      reply: loss,
    }),
  },
);

const kind = fc.constantFrom(...writeKinds);
const hour = 3_600_000;
const writeFields = {
  do: fc.constant("write" as const),
  abortAfter: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 6 }),
  resends: fc.boolean(),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      ...writeFields,
      kinds: fc.array(kind, { minLength: 1, maxLength: 1 }),
      lookupDelay: fc.oneof(fc.constant(0), fc.nat(30 * hour)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...writeFields,
      kinds: fc.array(kind, { minLength: 2, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.nat(30 * hour) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("correct" as const),
      ms: fc.integer({ min: -hour, max: hour }),
      after: fc.nat(30),
    }),
  },
);

export const plans: fc.Arbitrary<Plan> = fc.record({
  schedule: fc.constantFrom(...schedules),
  start: fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2032, 0, 1) }),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  faults: fc.array(fault, { maxLength: 8, size: "max" }),
});
