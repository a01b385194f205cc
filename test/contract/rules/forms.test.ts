import { describe, expect, it } from "vitest";
import type { Currency } from "../../../src/contract/shared/currencies.js";
import { currencies } from "../../../src/contract/shared/currencies.js";
import {
  hasSomethingToSign,
  isExecutable,
  type Page,
  ResponseValidationError,
  type SwapQuotes,
  type Transaction,
} from "../../../src/index.js";
import { currencyKeys } from "../../support/fixtures/currencies.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { individualSession } from "../../support/fixtures/kyc.js";
import { preparedOperation } from "../../support/fixtures/liquidity.js";
import { executableQuote, revertedQuote, sparseQuote } from "../../support/fixtures/swap.js";
import { uploadTarget } from "../../support/fixtures/values.js";
import { clientOn, recorder } from "../../support/recorder.js";
import { type Path, withValue } from "../walk.js";

type Name = Parameters<typeof fixtureOf>[0];

function read(name: Name, json: unknown): Promise<unknown> {
  return Promise.resolve(fixtureOf(name).call(clientOn(recorder([{ json }]))));
}

const absent = Symbol("absent");

/** The response of the fixture with another value at one path. */
function changed(name: Name, at: Path, item: unknown): unknown {
  const { full } = fixtureOf(name);
  return JSON.parse(JSON.stringify(withValue(full, at, item === absent ? undefined : item)));
}

