import { bitcoin, usdc, wallet, weth } from "../../support/fixtures/values.js";
import { type Refusal, refuses, request } from "./refuse.js";

const evmChain = "one of the nine EVM chain ids";

const position: Refusal[] = [
  ["Bitcoin, because pools are on EVM chains", { chainId: 0 }, { "body.chainId": evmChain }],
  [
    "a Bitcoin wallet",
    { walletAddress: bitcoin.segwit },
    { "body.walletAddress": "an EVM address" },
  ],
  [
    "a Bitcoin receiver of the position",
    { toAddress: bitcoin.legacy },
    { "body.toAddress": "an EVM address" },
  ],
  [
    "equal bounds of the price range",
    { minPrice: 1, maxPrice: 1 },
    { "body.maxPrice": "more than minPrice (1)" },
  ],
  [
    "reversed bounds of the price range",
    { minPrice: 2, maxPrice: 1 },
    { "body.maxPrice": "more than minPrice (2)" },
  ],
  ["a negative price", { minPrice: -1 }, { "body.minPrice": "a number of 0 or more" }],
  ["a price as text", { maxPrice: "1" }, { "body.maxPrice": "a number of 0 or more" }],
  [
    "an infinite price",
    { maxPrice: Number.POSITIVE_INFINITY },
    { "body.maxPrice": "a number of 0 or more" },
  ],
  ["a pool fee of 0", { poolFeePercent: 0 }, { "body.poolFeePercent": "from 0.01 to 100" }],
  [
    "a pool fee above 100",
    { poolFeePercent: 100.1 },
    { "body.poolFeePercent": "from 0.01 to 100" },
  ],
  ["a missing pool fee", { poolFeePercent: undefined }, { "body.poolFeePercent": "got nothing" }],
  ["slippage of 0.4", { slippage: 0.4 }, { "body.slippage": "from 0.5 to 99" }],
  [
    "another provider",
    { liquidityProvider: "POOLPROV_V4" },
    { "body.liquidityProvider": "one of POOLPROV_V3" },
  ],
  [
    "the older names of the amounts",
    { token0Amount: "1", token1Amount: "1" },
    { "body.token0Amount": "misspelt", "body.token1Amount": "misspelt" },
  ],
  [
    "an amount as a number",
    { amountIn: 10.5 },
    { "body.amountIn": "a string, got the number 10.5" },
  ],
  [
    "an extra fee to a Bitcoin address",
    { extraFee: { percentage: 1, toAddress: bitcoin.segwit } },
    { "body.extraFee.toAddress": "an EVM address" },
  ],
  [
    "a wrong amount, a reversed range and a wrong gas token in one error",
    { amountIn: "", minPrice: 2, maxPrice: 1, payGasFeeToken: "usdc" },
    {
      "body.amountIn": "a decimal string",
      "body.maxPrice": "more than minPrice",
      "body.payGasFeeToken": "an EVM address",
    },
  ],
];

refuses("liquidity.create", position);
refuses("liquidity.createWithSwap", position);

refuses("liquidity.rebalance", [
  ["Bitcoin", { chainId: 0 }, { "body.chainId": evmChain }],
  [
    "a token id as a number, because a number can lose digits",
    { tokenId: 17 },
    { "body.tokenId": "a string, got the number 17" },
  ],
  ["an empty token id", { tokenId: "" }, { "body.tokenId": "not empty" }],
  [
    "a reversed range",
    { newPosition: { minPrice: 2, maxPrice: 1 } },
    { "body.newPosition.maxPrice": "more than minPrice (2)" },
  ],
  [
    "a range without an upper bound",
    { newPosition: { minPrice: 2 } },
    { "body.newPosition.maxPrice": "got nothing" },
  ],
  [
    "a range at the top level",
    { minPrice: 1, maxPrice: 2 },
    { "body.minPrice": "misspelt", "body.maxPrice": "misspelt" },
  ],
  [
    "a range with a misspelt bound",
    { newPosition: { minPrice: 1, maxPrice: 2, max: 3 } },
    { "body.newPosition.max": "misspelt" },
  ],
  ["slippage of -0.1", { slippage: -0.1 }, { "body.slippage": "from 0 to 99" }],
  ["slippage of 100", { slippage: 100 }, { "body.slippage": "from 0 to 99" }],
  [
    "a gas token, which a rebalance does not accept",
    { payGasFeeToken: usdc },
    { "body.payGasFeeToken": "misspelt" },
  ],
]);

const amounts = { token0: usdc, token1: weth, token0Amount: "1", token1Amount: "1" };
const change = "body.change";

