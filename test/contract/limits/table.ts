import type { EndpointName } from "../../../src/contract/endpoints.js";
import {
  anyChain,
  beside,
  bitcoinAddress,
  both,
  chain as chainOf,
  dateTime,
  decimal,
  email,
  evmAddress,
  evmChain,
  evmChains,
  extraFee,
  flag,
  hash,
  max,
  metadata,
  range,
  signature,
  text,
  type Values,
  values,
  wholeRange,
  word,
} from "./values.js";

/** The limits of one request, by the contract's tables. */
export interface Limits {
  readonly operation: EndpointName;
  readonly label: string;
  /** Fields without which the request is refused. */
  readonly required: readonly string[];
  /** By field, or `path` for the path parameter. */
  readonly fields: Readonly<Record<string, Values>>;
}

const [segwit] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"];
const percent = range(0, 99.99, 0.01);
const slippage = range(0.5, 99, 0.01);
const evmOrBitcoinPath = both(evmAddress, bitcoinAddress);
const pairText = values(["x", "two words"], [1, true, {}]);
const gasMode = word("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT");

/** A position of E6 and E7, which have the same fields. */
const position = {
  required:
    "walletAddress toAddress chainId payGasFeeToken gasFeePaymentMethod tokenIn amountIn token0 token1 poolFeePercent minPrice maxPrice".split(
      " ",
    ),
  fields: {
    liquidityProvider: word("POOLPROV_V3"),
    walletAddress: evmAddress,
    toAddress: evmAddress,
    chainId: evmChain,
    transactionFeePercent: percent,
    payGasFeeToken: evmAddress,
    gasFeePaymentMethod: gasMode,
    tokenIn: evmAddress,
    amountIn: decimal,
    token0: evmAddress,
    token1: evmAddress,
    poolFeePercent: range(0.01, 100, 0.001),
    minPrice: beside({ maxPrice: 1e9 }, values([0, 0.5, 1e-7], [-0.1, "1", Number.NaN])),
    maxPrice: beside({ minPrice: 0 }, values([0.5, 1e21], [-0.1, "1", Number.NaN])),
    slippage,
    extraFee,
    metadata,
  },
};

