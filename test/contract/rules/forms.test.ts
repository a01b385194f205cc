import { describe, expect, it } from "vitest";
import type { Currency } from "../../../src/contract/shared/currencies.js";
import { currencies } from "../../../src/contract/shared/currencies.js";
import {
  type ClientOptions,
  type CreateLiquidityResult,
  type Drift,
  hasSomethingToSign,
  isExecutable,
  type LiquidityOperation,
  type Page,
  type RebalanceLiquidityResult,
  ResponseValidationError,
  type SwapQuotes,
  type Transaction,
} from "../../../src/index.js";
import { formatPath } from "../../../src/shared/format-path.js";
import { currencyKeys } from "../../support/fixtures/currencies.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { individualSession } from "../../support/fixtures/kyc.js";
import { echo, preparedOperation } from "../../support/fixtures/liquidity.js";
import { executableQuote, revertedQuote, sparseQuote } from "../../support/fixtures/swap.js";
import {
  hash,
  polygon,
  revertReason,
  uploadTarget,
  usdc,
  usdcToken,
  wallet,
} from "../../support/fixtures/values.js";
import { clientOn, recorder } from "../../support/recorder.js";
import { type Path, withValue } from "../walk.js";

type Name = Parameters<typeof fixtureOf>[0];

function read(name: Name, json: unknown, options: ClientOptions = {}): Promise<unknown> {
  return Promise.resolve(fixtureOf(name).call(clientOn(recorder([{ json }]), options)));
}

/** Reads a response, and returns the paths of its drift. */
async function driftOf(name: Name, json: unknown): Promise<string[]> {
  const paths: string[] = [];
  const onDrift = ({ issues }: Drift) => paths.push(...issues.map(({ path }) => path));
  await read(name, json, { onDrift });
  return paths;
}

const absent = Symbol("absent");

/** The response of the fixture with another value at one path. */
function changed(name: Name, at: Path, item: unknown): unknown {
  const { full } = fixtureOf(name);
  return JSON.parse(JSON.stringify(withValue(full, at, item === absent ? undefined : item)));
}

const inChain = (field: string) => `operation.chain.${field}`;
const first = (field: string) => `operation.amounts[0].${field}`;
const why = (field: string) => `quotes[0].revertReason.${field}`;
const approval = "quotes[0].rwaApproveUserOperation";

describe("a form that the service was seen to send", () => {
  // test/properties/records.test.ts has the fields that may be missing or null.
  const forms: readonly (readonly [name: Name, at: string, ...values: unknown[]])[] = [
    ["swap.quote", "quotes.0.revertReason", {}],
    ["swap.quote", "quotes.0.authorization", {}],
    ["swap.quote", "quotes.0.authorization.chainId", 137, "137"],
    ["swap.quote", "quotes.0.authorization.nonce", 0, "0"],
    ["swap.quote", "quotes.0.typedData", {}],
    ["swap.quote", "quotes.0.rwaApproveUserOperation", {}],
    ["swap.quote", "quotes.0.fees", []],
    ["swap.quote", "quotes.0.expiresAt", 1_769_860_860_000, "2026-01-31T12:01:00.000Z"],
    ["swap.quote", "quotes.0.typedData.domain.chainId", 137, "137", "0x89"],
    ["wallets.check", "wallet.deployed", []],
    ["wallets.history", "nextLastId", "", "next"],
    [
      "wallets.history",
      "transactions.0.receivedAmount.amountIn",
      ...[{}, { usd: "1" }, { usd: null }, { usd: "1", doge: "2" }],
    ],
    [
      "liquidity.create",
      "operation.amounts",
      ...["10.5", [{ token: usdc, amount: "1", amountIn: null }], []],
    ],
    ["liquidity.create", "operation.chain", 137, polygon, { ...polygon, symbol: "POL" }],
    ["liquidity.create", "operation.tokenIn", usdc, usdcToken],
    ["liquidity.create", "operation.expiresAt", "2026-01-31T12:05:00.000Z", 1_769_860_860_000],
    ["liquidity.create", "operation.slippage", 0, 0.4, 100],
    [
      "liquidity.collectFees",
      "operation.collectedFees",
      ...[[], [{ token: usdc, cryptoCurrency: usdcToken, amount: "1" }]],
    ],
    ["lending.quote", "expiresAt", {}, "2026-01-31T12:05:00.000Z", 17, { seconds: 17 }],
    ["lending.quote", "estimatedSettlementTime", {}, "soon", 17],
    ["lending.quote", "supply.tokenIn.price", "1", 1, { usd: "1" }],
    ["lending.quote", "supply.tokenIn.amount.usd", "1", 1, { value: "1" }],
    ["lending.quote", "signData.0.authorization", {}],
    ["fiat.createWithdrawal", "withdrawalInstructions.authorization", {}],
    ["swap.prepareCancellation", "expiresAt", "2026-01-31T12:05:00.000Z", 17, {}],
    ["swap.prepareCancellation", "receivedAmount", {}, { amount: "1" }],
    ["wallets.portfolio", "lendingPositions", []],
  ];
  const toPath = (at: string) =>
    at.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

  const cases = forms.map(([name, at, ...values]) => [name, at, values] as const);
  it.each(cases)("is accepted for %s at %s", async (name, at, values) => {
    for (const value of values) {
      const call = read(name, changed(name, toPath(at), value), { validation: "strict" });
      await expect(call, JSON.stringify(value)).resolves.toBeDefined();
    }
  });
});

