import { describe, expect, it } from "vitest";
import type { DepositResponse, EndpointName } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
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
  expect(await drained(fetch)).toHaveLength(1);
  return fetch.requests[0] as Recorded;
}

const amounts = { token0: usdc, token1: weth, token0Amount: "-1.5", token1Amount: "-0" };
const upper = `0x${usdc.slice(2).toUpperCase()}`;

/** A valid request, and the part of the sent body to check if it is not the change itself. */
type Row = readonly [name: EndpointName, change: Readonly<Record<string, unknown>>, sent?: object];

const bodies: readonly Row[] = [
  ["swap.quote", { amountIn: `0.${"0".repeat(34)}1` }],
  ["swap.quote", { amountIn: "9007199254740993.1" }],
  ["swap.quote", { amountIn: "0" }],
  ["swap.quote", { chainIdIn: 0, tokenIn: "btc", walletAddress: bitcoin.segwit }],
  ["swap.quote", { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoin.taproot }],
  ["swap.quote", { chainIdOut: 0, tokenOut: native, toAddress: bitcoin.legacy }],
  ["swap.quote", { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoin.script }],
  ["swap.quote", { tokenIn: native, payGasFeeToken: usdc.toLowerCase() }],
  ["swap.quote", { payGasFeeToken: upper, toAddress: `0x${"1".repeat(40)}` }],
  ["swap.quote", { minAmountOut: "0", expiration: 1 }],
  ["swap.quote", { metadata: { "": "", "a b": "ä", constructor: "c" } }],
  // 1,024 bytes.
  ["swap.quote", { metadata: { order: "ä".repeat(506) } }],
  ["swap.quote", { slippage: undefined, minAmountOut: undefined }, { amountIn: "10.5" }],
  ["wallets.register", { salt: 2n ** 256n - 1n }, { salt: (2n ** 256n - 1n).toString() }],
  ["wallets.register", { salt: 0 }, { salt: "0" }],
  ["wallets.register", { salt: "007" }],
  ["wallets.register", { eip7702: true, salt: undefined }, { eip7702: true }],
  ["wallets.register", { eip7702: false, salt: 1 }, { eip7702: false, salt: "1" }],
  ["liquidity.rebalance", { slippage: 0.4 }],
  // Outside of the pool, deducted or added.
  ["liquidity.create", { payGasFeeToken: stranger, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" }],
  ["liquidity.create", { payGasFeeToken: stranger, gasFeePaymentMethod: "ADD_TO_AMOUNT" }],
  ["liquidity.create", { minPrice: 0, maxPrice: Number.MAX_VALUE, poolFeePercent: 0.01 }],
  // The deprecated name of the hash, and another id beside it.
  ["operations.execute", { userOperationHash: undefined, quoteId: hash }, { quoteId: hash }],
  ["operations.execute", { quoteId: "quote-1" }, { userOperationHash: hash, quoteId: "quote-1" }],
  ["operations.execute", { signature: "0x00" }],
  // Its operations name the same wallet in lower case.
  ["operations.batch", { walletAddress: `0x${wallet.slice(2).toUpperCase()}` }],
  ["liquidity.change", { change: amounts }],
  ["liquidity.change", { change: { percentage: 100 } }],
  ["lending.quote", { repay: undefined, supply: {}, borrow: { any: [1] } }, { supply: {} }],
  ["lending.quote", { withdraw: { all: true } }, { repay: {}, withdraw: { all: true } }],
  ["lending.quote", { repay: undefined, borrow: {} }, { borrow: {} }],
  ["lending.quote", { repay: undefined, withdraw: {} }, { withdraw: {} }],
  // The fields of these methods are not all documented.
  ...["PIX", "WIRE", "SPEI", "ACH_COP", "TRANSFERS", "ADDED_LATER"].map((type): Row => {
    const paymentMethod = { type, pixKey: "k", clabe: "1", country: "US", bank: { ispb: "1" } };
    return ["fiat.createWithdrawal", { paymentMethod }];
  }),
  ["kyc.individual.standard.create", { birthDate: "29/02/2000", nationality: "URUGUAYAN" }],
  ["kyc.business.standard.create", { taxId: "1", more: { a: 1 } }],
  ["kyc.individual.enhanced.create", { individualId: "i" }],
  ["wallets.requestTaxExport", { individual: { type: "company", individualId: "i" } }],
];

describe("a body at a limit", () => {
  const cases = bodies.map(([name, change, sent = change]) => [name, change, sent] as const);
  it.each(cases)("of %s is sent as it is: %o", async (name, change, sent) => {
    const { json } = await send(name, changedArgs(name, change));
    expect(json).toMatchObject(sent);
  });
});

const time = "1970-01-01T00%3A00%3A00";
const walletQuery = `externallyOwnedAccount=${owner}&factory=${factory}`;
const empty = { lastId: "", type: [], status: undefined, chains: null, nftNumber: "" };

/** Valid queries, and the query string of each. Empty values are omitted: they are rejected. */
const queries: readonly (readonly [EndpointName, Change, string])[] = [
  [
    "wallets.history",
    { type: "SWAP", status: "FAILED", chains: 0 },
    "type=SWAP&status=FAILED&chains=0",
  ],
  ["wallets.history", { chains: [1, 137, 0] }, "chains=1&chains=137&chains=0"],
  ["wallets.history", { type: ["A,B"] }, "type=A%2CB"],
  ["wallets.history", { type: ["SOMETHING_NEW"] }, "type=SOMETHING_NEW"],
  ["wallets.history", { ...empty, metadataKey: "", metadataValue: "" }, ""],
  ["liquidity.pools", { chainIds: [1, 137] }, "chainIds=1,137&filterWhitelist=true"],
  ["liquidity.pools", { ids: [], chainIds: [] }, "filterWhitelist=true"],
  ["liquidity.pools", { offset: 0, filterWhitelist: true }, "offset=0&filterWhitelist=true"],
  ["tokens.list", { search: "", projectId: "", filterByChainId: null }, ""],
  // False and 0 are not empty.
  ["tokens.list", { filterWhitelist: false }, "filterWhitelist=false"],
  ["tokens.list", { filterByChainId: 0 }, "filterByChainId=0"],
  ["tokens.list", { search: "a&b=c#d e+f/ä" }, "search=a%26b%3Dc%23d%20e%2Bf%2F%C3%A4"],
  ["wallets.history", { createdAtLatest: new Date(0) }, `createdAtLatest=${time}.000Z`],
  [
    "wallets.history",
    { createdAtLatest: "2026-01-31T12:00:00+05:30" },
    "createdAtLatest=2026-01-31T12%3A00%3A00%2B05%3A30",
  ],
  [
    "wallets.history",
    { createdAtLatest: "2028-02-29T00:00:00Z" },
    "createdAtLatest=2028-02-29T00%3A00%3A00Z",
  ],
  [
    "wallets.history",
    { createdAtLatest: new Date(0), createdAtOldest: "1970-01-01T00:00:00Z" },
    `createdAtLatest=${time}.000Z&createdAtOldest=${time}Z`,
  ],
  ["wallets.check", { salt: 2n ** 64n }, `${walletQuery}&salt=18446744073709551616`],
  ["wallets.check", { salt: "" }, walletQuery],
];

describe("a query at a limit", () => {
  it.each(queries)("of %s is sent: %o as %s", async (name, change, query) => {
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