export const table: readonly Limits[] = [
  {
    label: "E1",
    operation: "swap.quote",
    required:
      "amountIn chainIdIn chainIdOut gasFeePaymentMethod payGasFeeToken tokenIn tokenOut walletAddress toAddress".split(
        " ",
      ),
    fields: {
      amountIn: decimal,
      chainIdIn: both(chainOf(evmChains), beside({ walletAddress: segwit }, values([0], [2]))),
      chainIdOut: both(chainOf(evmChains), beside({ toAddress: segwit }, values([0], [2]))),
      routeProfile: word("QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT"),
      gasFeePaymentMethod: gasMode,
      payGasFeeToken: evmAddress,
      tokenIn: evmAddress,
      tokenOut: evmAddress,
      walletAddress: both(evmAddress, beside({ chainIdIn: 0 }, bitcoinAddress)),
      toAddress: both(evmAddress, beside({ chainIdOut: 0 }, bitcoinAddress)),
      transactionFeePercent: percent,
      slippage,
      extraFee,
      minAmountOut: decimal,
      expiration: beside({ minAmountOut: "1" }, both(wholeRange(1, max), values([], [0]))),
      partialFillable: beside({ minAmountOut: "1" }, flag),
      metadata,
      individualId: text,
    },
  },
  {
    label: "E2",
    operation: "wallets.deposit",
    required: ["amount", "chainId", "token", "fromAddress"],
    fields: {
      path: evmAddress,
      amount: decimal,
      chainId: evmChain,
      token: both(evmAddress, values([`0x${"e".repeat(40)}`], [])),
      fromAddress: evmAddress,
    },
  },
  {
    label: "E3",
    operation: "fiat.quoteDeposit",
    required:
      "paymentMethodToSend amountToSendInFiatCurrency receiveCryptoCurrency individualId chainId walletAddress".split(
        " ",
      ),
    fields: {
      paymentMethodToSend: word("ACH", "PIX", "WIRE", "SPEI"),
      amountToSendInFiatCurrency: values([0.01, 100, 1e9], [0, 0.009, -1, "100", Number.NaN]),
      receiveCryptoCurrency: both(
        beside({ chainId: 137 }, word("USDC", "BRZ")),
        ...[1, 8453, 42161].map((chainId) => beside({ chainId }, values(["USDC"], ["BRZ"]))),
      ),
      individualId: text,
      chainId: both(
        beside({ receiveCryptoCurrency: "USDC" }, chainOf([137, 42161, 8453, 1])),
        values([], [0, 10, 56, 100, 196, 43114]),
      ),
      walletAddress: both(
        evmAddress,
        values(
          [],
          bitcoinAddress.allowed.map(({ value }) => value),
        ),
      ),
    },
  },
  {
    label: "E4",
    operation: "fiat.createDeposit",
    required: ["quoteId"],
    fields: { quoteId: text },
  },
  {
    label: "E5",
    operation: "fiat.createWithdrawal",
    required: ["quoteId", "paymentMethod"],
    fields: {
      quoteId: text,
      paymentMethod: values([{ type: "PIX", pixKey: "a@b.co" }], ["PIX", 1, []]),
    },
  },
  { label: "E6", operation: "liquidity.createWithSwap", ...position },
  { label: "E7", operation: "liquidity.create", ...position },
  {
    label: "E8",
    operation: "liquidity.rebalance",
    required: ["walletAddress", "toAddress", "chainId", "tokenId", "newPosition"],
    fields: {
      liquidityProvider: word("POOLPROV_V3"),
      walletAddress: evmAddress,
      toAddress: evmAddress,
      chainId: evmChain,
      tokenId: text,
      newPosition: values(
        [
          { minPrice: 0, maxPrice: 1 },
          { minPrice: 0.1, maxPrice: 1e21 },
        ],
        [{ minPrice: 0 }, { maxPrice: 1 }, { minPrice: "0", maxPrice: 1 }, 1],
      ),
      slippage: range(0, 99, 0.01),
      transactionFeePercent: percent,
      extraFee,
      metadata,
    },
  },
  {
    label: "E9",
    operation: "liquidity.pools",
    required: [],
    fields: {
      take: wholeRange(1, 50),
      offset: wholeRange(0, max),
      chainIds: values([[137], evmChains], [[0], [2], ["137"]]),
      tokensAddresses: values([evmAddress.allowed.map(({ value }) => value)], [["usdc"], [1]]),
      filterWhitelist: flag,
      rangeInDays: wholeRange(1, 365),
      ids: values([["a"], ["a", "b"]], [[1]]),
    },
  },
  {
    label: "E10",
    operation: "wallets.portfolio",
    required: [],
    fields: {
      path: evmOrBitcoinPath,
      includeTokens: flag,
      includeNFTs: flag,
      includePnL: flag,
      includeLendingPositions: flag,
      timerange: beside({ includePnL: true }, word("1d", "7d", "1m", "1a", "all")),
    },
  },
  {
    label: "E11",
    operation: "wallets.history",
    required: [],
    fields: {
      path: evmOrBitcoinPath,
      take: wholeRange(1, 100),
      lastId: text,
      type: values([["SWAP"], ["CRYPTO_DEPOSIT", "CROSS_SWAP"], ["WORD_OF_TOMORROW"]], [[1]]),
      status: values([["COMPLETED"], ["FAILED", "WORD_OF_TOMORROW"]], [[1]]),
      userOperationHash: hash,
      transactionHash: hash,
      chains: values([[0], [...evmChains, 0]], [[2], ["1"]]),
      chainInId: anyChain,
      chainOutId: anyChain,
      createdAtLatest: dateTime,
      createdAtOldest: dateTime,
      // A pair: an empty list would leave one of them out.
      metadataKey: beside({ metadataValue: "17" }, pairText),
      metadataValue: beside({ metadataKey: "positionId" }, pairText),
      nftNumber: text,
    },
  },
  {
    label: "E12",
    operation: "wallets.register",
    required: ["externallyOwnedAccount", "factory"],
    fields: { externallyOwnedAccount: evmAddress, factory: evmAddress, metadata },
  },
  {
    label: "E13",
    operation: "wallets.updateTransactionMetadata",
    required: [],
    fields: { path: values(["transaction-1", "a/b c"], ["", 1]) },
  },
  {
    label: "E14",
    operation: "wallets.requestTaxExport",
    required: ["email"],
    fields: { path: evmOrBitcoinPath, email },
  },
  {
    label: "E15",
    operation: "tokens.list",
    required: [],
    fields: {
      orderBy: word("marketCap", "chainId"),
      orderDir: word("desc", "asc"),
      search: text,
      filterByChainId: anyChain,
      filterWhitelist: flag,
      page: wholeRange(1, max),
      perPage: wholeRange(1, 100),
      projectId: text,
    },
  },
  {
    label: "E16",
    operation: "lending.quote",
    required: ["walletAddress", "provider", "gas"],
    fields: { walletAddress: evmAddress, provider: word("LENDER_A", "LENDER_B") },
  },
  {
    label: "E17",
    operation: "swap.cancelLimitOrder",
    required: ["signature"],
    fields: { path: values(["t"], ["", 1]), signature },
  },
  {
    label: "E18",
    operation: "kyc.financialLimits",
    required: [],
    fields: { path: values(["individual-1"], ["", 1]) },
  },
  {
    label: "E19",
    operation: "kyc.individual.standard.get",
    required: [],
    fields: { path: values(["session-1"], ["", 1]) },
  },
  {
    label: "E20",
    operation: "kyc.business.standard.create",
    required: [],
    fields: {
      email,
      country: word("BRAZIL", "COTE_DIVOIRE", "UNITED_STATES_MINOR_OUTLYING_ISLANDS", "ZIMBABWE"),
      ...Object.fromEntries(
        "legalName documentId legalNature city postalCode state streetLine1"
          .split(" ")
          .map((field) => [field, values(["17"], [1, true, {}])]),
      ),
    },
  },
];

