import { inspect } from "node:util";
import { expect, vi } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import { isBursarError } from "../../../src/errors/any-bursar-error.js";
import { PaginationError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
import { raw, serve } from "../../support/loopback.js";
import { clientFor, hash, signature, transportFor, wallet } from "../test-client.js";
import { writeInputs } from "../wire/write-inputs.js";

const depth = 20_000;
const deepList = `${"[".repeat(depth)}${"]".repeat(depth)}`;
export const deepObject = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

export const signed = { userOperationHash: hash, signature };

/** Bodies that break readers which recurse, or which expect text. */
export const hostile: [string, string][] = [
  ["a list nested 20,000 deep", deepList],
  ["an object nested 20,000 deep", deepObject],
  ["a deep message", `{"id":"A","message":${deepList}}`],
  ["a deep id", `{"id":${deepObject},"message":"m"}`],
  ["a deep trace id", `{"id":"A","message":"m","traceId":${deepList}}`],
  ["deep options", `{"id":"A","errors":[{"path":["a"],"options":[${deepList}]}]}`],
  ["a deep path", `{"id":"A","errors":[{"path":[${deepList}],"message":"m"}]}`],
  ["deep issues", `{"id":"A","errors":[${deepList},{"more":${deepObject}}]}`],
  ["an object as message", '{"id":"NOT_AUTHORIZED_TOKENS","message":{"toString":1}}'],
  ["an object as id", '{"id":{"toString":1},"message":"m"}'],
  ["an object as options", '{"id":"A","errors":[{"path":["a"],"options":{"toString":1}}]}'],
  ["objects in options", '{"id":"A","errors":[{"path":["a"],"options":[{"toString":1}]}]}'],
  ["a list as message", '{"id":"NOT_AUTHORIZED_TOKENS","message":[["0x"]]}'],
  ["an object as session", '{"session":{"toString":1}}'],
];

/** Makes a write and reads that receive this response, or only the first of them. */
export async function receiveHostile(status: number, body: string, count = 4): Promise<void> {
  const server = await serve(raw(body, status, { "content-type": "application/json" }));
  const onError = vi.fn();
  const client = clientFor(server, { retry: false, hooks: { onError } });
  const calls = [
    () => client.operations.execute(signed),
    () => client.wallets.portfolio(wallet, { includeTokens: true }),
    () => client.kyc.individual.standard.get("s_1"),
    () => client.tokens.list().firstPage(),
  ];
  for (const call of calls.slice(0, count)) {
    onError.mockClear();
    const outcome: unknown = await Promise.resolve(call()).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) continue;
    expect(isBursarError(outcome), inspect(outcome, { depth: 1 })).toBe(true);
    // A listing without its array is rejected after the call.
    if (!(outcome instanceof PaginationError)) {
      expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error: outcome }));
    }
    expect(JSON.stringify(outcome).length).toBeLessThan(200_000);
    expect(inspect(outcome).length).toBeLessThan(200_000);
    expect(String(outcome)).toContain("Error: ");
  }
}

// Reads and quotes are in the calls above.
export const writeNames = endpoints
  .filter(({ effect }) => effect === "write")
  .map(({ name }) => name);
export const deepBodies = [
  deepList,
  deepObject,
  `{"session":${deepObject}}`,
  `{"wallet":${deepList}}`,
];

/** Makes a write that receives this response. */
export async function writeHostile(name: string, status: number, body: string): Promise<void> {
  const server = await serve(raw(body, status));
  const call = transportFor(server).call(name as never, writeInputs[name] ?? {});
  const outcome: unknown = await call.catch((error: unknown) => error);
  // Every write rejects with 400.
  if (status === 400) expect(outcome).toBeInstanceOf(Error);
  if (outcome instanceof Error) expect(isBursarError(outcome)).toBe(true);
  expect(await drained(server)).toHaveLength(1);
}