refuses("liquidity.change", [
  ["an empty change", { change: {} }, { [change]: "percentage" }],
  [
    "amounts together with a percentage",
    { change: { ...amounts, percentage: 50 } },
    {
      [`${change}.token0`]: "percentage is given",
      [`${change}.token1`]: "percentage is given",
      [`${change}.token0Amount`]: "percentage is given",
      [`${change}.token1Amount`]: "percentage is given",
    },
  ],
  [
    "one amount only",
    { change: { ...amounts, token1Amount: undefined } },
    { [`${change}.token1Amount`]: "both amounts" },
  ],
  [
    "amounts without tokens",
    { change: { token0Amount: "1", token1Amount: "1" } },
    { [`${change}.token0`]: "both tokens", [`${change}.token1`]: "both tokens" },
  ],
  [
    "an amount with an exponent",
    { change: { ...amounts, token0Amount: "-1e3" } },
    { [`${change}.token0Amount`]: "with no exponent" },
  ],
  [
    "a percentage of 0",
    { change: { percentage: 0 } },
    { [`${change}.percentage`]: "from 0.01 to 100" },
  ],
  [
    "a negative percentage, because a percentage only reduces",
    { change: { percentage: -5 } },
    { [`${change}.percentage`]: "from 0.01 to 100" },
  ],
  [
    "a percentage above 100",
    { change: { percentage: 100.1 } },
    { [`${change}.percentage`]: "from 0.01 to 100" },
  ],
  [
    "slippage inside the change",
    { change: { percentage: 1, slippage: 1 } },
    { [`${change}.slippage`]: "misspelt" },
  ],
  ["slippage of 0.4", { slippage: 0.4 }, { "body.slippage": "from 0.5 to 99" }],
]);

refuses("liquidity.collectFees", [
  [
    "tokenId in place of nftId",
    { nftId: undefined, tokenId: "17" },
    { "body.nftId": "got nothing", "body.tokenId": "misspelt" },
  ],
  [
    "a gas method, which it does not accept",
    { gasFeePaymentMethod: "ADD_TO_AMOUNT" },
    { "body.gasFeePaymentMethod": "misspelt" },
  ],
  ["Bitcoin", { chainId: 0 }, { "body.chainId": evmChain }],
]);

refuses("liquidity.pools", [
  [
    "an id with a comma, which would become two ids",
    { ids: ["137-0x1", "a,b"] },
    { "query.ids[1]": "an item without a comma" },
  ],
  ["take 0", { take: 0 }, { "query.take": "from 1 to 50" }],
  ["take 51", { take: 51 }, { "query.take": "from 1 to 50" }],
  ["a negative offset", { offset: -1 }, { "query.offset": "from 0 to 9007199254740991" }],
  [
    "an offset above 2^53 - 1",
    { offset: 2 ** 53 },
    { "query.offset": "from 0 to 9007199254740991" },
  ],
  ["a range of 0 days", { rangeInDays: 0 }, { "query.rangeInDays": "from 1 to 365" }],
  ["more than a year", { rangeInDays: 366 }, { "query.rangeInDays": "from 1 to 365" }],
  ["Bitcoin among the chains", { chainIds: [137, 0] }, { "query.chainIds[1]": evmChain }],
  [
    "one chain in place of a list",
    { chainIds: 137 },
    { "query.chainIds": "an array, got the number 137" },
  ],
  [
    "a Bitcoin address among the tokens",
    { tokensAddresses: [bitcoin.segwit] },
    { "query.tokensAddresses[0]": "an EVM address" },
  ],
  ["an empty id", { ids: [""] }, { "query.ids[0]": "not empty" }],
  ["a flag as text", { filterWhitelist: "false" }, { "query.filterWhitelist": "a boolean" }],
  [
    "page and perPage, which belong to another listing",
    { page: 1, perPage: 10 },
    { "query.page": "misspelt", "query.perPage": "misspelt" },
  ],
]);

refuses("tokens.list", [
  ["perPage 101", { perPage: 101 }, { "query.perPage": "from 1 to 100" }],
  ["perPage 0", { perPage: 0 }, { "query.perPage": "from 1 to 100" }],
  ["page 0", { page: 0 }, { "query.page": "from 1 to 9007199254740991" }],
  [
    "an unknown order",
    { orderBy: "name", orderDir: "up" },
    { "query.orderBy": "marketCap, chainId", "query.orderDir": "desc, asc" },
  ],
  ["an unknown chain", { filterByChainId: 5 }, { "query.filterByChainId": "a supported chain id" }],
  ["a search by number", { search: 17 }, { "query.search": "a string" }],
  ["a misspelt filter", { filterWhiteList: false }, { "query.filterWhiteList": "misspelt" }],
]);

refuses("lending.quote", [
  ["another lender", { provider: "LENDER_C" }, { "body.provider": "one of LENDER_A, LENDER_B" }],
  ["no part", { repay: undefined }, { body: "at least one of supply, borrow, repay and withdraw" }],
  ["supply with repay", { supply: {} }, { "body.repay": "nothing here beside supply" }],
  [
    "borrow with withdraw",
    { repay: undefined, borrow: {}, withdraw: {} },
    { "body.withdraw": "nothing here beside borrow" },
  ],
  [
    "all four parts",
    { supply: {}, borrow: {}, withdraw: {} },
    { "body.repay": "nothing here beside supply", "body.withdraw": "nothing here beside supply" },
  ],
  ["a part as text", { repay: "all" }, { "body.repay": 'got "all"' }],
  ["a missing gas payment", { gas: undefined }, { "body.gas": "got nothing" }],
  [
    "a gas payment with a wrong token",
    { gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: "usdc" } },
    { "body.gas.tokenAddress": "an EVM address" },
  ],
  [
    "a wallet on Bitcoin",
    { walletAddress: bitcoin.taproot },
    { "body.walletAddress": "an EVM address" },
  ],
  [
    "a wrong wallet and no part in one error",
    request({
      walletAddress: wallet.slice(1),
      provider: "LENDER_A",
      gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
    }),
    { "body.walletAddress": "an EVM address", body: "at least one of" },
  ],
]);
