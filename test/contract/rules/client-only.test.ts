import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { EndpointName } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { fixtureOf, fixtures } from "../../support/fixtures/index.js";
import { hash, usdc, wallet } from "../../support/fixtures/values.js";
import { clientOn, type Recorded, recorder } from "../../support/recorder.js";
import { display, type Path, pathsOf, valueAt } from "../walk.js";
import { type Change, changedArgs, parameter, refusalOf } from "./refuse.js";

/** Sends the request with a call option. The method gets it as its last argument. */
async function sendUnvalidated(name: EndpointName, change: Change): Promise<Recorded> {
  const { call, minimal } = fixtureOf(name);
  const fetch = recorder([minimal === undefined ? { status: 204 } : { json: minimal }]);
  await call(clientOn(fetch), [...changedArgs(name, change), { requestValidation: "off" }]);
  expect(await drained(fetch)).toHaveLength(1);
  return fetch.requests[0] as Recorded;
}

/** One letter has the wrong case. */
const mistyped = "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const bitcoin = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";
const other = "0x2222222222222222222222222222222222222222";
const transfer = fixtureOf("operations.transfer").minimalArgs[0] as object;
const part = { tokenAddress: usdc };

/** What only the client rejects: what it is in docs/configuration.md, and a change to a request. */
const bodies: readonly [title: string, name: EndpointName, change: Record<string, unknown>][] = [
  ["an EVM wallet", "swap.quote", { chainIdIn: 0, walletAddress: wallet }],
  ["an EVM wallet", "swap.quote", { chainIdOut: 0, toAddress: wallet }],
  ["a Bitcoin address", "swap.quote", { toAddress: bitcoin }],
  ["partialFillable", "swap.quote", { partialFillable: true }],
  ["expiration", "swap.quote", { expiration: 60 }],
  ["checksum", "swap.quote", { walletAddress: mistyped }],
  ["checksum", "wallets.deposit", { fromAddress: mistyped }],
  ["empty", "swap.quote", { individualId: "" }],
  ["extraFee.percentage", "swap.quote", { extraFee: { percentage: 101, toAddress: wallet } }],
  ["minPrice", "liquidity.create", { minPrice: 2, maxPrice: 1 }],
  [
    "another wallet",
    "operations.batch",
    { operations: [{ type: "transfer", params: { ...transfer, walletAddress: other } }] },
  ],
  ["combination", "lending.quote", { supply: part, repay: part }],
  ["signature", "swap.cancelLimitOrder", { signature: "0x" }],
  ["254", "wallets.requestTaxExport", { email: `a@${"b".repeat(63)}.${"c.".repeat(120)}example` }],
  ["BRZ", "fiat.quoteDeposit", { receiveCryptoCurrency: "BRZ", chainId: 1 }],
  ["company", "kyc.business.standard.create", { legalName: undefined, owners: [] }],
  ["company", "kyc.business.standard.create", { city: "" }],
];

const queries: readonly [title: string, change: Readonly<Record<string, string>>][] = [
  ["metadataKey", { metadataKey: "a", metadataValue: "" }],
  ["metadataKey", { metadataValue: "a" }],
  [
    "createdAtOldest",
    { createdAtOldest: "2026-01-02T00:00:00Z", createdAtLatest: "2026-01-01T00:00:00Z" },
  ],
  ["lower-case", { createdAtOldest: "2026-01-02t00:00:00z" }],
  ["second 60", { createdAtOldest: "2026-01-02T23:59:60Z" }],
];

describe("a request that only the client rejects", () => {
  it.each(bodies)(
    "with %s in %s: %j is sent as given, without its validation",
    async (_, name, change) => {
      await refusalOf(name, changedArgs(name, change));
      const { json } = await sendUnvalidated(name, change);
      const { json: valid } = await sendUnvalidated(name, {});
      expect(json).toEqual(JSON.parse(JSON.stringify({ ...(valid as object), ...change })));
    },
  );

  it.each(queries)("with %s: %j is sent as given, without its validation", async (_, change) => {
    await refusalOf("wallets.history", changedArgs("wallets.history", change));
    const { query } = await sendUnvalidated("wallets.history", change);
    const filled = Object.entries(change).filter(([, value]) => value !== "");
    expect(new URLSearchParams(query).toString().split("&")).toEqual(
      expect.arrayContaining(filled.map((pair) => new URLSearchParams([pair]).toString())),
    );
  });

  it("in a path is sent as given", async () => {
    const change = parameter(mistyped);
    await refusalOf("wallets.portfolio", changedArgs("wallets.portfolio", change));
    const fetch = recorder([{ json: {} }]);
    await clientOn(fetch).wallets.portfolio(mistyped, {}, { requestValidation: "off" });
    expect(fetch.requests[0]?.path).toContain(mistyped);
  });

  it("is listed in docs/configuration.md", () => {
    const page = readFileSync("docs/configuration.md", "utf8");
    const section =
      page.split("## Requests that only the client rejects\n")[1]?.split("\n## ")[0] ?? "";
    for (const [title] of [...bodies, ...queries]) expect(section).toContain(title);
  });
});

