import fc from "fast-check";
import { expect } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import type { Endpoint } from "../../../src/contract/shared/endpoint.js";
import type { SandboxRequest } from "../../../src/sandbox/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { expectConserved } from "../check-ledger.js";
import { openWallet } from "../open-sandbox.js";
import { type RawRequest, sendRaw } from "../send-raw-request.js";
import { validCalls } from "../valid-calls.js";

export const all: readonly Endpoint[] = endpoints;
export const oddNames = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "prototype",
  "valueOf",
] as const;
export const oddSegments = [
  ...oddNames,
  "%",
  "%2F",
  "%00",
  "%E0%A4%A",
  "..",
  "%2e%2e",
  "💥",
  "a".repeat(2_000),
  "0",
  "-1",
  "null",
];
const huge = "9".repeat(400);
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...oddNames,
    huge,
    `0.${huge}`,
    "0",
    "-1",
    "1e9",
    "",
    " ",
    "\u0000",
    "\ud800",
    "0x",
    "btc",
    null,
    true,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    0,
    -1,
    1e-7,
    1e308,
    Number.MAX_SAFE_INTEGER,
    137,
    { value: huge },
    { __proto__: null, constructor: "1" },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const oddText = fc.constantFrom(
  "{",
  "null",
  '{"__proto__":{"walletAddress":"0x12"}}',
  '{"constructor":1}',
  "[[[[]]]]",
  '"\\ud800"',
  "1e999",
);

/** Changes to a valid request. */
interface Mutation {
  which: number;
  segment: string | undefined;
  query: readonly (readonly [string, string])[];
  fields: readonly (readonly [number, unknown])[];
  extra: string | undefined;
  text: string | undefined;
  method: string;
}

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, freq = 3) =>
  fc.option(arbitrary, { nil: undefined, freq: -1 + freq });
const mutation: fc.Arbitrary<Mutation> = fc.record({
  which: fc.nat(all.length - 1),
  segment: fc.option(fc.constantFrom(...oddSegments), { nil: undefined }),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(
        ...oddNames,
        "take",
        "lastId",
        "page",
        "perPage",
        "offset",
        "search",
        "chains",
        "type",
        "nftNumber",
        "salt",
      ),
      fc.constantFrom(...oddNames, "", "0", "-1", "1e3", "100", huge, "%", ",", "0x12"),
    ),
    { maxLength: 2 },
  ),
  fields: fc.array(fc.tuple(fc.nat(20), oddValue), { maxLength: 2 }),
  extra: sometimes(fc.constantFrom(...oddNames), 2),
  text: sometimes(oddText, 2),
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("GET", "POST", "PATCH", "PUT", "HEAD") },
  ),
});

export function mutate(
  { method, path, body }: RawRequest,
  mutation: Mutation,
  pattern: string,
): RawRequest {
  const [bare = "", query = ""] = path.split("?");
  const segments = bare.split("/");
  const at = pattern.split("/").findIndex((part) => part.startsWith("{"));
  if (mutation.segment !== undefined && at >= 0) segments[at] = mutation.segment;
  const search = [
    query,
    ...mutation.query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`),
  ]
    .filter(Boolean)
    .join("&");
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  for (const [i, value] of mutation.fields)
    if (fields.length > 0) (fields[i % fields.length] as [string, unknown])[1] = value;
  const changed = Object.fromEntries(
    mutation.extra === undefined ? fields : [...fields, [mutation.extra, mutation.segment ?? "1"]],
  );
  return {
    method: mutation.method || method,
    path: segments.join("/") + (search && `?${search}`),
    body: body === undefined ? undefined : (mutation.text ?? changed),
  };
}

/** Valid requests of all operations on one wallet, as sent over the wire. */
export async function arrange() {
  const opened = await openWallet();
  const requests: SandboxRequest[] = [];
  for (const { name } of endpoints) {
    const call = await validCalls[name](opened);
    const before = opened.sandbox.snapshot();
    await call();
    // Undo the operation, but keep its preparation, so that it can be repeated.
    opened.sandbox.restore(before);
    requests.push(opened.sandbox.requests.at(-1) as SandboxRequest);
  }
  return { ...opened, requests, before: opened.sandbox.snapshot() };
}

/** A 500 with an error id that the contract documents for the operation is not a crash. */
function expectNoCrash(
  sent: RawRequest,
  operation: string | undefined,
  status: number,
  id: string | undefined,
): void {
  const documented: readonly (string | undefined)[] =
    all.find(({ name }) => name === operation)?.errors ?? [];
  if (status >= 500)
    expect(
      documented,
      `${sent.method} ${sent.path} ${JSON.stringify(sent.body)}: ${status} ${id}`,
    ).toContain(id);
  else expect(status).toBeGreaterThanOrEqual(200);
}

/** Asserts that no random sequence of odd requests crashes the sandbox or changes its total. */
export async function expectNoCrashOfSequences(
  numRuns: number,
  { sandbox, requests, before }: Awaited<ReturnType<typeof arrange>>,
): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(mutation, { minLength: 1, maxLength: 12 }),
    async (mutations) => {
      sandbox.restore(before);
      for (const mutation of mutations) {
        const sent = mutate(
          requests[mutation.which] as SandboxRequest,
          mutation,
          all[mutation.which]?.path ?? "",
        );
        const { status, body } = await sendRaw(sandbox, sent);
        expectNoCrash(sent, sandbox.requests.at(-1)?.operation, status, body?.id);
      }
      expectConserved(sandbox);
    },
  );
  await fc.assert(property, { numRuns, seed: chooseSeed() });
}
