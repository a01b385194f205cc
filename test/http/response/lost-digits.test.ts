import { describe, expect, test } from "vitest";
import { ResponseValidationError } from "../../../src/errors/data.js";
import type { Client, Drift, ValidationMode } from "../../../src/index.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { raw, serve } from "../../support/loopback.js";
import { clientFor, failure, swapRequest, token, wallet } from "../test-client.js";

type Fields = Record<string, unknown>;

/** JSON.parse reads this text as 9007199254740992. */
const rounded = "9007199254740993";

const identity = { externallyOwnedAccount: wallet, factory: token, salt: rounded };

/** The body of a complete response, with a number that JSON.parse rounds in place of `"here"`. */
const toText = (body: unknown) => JSON.stringify(body).replace('"here"', rounded);

function walletWith(change: Fields): string {
  const [wallet] = (fixtureOf("wallets.list").full as unknown as { wallets: Fields[] }).wallets;
  return toText({
    wallet: {
      ...wallet,
      externallyOwnedAccount: identity.externallyOwnedAccount,
      factory: token,
      ...change,
    },
  });
}

function quoteWith(change: Fields): string {
  const [quote] = (fixtureOf("swap.quote").full as unknown as { quotes: Fields[] }).quotes;
  return toText({ quotes: [{ ...quote, ...change }] });
}

const check = (client: Client) => client.wallets.check(identity);
const swap = (client: Client) => client.swap.quote(swapRequest);

const rows: [path: string, body: string, call: (client: Client) => PromiseLike<unknown>][] = [
  ["wallet.salt", walletWith({ salt: "here" }), check],
  ["quotes[0].authorization.nonce", quoteWith({ authorization: { nonce: "here" } }), swap],
  ["quotes[0].expiresAt", quoteWith({ expiresAt: "here" }), swap],
];

async function clientWith(body: string, validation: ValidationMode) {
  const drifts: Drift[] = [];
  const server = await serve(raw(body));
  const client = clientFor(server, { validation, onDrift: (drift) => drifts.push(drift) });
  return { client, drifts };
}

const pathsOf = ({ issues }: Pick<Drift, "issues">) => issues.map(({ path }) => path);

describe.each(rows)("%s, a whole number that has lost digits in JSON,", (path, body, call) => {
  test("is reported as drift, and the response is returned", async () => {
    const { client, drifts } = await clientWith(body, "essential");
    await call(client);
    expect(drifts.flatMap(pathsOf)).toContain(path);
    expect(JSON.stringify(drifts)).toContain("a whole number below 2^53");
  });

  test("rejects the response in strict mode", async () => {
    const { client } = await clientWith(body, "strict");
    const error = await failure(call(client) as never);
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(pathsOf(error as ResponseValidationError)).toContain(path);
  });
});

test.each([
  ["text of any length", rounded, rounded],
  ["a number that JSON keeps", 2 ** 53 - 1, String(2 ** 53 - 1)],
])("a salt is no drift as %s", async (_, received, salt) => {
  const { client, drifts } = await clientWith(walletWith({ salt: received }), "strict");
  expect((await client.wallets.check({ ...identity, salt })).wallet.salt).toBe(received);
  expect(drifts).toEqual([]);
});
