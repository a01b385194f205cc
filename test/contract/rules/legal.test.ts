import { describe, expect, it } from "vitest";
import type { DepositResponse, EndpointName } from "../../../src/index.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import {
  bitcoin,
  factory,
  hash,
  native,
  owner,
  stranger,
  usdc,
  wallet,
  weth,
} from "../../support/fixtures/values.js";
import { clientOn, type Recorded, recorder } from "../../support/recorder.js";
import { type Change, changedArgs, parameter } from "./refuse.js";

async function send(name: EndpointName, args: readonly unknown[]): Promise<Recorded> {
  const { minimal, call } = fixtureOf(name);
  const fetch = recorder([minimal === undefined ? { status: 204 } : { json: minimal }]);
  await call(clientOn(fetch), args);
  expect(fetch.requests).toHaveLength(1);
  return fetch.requests[0] as Recorded;
}

const amounts = { token0: usdc, token1: weth, token0Amount: "-1.5", token1Amount: "-0" };
const digits35 = `0.${"0".repeat(34)}1`;

/** A valid request at a limit, and the part of the sent request to check. */
type Row<Sent> = readonly [what: string, name: EndpointName, change: Change, sent: Sent];

const bodies: readonly Row<Readonly<Record<string, unknown>>>[] = [
  ["an amount of 35 fraction digits", "swap.quote", { amountIn: digits35 }, { amountIn: digits35 }],
  [
    "an amount beyond 2^53",
    "swap.quote",
    { amountIn: "9007199254740993.1" },
    { amountIn: "9007199254740993.1" },
  ],
  ["an amount of 0", "swap.quote", { amountIn: "0" }, { amountIn: "0" }],
  [
    "Bitcoin as the source",
    "swap.quote",
    { chainIdIn: 0, tokenIn: "btc", walletAddress: bitcoin.segwit },
    { chainIdIn: 0, tokenIn: "btc" },
  ],
  [
    "Bitcoin as the destination",
    "swap.quote",
    { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoin.taproot },
    { toAddress: bitcoin.taproot },
  ],
  [
    "Bitcoin with a legacy address",
    "swap.quote",
    { chainIdOut: 0, tokenOut: native, toAddress: bitcoin.legacy },
    { tokenOut: native },
  ],
  [
    "Bitcoin with a script address",
    "swap.quote",
    { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoin.script },
    { toAddress: bitcoin.script },
  ],
  ["the native coin", "swap.quote", { tokenIn: native }, { tokenIn: native }],
  [
    "an address in lower case",
    "swap.quote",
    { payGasFeeToken: usdc.toLowerCase() },
    { payGasFeeToken: usdc.toLowerCase() },
  ],
  [
    "an address in upper case",
    "swap.quote",
    { payGasFeeToken: `0x${usdc.slice(2).toUpperCase()}` },
    { payGasFeeToken: `0x${usdc.slice(2).toUpperCase()}` },
  ],
  [
    "an address with digits only",
    "swap.quote",
    { toAddress: `0x${"1".repeat(40)}` },
    { toAddress: `0x${"1".repeat(40)}` },
  ],
  ["slippage of 0.5", "swap.quote", { slippage: 0.5 }, { slippage: 0.5 }],
  ["slippage of 99", "swap.quote", { slippage: 99 }, { slippage: 99 }],
  ["a project fee of 0", "swap.quote", { transactionFeePercent: 0 }, { transactionFeePercent: 0 }],
  [
    "an expiry of one second",
    "swap.quote",
    { minAmountOut: "0", expiration: 1 },
    { expiration: 1 },
  ],
  [
    "the longest expiry",
    "swap.quote",
    { minAmountOut: "1", expiration: 2 ** 53 - 1 },
    { expiration: 9007199254740991 },
  ],

  ["empty metadata", "swap.quote", { metadata: {} }, { metadata: {} }],
  [
    "metadata with any key",
    "swap.quote",
    { metadata: { "": "", "a b": "ä", constructor: "c" } },
    { metadata: { "": "", "a b": "ä", constructor: "c" } },
  ],
  [
    "an undefined option",
    "swap.quote",
    { slippage: undefined, minAmountOut: undefined },
    { amountIn: "10.5" },
  ],
  [
    "a salt as bigint, sent as decimal text",
    "wallets.register",
    { salt: 2n ** 256n - 1n },
    { salt: (2n ** 256n - 1n).toString() },
  ],
  ["a salt as number, sent as decimal text", "wallets.register", { salt: 0 }, { salt: "0" }],
  ["a salt as text", "wallets.register", { salt: "007" }, { salt: "007" }],
  [
    "eip7702 with an undefined salt",
    "wallets.register",
    { eip7702: true, salt: undefined },
    { eip7702: true },
  ],
  [
    "eip7702 false beside a salt",
    "wallets.register",
    { eip7702: false, salt: 1 },
    { eip7702: false, salt: "1" },
  ],
  ["slippage of 0", "liquidity.rebalance", { slippage: 0 }, { slippage: 0 }],
  ["slippage of 0.4", "liquidity.rebalance", { slippage: 0.4 }, { slippage: 0.4 }],
  ["slippage of 99", "liquidity.rebalance", { slippage: 99 }, { slippage: 99 }],
  [
    "a gas token outside the pool if gas is deducted",
    "liquidity.create",
    { payGasFeeToken: stranger },
    { payGasFeeToken: stranger, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
  ],
  [
    "metadata of 1,024 bytes",
    "swap.quote",
    { metadata: { order: "ä".repeat(506) } },
    { metadata: { order: "ä".repeat(506) } },
  ],
  [
    "the deprecated quoteId in place of the hash",
    "operations.execute",
    { userOperationHash: undefined, quoteId: hash },
    { quoteId: hash },
  ],
  [
    "another quoteId beside the hash",
    "operations.execute",
    { quoteId: "quote-1" },
    { userOperationHash: hash, quoteId: "quote-1" },
  ],
  [
    "PIX with a further field",
    "fiat.createWithdrawal",
    { paymentMethod: { type: "PIX", pixKey: "k", bank: { ispb: "1" } } },
    { paymentMethod: { type: "PIX", pixKey: "k", bank: { ispb: "1" } } },
  ],
  [
    "a price range from 0",
    "liquidity.create",
    { minPrice: 0, maxPrice: Number.MAX_VALUE },
    { minPrice: 0 },
  ],
  [
    "a gas token of the pool in another letter case",
    "liquidity.create",
    { payGasFeeToken: usdc.toLowerCase() },
    { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
  ],
  [
    "a gas token outside the pool if gas is added to the amount",
    "liquidity.create",
    { gasFeePaymentMethod: "ADD_TO_AMOUNT", payGasFeeToken: stranger },
    { payGasFeeToken: stranger },
  ],
  ["a pool fee of 0.01", "liquidity.create", { poolFeePercent: 0.01 }, { poolFeePercent: 0.01 }],
  ["a negative change", "liquidity.change", { change: amounts }, { change: amounts }],
  [
    "a change of all",
    "liquidity.change",
    { change: { percentage: 100 } },
    { change: { percentage: 100 } },
  ],
  [
    "supply with borrow",
    "lending.quote",
    { repay: undefined, supply: {}, borrow: { any: [1] } },
    { supply: {}, borrow: { any: [1] } },
  ],
  [
    "repay with withdraw",
    "lending.quote",
    { withdraw: { all: true } },
    { repay: {}, withdraw: { all: true } },
  ],
  ["borrow alone", "lending.quote", { repay: undefined, borrow: {} }, { borrow: {} }],
  ["withdraw alone", "lending.quote", { repay: undefined, withdraw: {} }, { withdraw: {} }],
  [
    "BRZ on Polygon",
    "fiat.quoteDeposit",
    { receiveCryptoCurrency: "BRZ", chainId: 137 },
    { receiveCryptoCurrency: "BRZ" },
  ],
  [
    "a cent",
    "fiat.quoteDeposit",
    { amountToSendInFiatCurrency: 0.01 },
    { amountToSendInFiatCurrency: 0.01 },
  ],
  ...["WIRE", "SPEI", "ACH_COP", "TRANSFERS", "ADDED_LATER"].map(
    (type) =>
      [
        `the method ${type}, whose fields are not all documented`,
        "fiat.createWithdrawal",
        { paymentMethod: { type, clabe: "1", country: "US", n: 1 } },
        { paymentMethod: { type, clabe: "1", country: "US", n: 1 } },
      ] as const,
  ),
  [
    "a birth date in the other form",
    "kyc.individual.standard.create",
    { birthDate: "29/02/2000" },
    { birthDate: "29/02/2000" },
  ],
  [
    "an unlisted nationality",
    "kyc.individual.standard.create",
    { nationality: "URUGUAYAN" },
    { nationality: "URUGUAYAN" },
  ],
  [
    "an undocumented field of a company",
    "kyc.business.standard.create",
    { taxId: "1", more: { a: 1 } },
    { taxId: "1", more: { a: 1 } },
  ],
  [
    "a field of an enhanced session",
    "kyc.individual.enhanced.create",
    { individualId: "i" },
    { individualId: "i" },
  ],
  [
    "an unlisted kind of identity",
    "wallets.requestTaxExport",
    { individual: { type: "company", individualId: "i" } },
    { individual: { type: "company", individualId: "i" } },
  ],
  ["the shortest signature", "operations.execute", { signature: "0x00" }, { signature: "0x00" }],
];

describe("a body at a limit", () => {
  it.each(bodies)("is accepted with %s (%s)", async (_, name, change, sent) => {
    const { json } = await send(name, changedArgs(name, change));
    expect(json).toMatchObject(sent);
  });
});

/** Valid queries and the query string of each. */
const queries: readonly Row<string>[] = [
  [
    "one value in place of a list",
    "wallets.history",
    { type: "SWAP", status: "FAILED", chains: 0 },
    "type=SWAP&status=FAILED&chains=0",
  ],
  [
    "a list as a key repeated",
    "wallets.history",
    { chains: [1, 137, 0] },
    "chains=1&chains=137&chains=0",
  ],
  [
    "a list with commas",
    "liquidity.pools",
    { chainIds: [1, 137] },
    "chainIds=1,137&filterWhitelist=true",
  ],
  [
    "a comma within an item of a list that repeats its key",
    "wallets.history",
    { type: ["A,B"] },
    "type=A%2CB",
  ],
  [
    "empty values omitted, because the service rejects them",
    "wallets.history",
    {
      lastId: "",
      type: [],
      status: undefined,
      chains: null,
      nftNumber: "",
      metadataKey: "",
      metadataValue: "",
    },
    "",
  ],
  [
    "an empty search and project",
    "tokens.list",
    { search: "", projectId: "", filterByChainId: null },
    "",
  ],
  ["an empty list of pools", "liquidity.pools", { ids: [], chainIds: [] }, "filterWhitelist=true"],
  ["false, which is not empty", "tokens.list", { filterWhitelist: false }, "filterWhitelist=false"],
  ["chain id 0, which is not empty", "tokens.list", { filterByChainId: 0 }, "filterByChainId=0"],
  [
    "offset 0, which is not empty",
    "liquidity.pools",
    { offset: 0, filterWhitelist: true },
    "offset=0&filterWhitelist=true",
  ],
  ["take 1", "wallets.history", { take: 1 }, "take=1"],
  ["perPage 100", "tokens.list", { perPage: 100 }, "perPage=100"],
  [
    "the highest page number",
    "tokens.list",
    { page: Number.MAX_SAFE_INTEGER },
    "page=9007199254740991",
  ],
  [
    "a Date",
    "wallets.history",
    { createdAtLatest: new Date(0) },
    "createdAtLatest=1970-01-01T00%3A00%3A00.000Z",
  ],
  [
    "a time with an offset",
    "wallets.history",
    { createdAtLatest: "2026-01-31T12:00:00+05:30" },
    "createdAtLatest=2026-01-31T12%3A00%3A00%2B05%3A30",
  ],
  [
    "the last day of February of a leap year",
    "wallets.history",
    { createdAtLatest: "2028-02-29T00:00:00Z" },
    "createdAtLatest=2028-02-29T00%3A00%3A00Z",
  ],
  [
    "equal ends of a range",
    "wallets.history",
    { createdAtLatest: new Date(0), createdAtOldest: "1970-01-01T00:00:00Z" },
    "createdAtLatest=1970-01-01T00%3A00%3A00.000Z&createdAtOldest=1970-01-01T00%3A00%3A00Z",
  ],
  [
    "reserved characters",
    "tokens.list",
    { search: "a&b=c#d e+f/ä" },
    "search=a%26b%3Dc%23d%20e%2Bf%2F%C3%A4",
  ],
  ["an unlisted type", "wallets.history", { type: ["SOMETHING_NEW"] }, "type=SOMETHING_NEW"],
  [
    "a bigint salt",
    "wallets.check",
    { salt: 2n ** 64n },
    `externallyOwnedAccount=${owner}&factory=${factory}&salt=18446744073709551616`,
  ],
  [
    "an empty salt omitted",
    "wallets.check",
    { salt: "" },
    `externallyOwnedAccount=${owner}&factory=${factory}`,
  ],
];

describe("a query at a limit", () => {
  it.each(queries)("is sent with %s (%s)", async (_, name, change, query) => {
    expect((await send(name, changedArgs(name, change))).query).toBe(query);
  });
});

describe("a wallet in the path", () => {
  const anyWallet: readonly EndpointName[] = [
    "wallets.portfolio",
    "wallets.history",
    "wallets.requestTaxExport",
  ];

  it.each(anyWallet)("may be a Bitcoin address for %s", async (name) => {
    for (const address of Object.values(bitcoin)) {
      expect((await send(name, changedArgs(name, parameter(address)))).path.split("/")).toContain(
        address,
      );
    }
  });

  const letterCases = [wallet, owner, `0x${"AB".repeat(20)}`];

  it.each(anyWallet)("keeps its letter case for %s", async (name) => {
    for (const address of letterCases) {
      const { path } = await send(name, changedArgs(name, parameter(address)));
      expect(path.split("/")).toContain(address);
    }
  });

  it("keeps its letter case for wallets.deposit", async () => {
    const { minimal, call } = fixtureOf("wallets.deposit");
    const { transfer } = minimal as unknown as DepositResponse;
    for (const address of letterCases) {
      const fetch = recorder([{ json: { transfer: { ...transfer, to: address.toLowerCase() } } }]);
      await call(clientOn(fetch), changedArgs("wallets.deposit", parameter(address)));
      expect(fetch.requests[0]?.path.split("/")).toContain(address);
    }
  });
});
