import { expect, test } from "vitest";
import { fixtureOf } from "../../support/fixtures/index.js";
import {
  bitcoin,
  hash,
  owner,
  signature,
  stranger,
  usdc,
  wallet,
  weth,
} from "../../support/fixtures/values.js";
import {
  changedArgs,
  parameter,
  type Refusal,
  type Refused,
  refusalOf,
  refuses,
  refusesValues,
  request,
} from "./refuse.js";

// test/contract/limits has more values of each field. This has the message of each rule.

const decimal = "a decimal string";
const evm = "an EVM address";
const evmChain = "one of the nine EVM chain ids";
const chain = "a supported chain id";
const missing = "got nothing";
const empty = "not empty";
/** One letter in the wrong case. */
const typo = owner.replace("f39F", "F39F");

refusesValues("swap.quote", [
  ["body.amountIn", decimal, "1e-7", "-1", "", "1,5", "1 ", "1.", ".5", "+1", "1\n", "NaN", "١"],
  ["body.amountIn", "invalid_type", 1, 1n, null],
  ["body.amountIn", missing, undefined],
  ["body.chainIdIn", missing, undefined],
  ["body.chainIdIn", `${chain}: 42161, `, 5],
  ["body.chainIdOut", 'got "137"', "137"],
  ["body.gasFeePaymentMethod", "one of ADD_TO_AMOUNT, DEDUCT_FROM_AMOUNT", "add_to_amount"],
  ["body.payGasFeeToken", evm, bitcoin.segwit, `0X${usdc.slice(2).toLowerCase()}`, `${usdc}\n`],
  ["body.tokenIn", "EIP-55", usdc.replace("cEF5E", "ceF5E")],
  ["body.tokenIn", evm, "btc", ""],
  ["body.walletAddress", "EIP-55", typo],
  ["body.toAddress", "EIP-55", typo],
  ["body.toAddress", "or a Bitcoin address", "ana.eth"],
  ["body.tokenOut", evm, usdc.slice(0, 41), "USDC"],
  ["body.tokenOut", 'such as one of tokenAddresses[8453] or nativeToken, got "USDC"', "USDC"],
  // Too long for a symbol, so it may be a secret.
  ["body.tokenOut", /^(?!.*abcdefghijk)/s, "abcdefghijk"],
  ["body.toAddress", "because chainIdOut is 8453", bitcoin.taproot],
  ["body.walletAddress", "an EVM address, because chainIdIn is 137", bitcoin.segwit],
  ["body.transactionFeePercent", "from 0 to 99.99", 100, -0.01],
  ["body.transactionFeePercent", 'got "1"', "1"],
  ["body.slippage", "from 0.5 to 99", 0.4, 99.1, Number.NaN],
  ["body.extraFee.toAddress", missing, { percentage: 1 }],
  ["body.extraFee.percentage", "from 0 to 100", { percentage: -1, toAddress: owner }],
  ["body.extraFee.to", "misspelt", { percentage: 1, toAddress: owner, to: owner }],
  ["body.extraFee", "an object", 1],
  ["body.routeProfile", "QUICKEST_QUOTE, FASTEST_BRIDGE, BEST_OUTPUT", "FASTEST"],
  ["body.minAmountOut", decimal, "0.0.1"],
  // Market swaps do not expire.
  ["body.expiration", "unless minAmountOut is given", 60],
  ["body.partialFillable", "unless minAmountOut is given", false],
  ["body.individualId", empty, ""],
  // The order would become a market order.
  ["body.minAmuontOut", "misspelt", "1"],
]);