describe("an address whose letter case does not match its checksum", () => {
  const replaceAt = (value: unknown, [key, ...rest]: Path, item: unknown): unknown => {
    if (key === undefined) return item;
    const changed = replaceAt(Object(value)[key], rest, item);
    return Array.isArray(value)
      ? value.map((each, i) => (i === key ? changed : each))
      : { ...Object(value), [key]: changed };
  };
  // The fields of these are not documented, and neither is the form of a wallet id.
  const unchecked =
    /\.(?:supply|borrow|repay|withdraw)\.|\.arguments|\.operations\[\]\.params\.token0$/;
  const addresses = fixtures.flatMap(({ name, args }) =>
    pathsOf(args)
      .filter(
        (path) =>
          name !== "wallets.updateMetadata" && /^0x[\da-f]{40}$/i.test(String(valueAt(args, path))),
      )
      .map((path) => [name, display(path), replaceAt(args, path, mistyped)] as const),
  );

  const checked = addresses.filter(([, path]) => !unchecked.test(path));

  it("is looked for in many fields", () => expect(checked.length).toBeGreaterThan(30));

  it.each(checked)("is rejected in %s, %s", async (name, _, args) => {
    const { message } = await refusalOf(name, args as readonly unknown[]);
    expect(message).toContain("EIP-55");
  });
});

describe("without the validation of a request", () => {
  const off = { requestValidation: "off" } as const;
  const request = fixtureOf("swap.quote").minimalArgs[0] as object;
  const issuesOf = async (name: EndpointName, args: readonly unknown[]) =>
    (await refusalOf(name, args)).issues.map(({ path }) => path);

  test("an unknown field is rejected: it would not be sent", async () => {
    const extraFee = { percentage: 101, toAddress: wallet, unknown: 1 };
    const args = [{ ...request, slipage: 1, extraFee }, off];
    expect(await issuesOf("swap.quote", args)).toEqual(["body.extraFee.unknown", "body.slipage"]);
  });

  test("an unknown field is found behind a thousand other issues", async () => {
    const bad = { type: "transfer", params: { amount: 5 } };
    const operations = [...Array.from({ length: 1_000 }, () => bad), { ...bad, unknown: 1 }];
    const [fixture] = fixtureOf("operations.batch").minimalArgs as [object];
    const issues = await issuesOf("operations.batch", [{ ...fixture, operations }, off]);
    expect(issues).toContain("body.operations[1000].unknown");
  });

  test.each([
    ["a body that is no object", "swap.quote", ["text", off], ["body"]],
    ["an unsafe path", "wallets.portfolio", ["..", {}, off], ["params.walletAddress"]],
    [
      "a query value without text",
      "wallets.history",
      [wallet, { lastId: {} }, off],
      ["query.lastId"],
    ],
    ["a value without JSON", "swap.quote", [{ ...request, slippage: 1n }, off], ["body.slippage"]],
  ] as const)("%s is rejected", async (_, name, args, paths) => {
    expect(await issuesOf(name, args)).toEqual(paths);
  });

  test.each([
    ["NaN", { slippage: Number.NaN }, "body.slippage"],
    ["an infinite number", { transactionFeePercent: Infinity }, "body.transactionFeePercent"],
    ["a function", { toAddress: () => wallet }, "body.toAddress"],
    ["a symbol", { toAddress: Symbol("wallet") }, "body.toAddress"],
    ["a promise", { toAddress: Promise.resolve(wallet) }, "body.toAddress"],
    ["an item of a list without a value", { metadata: { at: [undefined] } }, "body.metadata.at[0]"],
    ["a map", { metadata: new Map([["order", "17"]]) }, "body.metadata"],
    ["an invalid date", { metadata: { at: new Date(Number.NaN) } }, "body.metadata.at"],
  ])("%s is rejected: JSON would change it or leave it out", async (_, change, path) => {
    expect(await issuesOf("swap.quote", [{ ...request, ...change }, off])).toEqual([path]);
  });

  test("a promise inside of a list is rejected with its path", async () => {
    const [fixture] = fixtureOf("operations.batch").minimalArgs as [object];
    const params = { ...transfer, amount: Promise.resolve("1") };
    const operations = [{ type: "transfer", params }];
    expect(await issuesOf("operations.batch", [{ ...fixture, operations }, off])).toEqual([
      "body.operations[0].params.amount",
    ]);
  });

  test("a response that another caller shares is compared nevertheless", async () => {
    const response = fixtureOf("wallets.check").minimal as unknown as { wallet: object };
    const fetch = recorder(() => ({
      json: { wallet: { ...response.wallet, externallyOwnedAccount: other } },
    }));
    const client = clientOn(fetch, { dedupe: true });
    const [identity] = fixtureOf("wallets.check").minimalArgs as [never];
    const unchecked = { ...(identity as object), eip7702: "false" } as never;
    const first = client.wallets.check(unchecked, off);
    const second = client.wallets.check({ ...(identity as object), eip7702: false } as never);
    const [, checked] = await Promise.allSettled([first, second]);
    expect(checked).toMatchObject({ reason: { name: "ResponseMismatchError" } });
    expect(await drained(fetch)).toHaveLength(2);
  });

  test("values are converted, and defaults sent, as always", async () => {
    const fetch = recorder([{ json: fixtureOf("wallets.register").minimal }]);
    const factory = "0x12";
    await clientOn(fetch).wallets.register(
      { externallyOwnedAccount: wallet, factory, salt: 5n },
      off,
    );
    expect(fetch.requests[0]?.json).toEqual({ externallyOwnedAccount: wallet, factory, salt: "5" });
  });

  test("a valid request is compared with its response nevertheless", async () => {
    const fetch = recorder([{ json: fixtureOf("operations.execute").minimal }]);
    const userOperationHash = `0x${"99".repeat(32)}` as const;
    expect(userOperationHash).not.toBe(hash);
    const signature = `0x${"cd".repeat(65)}` as const;
    const call = clientOn(fetch).operations.execute({ userOperationHash, signature }, off);
    await expect(call).rejects.toMatchObject({ name: "OutcomeUnknownError" });
  });

  test("it is an option of a call, not of a client", () => {
    expect(() => clientOn(recorder(), off as never)).toThrow(/requestValidation/);
  });
});