describe("a form that the service was seen to send", () => {
  const none = [null, absent, {}];
  const forms: readonly [name: Name, at: Path, values: readonly unknown[]][] = [
    ["swap.quote", ["quotes", 0, "revertReason"], none],
    ["swap.quote", ["quotes", 0, "authorization"], none],
    ["swap.quote", ["quotes", 0, "authorization", "chainId"], [137, "137", null, absent]],
    ["swap.quote", ["quotes", 0, "authorization", "nonce"], [0, "0", null, absent]],
    ["swap.quote", ["quotes", 0, "typedData"], none],
    ["swap.quote", ["quotes", 0, "rwaApproveUserOperation"], none],
    ["swap.quote", ["quotes", 0, "metadata"], none],
    ["swap.quote", ["quotes", 0, "fees"], [null, absent, []]],
    ["swap.quote", ["quotes", 0, "expiresAt"], [1_769_860_860_000, "2026-01-31T12:01:00.000Z"]],
    [
      "swap.quote",
      ["quotes", 0, "typedData", "domain", "chainId"],
      [137, "137", "0x89", null, absent],
    ],
    ["swap.quote", ["quotes", 0, "swapProvider"], ["ANOTHER", null, absent]],
    [
      "wallets.check",
      ["wallet", "salt"],
      [
        "0",
        0,
        null,
        absent,
        "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      ],
    ],
    ["wallets.check", ["wallet", "registeredAt"], [null, absent]],
    ["wallets.check", ["wallet", "lastTransactionAt"], [null, absent]],
    [
      "wallets.check",
      ["wallet", "metadata"],
      [null, absent, {}, { stored: 17 }, '{"stored":"as text"}'],
    ],
    ["wallets.check", ["wallet", "deployed", 0], [{}, { deployed: null, chain: null }]],
    ["wallets.check", ["wallet", "deployed"], [null, absent, []]],
    ["wallets.history", ["nextLastId"], [null, absent, "", "next"]],
    ["wallets.history", ["transactions", 0, "transactionHash"], [null, absent, {}]],
    [
      "wallets.history",
      ["transactions", 0, "receivedAmount", "amountIn"],
      [null, absent, {}, { usd: "1" }, { usd: null }, { usd: "1", doge: "2" }],
    ],
    ["wallets.history", ["transactions", 0, "status"], ["ON_BRIDGE", "WAITING_FOR_SOMETHING_NEW"]],
    ["wallets.history", ["transactions", 0, "type"], ["LENDING_LIQUIDATION", "SOMETHING_NEW"]],
    [
      "liquidity.create",
      ["operation", "amounts"],
      ["10.5", [{ token: "0x00", amount: "1", amountIn: null }], [], null, absent],
    ],
    [
      "liquidity.create",
      ["operation", "chain"],
      [137, { id: 137 }, { id: 137, name: "POLYGON", symbol: "POL" }, null, absent],
    ],
    [
      "liquidity.create",
      ["operation", "tokenIn"],
      ["0x00", { address: "0x00", symbol: "usdc" }, null, absent],
    ],
    [
      "liquidity.create",
      ["operation", "expiresAt"],
      ["2026-01-31T12:05:00.000Z", 1_769_860_860_000, null, absent],
    ],
    ["liquidity.create", ["operation", "slippage"], [0, 0.4, 100]],
    [
      "liquidity.collectFees",
      ["operation", "collectedFees"],
      [[], [{ token: "0x00", cryptoCurrency: { symbol: "usdc" }, amount: "1" }], null],
    ],
    [
      "lending.quote",
      ["expiresAt"],
      [null, absent, {}, "2026-01-31T12:05:00.000Z", 17, { seconds: 17 }],
    ],
    ["lending.quote", ["estimatedSettlementTime"], [null, absent, {}, "soon", 17]],
    ["lending.quote", ["supply", "tokenIn", "price"], [null, absent, "1", 1, { usd: "1" }]],
    [
      "lending.quote",
      ["supply", "tokenIn", "amount", "usd"],
      [null, absent, "1", 1, { value: "1" }],
    ],
    ["lending.quote", ["signData", 0, "type"], ["SOMETHING_NEW"]],
    ["lending.quote", ["signData", 0, "authorization"], none],
    ["fiat.createWithdrawal", ["withdrawalInstructions", "authorization"], none],
    [
      "fiat.createDeposit",
      ["depositInstructions", "routingNumber"],
      ["0123456789", "1", null, absent],
    ],
    [
      "fiat.createDeposit",
      ["depositInstructions", "base64QrCode"],
      ["iVBORw0=", "data:image/png;base64,iVBORw0="],
    ],
    ["fiat.createDeposit", ["depositInstructions", "type"], ["PIX", "SOMETHING_NEW"]],
    ["kyc.individual.standard.create", ["backDocumentUpload"], [null, uploadTarget]],
    ["kyc.individual.standard.get", ["session", "individualId"], [null, absent]],
    ["kyc.individual.standard.get", ["session", "document", "type"], [null, absent]],
    ["kyc.individual.standard.get", ["session", "status"], ["EXPIRED", "SOMETHING_NEW"]],
    ["kyc.individual.standard.get", ["session", "failureReason"], [null, absent]],
    ["swap.prepareCancellation", ["expiresAt"], [null, absent, "2026-01-31T12:05:00.000Z", 17, {}]],
    ["swap.prepareCancellation", ["receivedAmount"], [null, absent, {}, { amount: "1" }]],
    ["swap.prepareCancellation", ["fees", 0, "recipient"], [null, absent]],
    ["operations.execute", ["userOpHash"], [null, absent]],
    ["wallets.portfolio", ["pnl"], [null, absent]],
    ["wallets.portfolio", ["lendingPositions"], [null, absent, []]],
    ["wallets.portfolio", ["tokens", 0, "marketDataId"], [null, absent]],
  ];
  const cases = forms.flatMap(([name, at, values]) =>
    values.map((value) => ({
      name,
      at,
      value,
      shown: value === absent ? "absent" : JSON.stringify(value),
    })),
  );

  it.each(cases)("is accepted for $name: $at is $shown", async ({ name, at, value }) => {
    await expect(read(name, changed(name, at, value))).resolves.toBeDefined();
  });
});

describe("amountIn", () => {
  it("has the currencies of the contract", () => {
    expect(currencyKeys).not.toHaveLength(0);
    expect(currencies satisfies readonly Currency[]).toEqual(currencyKeys);
  });

  it("is rejected as a number, because a number can lose digits", async () => {
    const json = changed(
      "wallets.history",
      ["transactions", 0, "receivedAmount", "amountIn", "usd"],
      1.5,
    );
    await expect(read("wallets.history", json)).rejects.toBeInstanceOf(ResponseValidationError);
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
  it.each(["minAmountOut", "expiresAt"])(
    "requires %s, because money depends on it",
    async (field) => {
      for (const value of [null, absent]) {
        const call = read("swap.quote", changed("swap.quote", ["quotes", 0, field], value));
        await expect(call).rejects.toMatchObject({ issues: [{ path: ["quotes", 0, field] }] });
      }
    },
  );

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
    [
      "with a revert reason and a hash",
      { ...executableQuote, revertReason: { decoded: "no" } },
      false,
    ],
    ["with no hash", { ...executableQuote, userOperationHash: null }, false],
    ["with an empty hash", { ...executableQuote, userOperationHash: "" as `0x${string}` }, false],
  ])("is recognised %s: %#", async (_, quote, expected) => {
    const { quotes } = (await read("swap.quote", { quotes: [quote] })) as SwapQuotes;
    expect(quotes.map((item) => isExecutable(item))).toEqual([expected]);
  });

  it("is recognised in the same way for liquidity", () => {
    expect(hasSomethingToSign(preparedOperation)).toBe(true);
    expect(hasSomethingToSign({ ...preparedOperation, revertReason: { decoded: "no" } })).toBe(
      false,
    );
    expect(hasSomethingToSign({ ...preparedOperation, userOperationHash: null })).toBe(false);
    expect(hasSomethingToSign({})).toBe(false);
  });
});

describe("typed data", () => {
  it.each(["domain", "types", "primaryType", "message"])(
    "is rejected without %s, and only that field is named",
    async (field) => {
      const call = read(
        "swap.quote",
        changed("swap.quote", ["quotes", 0, "typedData", field], absent),
      );
      await expect(call).rejects.toMatchObject({
        issues: [{ path: ["quotes", 0, "typedData", field] }],
      });
    },
  );

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
    const created = (await create({ session, frontDocumentUpload: { url: "u", fields } })) as {
      frontDocumentUpload: { fields: object };
    };
    expect(Object.keys(created.frontDocumentUpload.fields)).toEqual(Object.keys(fields));
  });

  it("require the front, because there is no verification without it", async () => {
    await expect(create({ session })).rejects.toMatchObject({
      issues: [{ path: ["frontDocumentUpload"] }],
    });
    await expect(create([])).rejects.toMatchObject({ issues: [{ path: [] }] });
  });
});