refuses("swap.quote", [
  [{ metadata: { order: `${"ä".repeat(506)}a` } }, { "body.metadata": "at most 1024 bytes" }],
  [{ metadata: { order: 17, customer: "1" } }, { "body.metadata.order": "strings only" }],
  [{ metadata: { order: null } }, { "body.metadata.order": "strings only" }],
  [{ metadata: "order 17" }, { "body.metadata": "a record" }],
  [{ metadata: ["17"] }, { "body.metadata": "invalid_type" }],
  [{ chainIdOut: 0, tokenOut: "btc" }, { "body.toAddress": "because chainIdOut is 0" }],
  [{ chainIdIn: 0, tokenIn: "btc" }, { "body.walletAddress": "because chainIdIn is 0" }],
  // Nothing is known of the addresses of such a chain.
  [{ walletAddress: bitcoin.segwit, chainIdIn: 5 }, { "body.chainIdIn": chain }],
  [
    { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoin.segwit.replace("5mdq", "5mdp") },
    { "body.toAddress": "checksum" },
  ],
  [
    { chainIdOut: 0, toAddress: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx" },
    { "body.toAddress": "Bitcoin" },
  ],
  // Null is no minimum.
  [{ minAmountOut: null, expiration: 60 }, { "body.expiration": "unless minAmountOut is given" }],
  [{ minAmountOut: "1", expiration: 0 }, { "body.expiration": "a whole number from 1" }],
  [{ minAmountOut: "1", expiration: 2 ** 53 }, { "body.expiration": "to 9007199254740991" }],
  [{ minAmountOut: "1", partialFillable: "true" }, { "body.partialFillable": "a boolean" }],
  [
    {
      ...{ amountIn: "1e5", slippage: 0, tokenOut: "btc", toAddress: bitcoin.legacy },
      ...{ expiration: 60, typo: 1, chainIdIn: 2, metadata: { a: 1 } },
    },
    {
      "body.amountIn": decimal,
      "body.slippage": "from 0.5",
      "body.tokenOut": evm,
      "body.toAddress": "because chainIdOut is 8453",
      "body.expiration": "minAmountOut",
      "body.typo": "misspelt",
      "body.chainIdIn": chain,
      "body.metadata.a": "strings only",
    },
  ],
]);

refusesValues("swap.quote", [
  ["body", "an object, got null", null],
  ["body", "an object, got an array", []],
  ["body", 'an object, got "swap"', "swap"],
]);

refusesValues("swap.cancelLimitOrder", [
  ["body.signature", empty, "0x"],
  ["body.signature", "whole bytes", `${signature}0`],
  ["body.signature", "in hex", "0xzz"],
  ["body.signature", "a string, got an object", { signature }],
  ["body.userOperationHash", "misspelt", hash],
  ["params.transactionId", empty, ""],
]);

refusesValues("swap.prepareCancellation", [
  ["params.transactionId", empty, ""],
  ["params.transactionId", "a string", 17],
]);

refusesValues("operations.execute", [
  ["body.userOperationHash", "signed hash", undefined, null],
  ["body.userOperationHash", "32-byte hash", hash.slice(0, 64), hash.slice(2)],
  ["body.signature", empty, "0x"],
  ["body.authorization", "a string", { chainId: 137, hash }, {}],
]);

refuses("operations.execute", [
  [{ userOperationHash: undefined, quoteId: "quote-1" }, { "body.quoteId": "32-byte hash" }],
]);

const ofBatch = (...operations: unknown[]) => ({ operations });
const transfer = {
  walletAddress: wallet,
  toAddress: stranger,
  token: usdc,
  amount: "1",
  chainId: 137,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
};

refuses("operations.batch", [
  [
    ofBatch({ type: "bridge", params: {} }),
    { "body.operations[0].type": 'expected transfer, swap or liquidity, got "bridge"' },
  ],
  // It could be a private key.
  [
    ofBatch({ type: `0x${"5e".repeat(32)}`, params: {} }),
    { "body.operations[0].type": "not shown" },
  ],
  [ofBatch({ params: transfer }), { "body.operations[0].type": missing }],
  [ofBatch("transfer"), { "body.operations[0]": 'got "transfer"' }],
  [ofBatch(), { "body.operations": "at least one operation" }],
  [
    ofBatch({ type: "transfer", params: { ...transfer, walletAddress: stranger, chainId: 1 } }),
    {
      "body.operations[0].params.walletAddress": "the walletAddress of the batch",
      "body.operations[0].params.chainId": "the chainId of the batch",
    },
  ],
  [
    ofBatch({ type: "swap", params: { ...Object(fixtureOf("swap.quote").args[0]), chainIdIn: 1 } }),
    { "body.operations[0].params.chainIdIn": "the chainId of the batch" },
  ],
]);

refuses("operations.custom", [
  [ofBatch(), { "body.operations": "at least one call" }],
  [
    ofBatch({ address: usdc, arguments: [1n] }),
    { "body.operations[0].arguments[0]": "expected a string" },
  ],
]);

test("a type whose getter throws is reported, at whichever read it throws", async () => {
  const name = "operations.batch";
  const found = new Set<string>();
  for (let readable = 0; readable < 20; readable++) {
    let reads = 0;
    const operation = {
      params: transfer,
      get type() {
        if (reads++ < readable) return "bridge";
        throw new TypeError("locked");
      },
    };
    const { issues } = await refusalOf(name, changedArgs(name, ofBatch(operation)));
    for (const { code, path } of issues) found.add(`${code} ${path}`);
  }
  expect([...found]).toEqual(["unreadable body", "invalid_union body.operations[0].type"]);
});

const identity = (root: string): Refused[] => [
  [`${root}.externallyOwnedAccount`, missing, undefined],
  [`${root}.externallyOwnedAccount`, evm, bitcoin.segwit],
  [`${root}.externallyOwnedAccount`, "EIP-55", typo],
  [`${root}.factory`, evm, "LightAccount"],
  [`${root}.salt`, "a whole number of 0 or more", -1, 1.5, 2 ** 53, "0x1", "1.0", -1n, true, {}],
  [`${root}.eip7702`, "a boolean", "true"],
  [`${root}.eip7720`, "misspelt", true],
];
/** Such a wallet has no salt. */
const salted = (root: string): Refusal[] => [
  [{ salt: 0, eip7702: true }, { [`${root}.salt`]: "an EIP-7702 wallet has no salt" }],
  [
    { factory: "0x", salt: "1", eip7702: true },
    { [`${root}.factory`]: evm, [`${root}.salt`]: "no salt" },
  ],
];

refusesValues("wallets.register", identity("body"));
refusesValues("wallets.check", [...identity("query"), ["query.metadata", "misspelt", { a: "b" }]]);
refuses("wallets.register", [
  ...salted("body"),
  [{ salt: "" }, { "body.salt": "a whole number of 0 or more" }],
  [{ metadata: { vip: true } }, { "body.metadata.vip": "strings only" }],
  [request({}), { "body.externallyOwnedAccount": missing, "body.factory": missing }],
]);
refuses("wallets.check", salted("query"));

refusesValues("wallets.deposit", [
  ["body.chainId", evmChain, 0],
  ["params.walletAddress", evm, bitcoin.legacy],
  ["params.walletAddress", "EIP-55", typo],
  ["body.amount", "a string, got the number 1.5", 1.5],
  ["body.amount", decimal, "-1"],
  ["body.token", evm, bitcoin.segwit],
  ["body.fromAddress", missing, undefined],
  ["body.toAddress", "misspelt", wallet],
]);

refusesValues("wallets.portfolio", [
  ["query.timerange", "one of 1d, 7d, 1m, 1a, all", "1y"],
  ["query.includeTokens", "a boolean", "true"],
  ["query.includeNfts", "misspelt", true],
  ["params.walletAddress", "or a Bitcoin address", "ana.eth"],
  ["params.walletAddress", missing, undefined],
]);

refusesValues("wallets.history", [
  ["query.take", "from 1 to 100", 0, 101],
  ["query.take", "a whole number", "10", 1.5],
  ["query.chains[1]", chain, [137, 5]],
  ["query.chains[0]", chain, 5, [null]],
  ["query.status[0]", "a string", [17]],
  ["query.transactionHash", "32-byte hash", wallet],
  ["query.createdAtLatest", "ISO 8601", "yesterday", "2026-01-31"],
  ["query.createdAtLatest", "a Date, or an ISO 8601 string", new Date(Number.NaN), 1_769_860_860],
  ["query.createdAtOldest", "with seconds and a zone", "2026-01-31T12:00:00", "2026-01-31T12:00Z"],
  ["query.createdAtOldest", "ISO 8601", "2026-13-01T12:00:00Z", "2026-02-30T12:00:00Z"],
  ["query.createdAtLatest", 'such as "2026-01-31T12:00:00Z"', "2026-01-31T12:00:00+0530"],
  // The service would return the whole history.
  ["query.statuses", "misspelt", ["FAILED"]],
  ["query.type[1]", empty, ["SWAP", ""]],
]);

refuses("wallets.history", [
  [
    { chainInId: 5, chainOutId: "1" },
    { "query.chainInId": chain, "query.chainOutId": chain },
  ],
  [{ metadataKey: "a" }, { "query.metadataValue": /expected .*metadataKey/ }],
  [{ metadataValue: "a" }, { "query.metadataKey": /expected .*metadataValue/ }],
  // Empty values are not sent.
  [{ metadataKey: "", metadataValue: "a" }, { "query.metadataKey": /expected .*metadataValue/ }],
  [
    { createdAtOldest: "2026-02-01T00:00:00Z", createdAtLatest: new Date(Date.UTC(2026, 0, 1)) },
    { "query.createdAtOldest": "no later than createdAtLatest" },
  ],
]);

refuses("wallets.updateTransactionMetadata", [
  [request({ order: null }), { "body.metadata.order": "strings only" }],
  [
    request({ a: 1, b: "2", c: {} }),
    { "body.metadata.a": "strings only", "body.metadata.c": "strings only" },
  ],
  [request(null), { "body.metadata": "got null" }],
  [request(["order"]), { "body.metadata": "got an array" }],
  // 1025 bytes, most of them white space.
  [request(`{"a":"b"}${" ".repeat(1_016)}`), { "body.metadata": "at most 1024 bytes" }],
]);

const position: Refused[] = [
  ["body.chainId", evmChain, 0],
  ["body.walletAddress", evm, bitcoin.segwit],
  ["body.toAddress", evm, bitcoin.legacy],
  ["body.minPrice", "a number of 0 or more", -1],
  ["body.maxPrice", "a number of 0 or more", "1", Number.POSITIVE_INFINITY],
  ["body.poolFeePercent", "from 0.01 to 100", 0, 100.1],
  ["body.poolFeePercent", missing, undefined],
  ["body.slippage", "from 0.5 to 99", 0.4],
  ["body.liquidityProvider", "one of POOLPROV_V3", "POOLPROV_V4"],
  // The older name of an amount.
  ["body.token0Amount", "misspelt", "1"],
  ["body.amountIn", "a string, got the number 10.5", 10.5],
  ["body.extraFee.toAddress", evm, { percentage: 1, toAddress: bitcoin.segwit }],
];
const badRange: Refusal[] = [
  [{ minPrice: 1, maxPrice: 1 }, { "body.maxPrice": "more than minPrice (1)" }],
  [
    { amountIn: "", minPrice: 2, maxPrice: 1, payGasFeeToken: "usdc" },
    {
      "body.amountIn": decimal,
      "body.maxPrice": "more than minPrice (2)",
      "body.payGasFeeToken": evm,
    },
  ],
];
for (const name of ["liquidity.create", "liquidity.createWithSwap"] as const) {
  refusesValues(name, position);
  refuses(name, badRange);
}

refusesValues("liquidity.rebalance", [
  ["body.chainId", evmChain, 0],
  // A number can lose digits.
  ["body.tokenId", "a string, got the number 17", 17],
  ["body.tokenId", empty, ""],
  ["body.newPosition.maxPrice", "more than minPrice (2)", { minPrice: 2, maxPrice: 1 }],
  ["body.newPosition.maxPrice", missing, { minPrice: 2 }],
  ["body.newPosition.max", "misspelt", { minPrice: 1, maxPrice: 2, max: 3 }],
  ["body.minPrice", "misspelt", 1],
  ["body.slippage", "from 0 to 99", -0.1, 100],
  ["body.payGasFeeToken", "misspelt", usdc],
]);

const amounts = { token0: usdc, token1: weth, token0Amount: "1", token1Amount: "1" };
const change = "body.change";

refusesValues("liquidity.change", [
  [change, "percentage", {}],
  [`${change}.token1Amount`, "both amounts", { ...amounts, token1Amount: undefined }],
  [`${change}.token0Amount`, "with no exponent", { ...amounts, token0Amount: "-1e3" }],
  // A percentage only reduces.
  [
    `${change}.percentage`,
    "from 0.01 to 100",
    ...[0, -5, 100.1].map((percentage) => ({ percentage })),
  ],
  [`${change}.slippage`, "misspelt", { percentage: 1, slippage: 1 }],
  ["body.slippage", "from 0.5 to 99", 0.4],
]);

refuses("liquidity.change", [
  [
    { change: { ...amounts, percentage: 50 } },
    Object.fromEntries(
      Object.keys(amounts).map((field) => [`${change}.${field}`, "percentage is given"]),
    ),
  ],
  [
    { change: { token0Amount: "1", token1Amount: "1" } },
    { [`${change}.token0`]: "both tokens", [`${change}.token1`]: "both tokens" },
  ],
]);

refusesValues("liquidity.collectFees", [
  ["body.nftId", missing, undefined],
  ["body.tokenId", "misspelt", "17"],
  ["body.gasFeePaymentMethod", "misspelt", "ADD_TO_AMOUNT"],
  ["body.chainId", evmChain, 0],
]);

refusesValues("liquidity.pools", [
  // It would become two ids.
  ["query.ids[1]", "an item without a comma", ["137-0x1", "a,b"]],
  ["query.ids[0]", empty, [""]],
  ["query.take", "from 1 to 50", 0, 51],
  ["query.offset", "from 0 to 9007199254740991", -1, 2 ** 53],
  ["query.rangeInDays", "from 1 to 365", 0, 366],
  ["query.chainIds[1]", evmChain, [137, 0]],
  ["query.chainIds", "an array, got the number 137", 137],
  ["query.tokensAddresses[0]", evm, [bitcoin.segwit]],
  ["query.filterWhitelist", "a boolean", "false"],
  ["query.page", "misspelt", 1],
]);

refusesValues("tokens.list", [
  ["query.perPage", "from 1 to 100", 0, 101],
  ["query.page", "from 1 to 9007199254740991", 0],
  ["query.orderBy", "marketCap, chainId", "name"],
  ["query.orderDir", "desc, asc", "up"],
  ["query.filterByChainId", chain, 5],
  ["query.search", "a string", 17],
  ["query.filterWhiteList", "misspelt", false],
]);

refusesValues("lending.quote", [
  ["body.provider", "one of LENDER_A, LENDER_B", "LENDER_C"],
  ["body.repay", 'got "all"', "all"],
  ["body.gas", missing, undefined],
  ["body.gas.tokenAddress", evm, { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: "usdc" }],
  ["body.walletAddress", evm, bitcoin.taproot],
]);

refuses("lending.quote", [
  [{ repay: undefined }, { body: "at least one of supply, borrow, repay and withdraw" }],
  [{ supply: {} }, { "body.repay": "nothing here beside supply" }],
  [
    { repay: undefined, borrow: {}, withdraw: {} },
    { "body.withdraw": "nothing here beside borrow" },
  ],
  [
    { supply: {}, borrow: {}, withdraw: {} },
    { "body.repay": "nothing here beside supply", "body.withdraw": "nothing here beside supply" },
  ],
  [
    { walletAddress: wallet.slice(1), repay: undefined },
    { "body.walletAddress": evm, body: "at least one of" },
  ],
]);

const fiatChain = "a fiat chain id: 137, 42161, 8453, 1";

refusesValues("fiat.quoteDeposit", [
  ["body.chainId", fiatChain, 0, 10, "137"],
  ["body.receiveCryptoCurrency", "one of USDC, BRZ", "USDT"],
  ["body.amountToSendInFiatCurrency", "at least 0.01", "100", 0.009, Number.NaN],
  ["body.paymentMethodToSend", "ACH, PIX, WIRE, SPEI", "BOLETO"],
  ["body.walletAddress", evm, bitcoin.segwit],
  ["body.individualId", empty, ""],
]);

refuses("fiat.quoteDeposit", [
  [
    { amountToSendInFiatCurrency: 0, receiveCryptoCurrency: "BRZ", chainId: 8453 },
    {
      "body.amountToSendInFiatCurrency": "at least 0.01",
      "body.receiveCryptoCurrency": /BRZ exists on Polygon.* only/,
    },
  ],
]);

refusesValues("fiat.createDeposit", [
  ["body.quoteId", empty, ""],
  ["body.quoteId", missing, undefined],
  ["body.amount", "misspelt", "1"],
]);

const ach = {
  ...{ type: "ACH", routingNumber: "021000021", accountNumber: "0123456789" },
  ...{ accountType: "SAVING", beneficiaryName: "Ana" },
};

const methods = (at: string): Refused[] => [
  // It can start with 0, so a number would lose digits.
  [
    `${at}.routingNumber`,
    "9 digits",
    ...["02100002", "0210000210", 21000021].map((routingNumber) => ({ ...ach, routingNumber })),
  ],
  [
    `${at}.accountNumber`,
    "exactly 10 digits",
    ...["012345678", "01234567890", "012345678\n"].map((accountNumber) => ({
      ...ach,
      accountNumber,
    })),
  ],
  [`${at}.accountType`, "CHECKING or SAVING", { ...ach, accountType: "SAVINGS" }],
  [`${at}.beneficiaryName`, empty, { ...ach, beneficiaryName: undefined }],
  [`${at}.pixKey`, empty, { type: "PIX" }, { type: "PIX", pixKey: "" }],
  [`${at}.pixKey`, "empty", { type: "PIX", pixKey: null }, { type: "PIX", routingNumber: "1" }],
  [`${at}.type`, "PIX or ACH", { type: "" }],
  [`${at}.type`, "PIX", { type: "PIX ", pixKey: "k" }, { type: "pix", pixKey: "k" }],
  [`${at}.type`, "ACH", { ...ach, type: "\tACH" }],
  [`${at}.type`, missing, { pixKey: "k" }],
  [at, "an object, got a string", "PIX"],
  [at, missing, undefined],
];

refusesValues("fiat.quoteWithdrawal", [
  ...methods("body.paymentMethodToReceiveDetails"),
  ["body.cryptoCurrencyToSend", /BRZ exists on Polygon.* only/, "BRZ"],
  ["body.amountToSendInCryptoCurrency", "a string, got a number", 10.5],
  ["body.chainId", fiatChain, 10],
  ["body.transactionFeePercent", "from 0 to 99.99", 100],
]);

refusesValues("fiat.createWithdrawal", [
  ...methods("body.paymentMethod"),
  ["body.quoteId", empty, ""],
]);

refusesValues("kyc.individual.standard.create", [
  ["body.documentCountry", "one of 248 values such as BRAZIL", "BR", "brazil"],
  ["body.documentId", "digits only", "123.456.789-00"],
  ["body.documentId", "a string", 12345678900],
  ["body.birthDate", "YYYY-MM-DD", "1990-02-30", "31/04/1990", "1900-02-29", "01/31/1990"],
  ["body.birthDate", "YYYY-MM-DD", "1990-01-31T00:00:00Z"],
  ["body.birthDate", "a string", new Date(0)],
  ["body.documentCategory", "PASSPORT, DRIVERS_LICENSE, IDENTITY_CARD", "ID"],
  ["body.livenessRequired", "a boolean", "no"],
  ["body.livenessRequired", missing, undefined],
  ["body.lastName", empty, ""],
  ["body.email", /expected an e-mail address, got/, "ana@"],
  ["body.email", "of at most 254 characters", `${"a".repeat(243)}@example.org`],
  ["body.postcode", "misspelt", "1"],
]);

refuses("kyc.individual.standard.create", [
  [
    { firstName: undefined, city: undefined },
    { "body.firstName": missing, "body.city": missing },
  ],
]);

const [person] = (fixtureOf("kyc.business.standard.create").minimalArgs[0] as { owners: [object] })
  .owners;

refusesValues("kyc.business.standard.create", [
  ["body.country", "one of 248 values", "BR"],
  ["body.owners", "at least one owner", []],
  ["body.owners[0].documentCountry", "one of 248 values", [{ ...person, documentCountry: "BR" }]],
  ["body.owners[1].firstName", missing, [person, { ...person, firstName: undefined }]],
  ["body.website", "a whole URL", "acme.example"],
  ["body.email", "an e-mail address", "office"],
  ["body.streetLine1", empty, ""],
]);

refuses("kyc.individual.enhanced.create", [[parameter("individual-1"), { body: /invalid_type/ }]]);

const tax = { type: "individual", individualId: "i" };

refusesValues("wallets.requestTaxExport", [
  ["body.individual", missing, undefined],
  ["body.individual.individualId", empty, { ...tax, individualId: "" }],
  ["body.individual.id", "misspelt", { ...tax, id: "i" }],
  ["body.emailCustomization", "got a string", "logo"],
  ["body.email", "got an array", ["a@b.co", "c@d.co"]],
]);