describe("a form without evidence", () => {
  const forms: readonly [name: Name, at: Path, value: unknown, drift: readonly string[]][] = [
    ["wallets.check", ["wallet", "metadata"], { stored: 17 }, ["wallet.metadata.stored"]],
    ["wallets.check", ["wallet", "metadata"], '{"stored":"as text"}', ["wallet.metadata"]],
    [
      "wallets.check",
      ["wallet", "deployed", 0],
      {},
      ["wallet.deployed[0].chain", "wallet.deployed[0].deployed"],
    ],
    ["wallets.check", ["wallet", "deployed"], null, ["wallet.deployed"]],
    ["wallets.check", ["wallet", "deployed", 0, "chain", "id"], 5, ["wallet.deployed[0].chain.id"]],
    ["tokens.list", ["tokens", 0, "chain", "id"], 5, ["tokens[0].chain.id"]],
    ["liquidity.create", ["operation", "tokenIn"], "0x00", ["operation.tokenIn"]],
    ["liquidity.create", ["operation", "chain"], { id: 137 }, ["name", "logo"].map(inChain)],
    ["liquidity.change", ["operation", "amounts"], [{ amount: 1 }], ["token", "amount"].map(first)],
    ["swap.quote", ["quotes", 0, "revertReason"], { decoded: "no" }, ["raw", "utf8"].map(why)],
    ["swap.quote", ["quotes", 0, "typedData"], "0x", ["quotes[0].typedData"]],
    ["swap.quote", ["quotes", 0, "rwaApproveUserOperation"], [], [approval]],
    ["lending.quote", ["supply", "tokenIn", "chainId"], 5, ["supply.tokenIn.chainId"]],
    ["liquidity.createWithSwap", ["operation", "chainId"], "137", ["operation.chainId"]],
    ["liquidity.createWithSwap", ["operation", "chainId"], {}, ["operation.chainId"]],
  ];

  it.each(forms)("is reported for %s at %j: %j", async (name, at, value, drift) => {
    expect(await driftOf(name, changed(name, at, value))).toEqual(drift);
  });
});

describe("the operation form of a liquidity response", () => {
  const always = {
    userOperationHash: hash,
    walletAddress: wallet,
    expiresAt: "2026-01-31T12:05:00.000Z",
    amounts: [
      { token: usdcToken, amount: "1", amountIn: { usd: "1" } },
      { token: usdc, amount: "2", amountIn: null },
    ],
    liquidityProvider: "POOLPROV_V3",
    nftAddress: usdc,
    metadata: null,
    chain: polygon,
  } satisfies LiquidityOperation;
  const more = {
    ...always,
    amounts: "3",
    chain: 137,
    collectedFees: [{ token: usdcToken, cryptoCurrency: usdcToken, amount: "1", amountIn: {} }],
    tokenIn: usdcToken,
    amountIn: "10.5",
    fees: [],
    authorization: null,
    revertReason: null,
  } satisfies LiquidityOperation;
  const reverted = {
    ...always,
    userOperationHash: null,
    revertReason,
  } satisfies LiquidityOperation;

  it.each(["liquidity.create", "liquidity.rebalance"] as const)(
    "is accepted for %s with the fields that are published",
    async (name) => {
      for (const operation of [always, more, reverted]) {
        const json = { operation } satisfies CreateLiquidityResult & RebalanceLiquidityResult;
        expect(await driftOf(name, json)).toEqual([]);
        await expect(read(name, json, { validation: "strict" })).resolves.toEqual(json);
      }
    },
  );
});