const fee = { transactionFeePercent: percent };
const payer = { walletAddress: evmAddress, payGasFeeToken: evmAddress };
const quoted = { chainId: evmChain, gasFeePaymentMethod: gasMode, ...payer };
const call = { address: evmAddress.allowed[0]?.value };
const filled = both(text, values([], [""]));
const inBatch = [{ type: "liquidity", params: {} }];

const limit = (operation: EndpointName, required: string, fields: Limits["fields"]): Limits => ({
  label: "published",
  operation,
  required: required.split(" ").filter(Boolean),
  fields,
});

/** The limits of calls that the contract does not have, by the service's other documentation. */
export const published: readonly Limits[] = [
  limit(
    "operations.transfer",
    "amount chainId gasFeePaymentMethod payGasFeeToken token walletAddress toAddress",
    {
      ...quoted,
      ...fee,
      amount: decimal,
      token: evmAddress,
      toAddress: evmAddress,
      metadata,
    },
  ),
  limit("operations.batch", "walletAddress chainId operations", {
    walletAddress: beside({ operations: inBatch }, evmAddress),
    chainId: beside({ operations: inBatch }, evmChain),
    operations: values([inBatch], [[], [{ type: "swap" }], [{ params: {} }], "x"]),
  }),
  limit("operations.custom", "chainId walletAddress payGasFeeToken operations", {
    ...payer,
    chainId: evmChain,
    metadata,
    operations: values(
      [
        [call],
        [{ ...call, methodSignature: "f(uint256)", arguments: ["1", ""], value: "0.5" }, call],
        [{ ...call, arguments: [], metadata: { a: "b" } }],
      ],
      [
        ...[[], [{}], [{ address: "usdc" }], [{ ...call, value: 1 }], [{ ...call, value: "-1" }]],
        ...[[{ ...call, methodSignature: "" }], [{ ...call, methodSignature: 1 }]],
        ...[[{ ...call, arguments: "1" }], [{ ...call, metadata: { a: 1 } }]],
      ],
    ),
  }),
  limit("operations.get", "", { path: hash }),
  limit(
    "liquidity.change",
    "walletAddress payGasFeeToken gasFeePaymentMethod chainId tokenId change",
    {
      ...quoted,
      ...fee,
      liquidityProvider: word("POOLPROV_V3"),
      tokenId: filled,
      change: values(
        [{ percentage: 0.01 }, { percentage: 100 }],
        [{ percentage: 0.009 }, { percentage: 100.01 }, { percentage: "1" }, 1],
      ),
      slippage,
      metadata,
    },
  ),
  limit("liquidity.collectFees", "chainId nftId walletAddress payGasFeeToken", {
    ...payer,
    liquidityProvider: word("POOLPROV_V3"),
    chainId: evmChain,
    nftId: filled,
    metadata,
  }),
  limit("liquidity.poolHistory", "rangeInDays groupByInterval", {
    rangeInDays: wholeRange(1, max),
    groupByInterval: word("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
  }),
  limit(
    "liquidity.amounts",
    "chainId token0 token1 poolFeePercent token0MaxAmount token1MaxAmount minPrice maxPrice payGasFeeToken gasFeePaymentMethod",
    {
      chainId: evmChain,
      token0: evmAddress,
      token1: evmAddress,
      payGasFeeToken: evmAddress,
      gasFeePaymentMethod: gasMode,
      poolFeePercent: range(0.01, 100, 0.001),
      token0MaxAmount: decimal,
      token1MaxAmount: decimal,
      minPrice: beside({ maxPrice: 1e9 }, values([0, 0.5], [-0.1, "1", Number.NaN])),
      maxPrice: beside({ minPrice: 0 }, values([0.5], [-0.1, 0, "1", Number.NaN])),
    },
  ),
  limit(
    "fiat.quoteWithdrawal",
    "individualId chainId paymentMethodToReceiveDetails amountToSendInCryptoCurrency cryptoCurrencyToSend",
    {
      ...fee,
      individualId: filled,
      chainId: both(chainOf([137, 42161, 8453, 1]), values([], [0, 10, 56, 100, 196, 43114])),
      amountToSendInCryptoCurrency: decimal,
      cryptoCurrencyToSend: beside({ chainId: 137 }, word("USDC", "BRZ")),
    },
  ),
  limit("fiat.createDepositV1", "quoteId", { quoteId: filled }),
  limit("fiat.createWithdrawalV1", "quoteId walletAddress", {
    quoteId: filled,
    walletAddress: evmAddress,
  }),
  limit("wallets.check", "externallyOwnedAccount factory", {
    externallyOwnedAccount: evmAddress,
    factory: evmAddress,
    eip7702: flag,
  }),
  limit("wallets.scheduleTaxExport", "email individual recurrencePreset", {
    path: evmOrBitcoinPath,
    email,
    recurrencePreset: filled,
    timezone: filled,
  }),
  limit("kyc.documentUrls", "sessionId sessionType", {
    sessionId: filled,
    sessionType: word("STANDARD_INDIVIDUAL", "ENHANCED_INDIVIDUAL"),
    expiresInSeconds: wholeRange(1, max),
  }),
  limit(
    "kyc.individual.standard.create",
    "firstName lastName birthDate documentCategory documentCountry documentId livenessRequired email address city state postalCode",
    {
      ...Object.fromEntries(
        "firstName lastName address city state postalCode"
          .split(" ")
          .map((field) => [field, filled]),
      ),
      documentCategory: word("PASSPORT", "DRIVERS_LICENSE", "IDENTITY_CARD"),
      documentCountry: word("BRAZIL", "ZIMBABWE"),
      documentId: values(["1", "00123"], ["1a", "", 1]),
      livenessRequired: flag,
      email,
      nationality: text,
    },
  ),
];