describe("amountIn", () => {
  it("has the currencies of the contract", () => {
    expect(currencyKeys).not.toHaveLength(0);
    expect(currencies satisfies readonly Currency[]).toEqual(currencyKeys);
  });

  it("is reported as a number, because a number can lose digits", async () => {
    const json = changed(
      "wallets.history",
      ["transactions", 0, "receivedAmount", "amountIn", "usd"],
      1.5,
    );
    expect(await driftOf("wallets.history", json)).toEqual([
      "transactions[0].receivedAmount.amountIn.usd",
    ]);
    const call = read("wallets.history", json, { validation: "strict" });
    await expect(call).rejects.toBeInstanceOf(ResponseValidationError);
  });

  it("keeps every digit", async () => {
    const amount = "0.12345678901234567890123456789012345";
    const json = changed(
      "wallets.history",
      ["transactions", 0, "receivedAmount", "amount"],
      amount,
    );
    const page = (await read("wallets.history", json)) as Page<Transaction>;
    expect(page.items[0]?.receivedAmount?.amount).toBe(amount);
  });
});

describe("an executable quote", () => {
  it.each(["minAmountOut", "expiresAt"])("may omit %s if it is not executable", async (field) => {
    await expect(
      read("swap.quote", { quotes: [{ ...revertedQuote, [field]: null }] }),
    ).resolves.toBeDefined();
  });

  it.each([
    ["with a hash and no revert reason", executableQuote, true],
    ["with an empty revert reason", { ...executableQuote, revertReason: {} }, true],
    [
      "with null in every field of the revert reason",
      { ...executableQuote, revertReason: { decoded: null, raw: null, utf8: null } },
      true,
    ],
    ["without the fields that older responses omit", sparseQuote, true],
    ["with a revert reason and no hash", revertedQuote, false],
    ["with a revert reason and a hash", { ...executableQuote, revertReason }, false],
    [
      "with a part of a revert reason and a hash",
      { ...executableQuote, revertReason: { decoded: "no" } },
      false,
    ],
    ["with a malformed revert reason", { ...executableQuote, revertReason: "no" }, false],
    ["with no hash", { ...executableQuote, userOperationHash: null }, false],
    ["with an empty hash", { ...executableQuote, userOperationHash: "" as `0x${string}` }, false],
    ["with a malformed hash", { ...executableQuote, userOperationHash: "0x12" as const }, false],
    ...["tokenIn", "tokenOut", "walletAddress", "amountIn", "minAmountOut", "expiresAt"].flatMap(
      (field) =>
        [null, {}].map((value): [string, unknown, boolean] => [
          `with ${JSON.stringify(value)} as ${field}`,
          { ...executableQuote, [field]: value },
          false,
        ]),
    ),
    ["that is no object", 5, false],
    ["that is null", null, false],
  ])("is recognised %s: %#", async (_, quote, expected) => {
    const json = { quotes: [quote, executableQuote] };
    const { quotes } = (await read("swap.quote", json)) as SwapQuotes;
    expect(quotes.map((item) => isExecutable(item))).toEqual([expected, true]);
  });

  it("is recognised in the same way for liquidity", () => {
    expect(hasSomethingToSign(preparedOperation)).toBe(true);
    expect(hasSomethingToSign({ ...preparedOperation, revertReason })).toBe(false);
    expect(hasSomethingToSign({ ...preparedOperation, userOperationHash: null })).toBe(false);
    expect(hasSomethingToSign(echo)).toBe(false);
    expect(hasSomethingToSign({} as never)).toBe(false);
  });
});

describe("an essential amount with an exponent", () => {
  const amounts = [
    ["swap.quote", ["quotes", 0, "amountIn"]],
    ["swap.quote", ["quotes", 0, "minAmountOut"]],
    ["fiat.quoteDeposit", ["depositQuote", "amountToReceiveInCryptoCurrency"]],
    ["fiat.quoteWithdrawal", ["withdrawQuote", "amountToSendInCryptoCurrency"]],
  ] as const;

  it.each(amounts)("is read and reported: %s at %j", async (name, at) => {
    for (const amount of ["1e-7", "1.25E+3"]) {
      const { full } = fixtureOf(name);
      const alone = name === "swap.quote" ? { quotes: [executableQuote] } : full;
      const json = withValue(alone, at, amount);
      expect(await driftOf(name, json)).toEqual([formatPath(at)]);
      expect(await read(name, json)).toEqual(json);
      const strict = read(name, json, { validation: "strict" });
      await expect(strict).rejects.toBeInstanceOf(ResponseValidationError);
    }
  });

  it.each(["1e", "e7", "-1e-7", "1e-7 ", "0x1", 1e-7])("rejects if it is %j", async (amount) => {
    const json = { quotes: [{ ...executableQuote, amountIn: amount }] };
    await expect(read("swap.quote", json)).rejects.toBeInstanceOf(ResponseValidationError);
  });

  it("does not hide that a quote can be executed", () => {
    expect(isExecutable({ ...executableQuote, minAmountOut: "1e-7" })).toBe(true);
    expect(isExecutable({ ...executableQuote, minAmountOut: "1e" })).toBe(false);
  });
});

describe("typed data", () => {
  it("is returned unchanged, because it is signed", async () => {
    const typedData = {
      ...executableQuote.typedData,
      extra: { kept: [1, null] },
      message: { message: "0x", n: 1e21, deep: { a: [{}] } },
    };
    const { quotes } = (await read("swap.quote", {
      quotes: [{ ...executableQuote, typedData }],
    })) as SwapQuotes;
    expect(JSON.stringify(quotes[0]?.typedData)).toBe(JSON.stringify(typedData));
  });
});

describe("the upload targets of an individual session", () => {
  const session = individualSession;
  const create = (json: unknown) => read("kyc.individual.standard.create", json);

  it("have one name for every spelling of the service", async () => {
    const expected = { session, frontDocumentUpload: uploadTarget, backDocumentUpload: null };
    expect(await create({ session, frontDocument: uploadTarget })).toEqual(expected);
    expect(
      await create({
        session,
        frontDocument: null,
        frontDocumentUpload: uploadTarget,
        backDocument: null,
      }),
    ).toEqual(expected);
  });

  it("use the current spelling if both are present", async () => {
    const other = { ...uploadTarget, url: "https://other.example" };
    const json = {
      session,
      frontDocumentUpload: uploadTarget,
      frontDocument: other,
      backDocumentUpload: uploadTarget,
      backDocument: other,
    };
    expect(await create(json)).toEqual({
      session,
      frontDocumentUpload: uploadTarget,
      backDocumentUpload: uploadTarget,
    });
  });

  it("keep the order of their fields, because the storage requires it", async () => {
    const fields = { z: "1", a: "2", "17": "3", m: "4" };
    const created = (await create({
      session,
      frontDocumentUpload: { ...uploadTarget, fields },
    })) as {
      frontDocumentUpload: { fields: object };
    };
    expect(Object.keys(created.frontDocumentUpload.fields)).toEqual(Object.keys(fields));
  });

  it("are reported without the front, and rejected if a target is malformed", async () => {
    const name = "kyc.individual.standard.create";
    expect(await driftOf(name, { session })).toEqual(["frontDocumentUpload"]);
    await expect(
      create({ session, frontDocument: { url: "http://a.example", fields: {} } }),
    ).rejects.toMatchObject({
      issues: [{ path: "frontDocumentUpload.url" }],
    });
    for (const url of ["http://localhost.a.example/", "ftp://a https://a.example", "https:///a"])
      await expect(create({ session, frontDocument: { url, fields: {} } })).rejects.toMatchObject({
        issues: [{ path: "frontDocumentUpload.url" }],
      });
    await expect(create([])).rejects.toMatchObject({ issues: [{ path: "" }] });
  });
});
