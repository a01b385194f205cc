/** One field or parameter, as the tables of the service contract state it. */
export interface ContractField {
  readonly type: string;
  /** The type of the items of an array. */
  readonly items?: string;
  readonly required?: true;
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number | boolean;
  readonly format?: string;
}

/** The fields of one place, by name. */
type Fields = Readonly<Record<string, ContractField>>;

/** One operation: its label, and its fields by place. */
export interface ContractOperation {
  readonly label: string;
  readonly path?: Fields;
  readonly query?: Fields;
  readonly header?: Fields;
  readonly body?: Fields;
}

const required = true;
const string = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const boolean = { type: "boolean" };
const object = { type: "object" };
const text = { ...string, required } as const;
const amount = { ...number, required } as const;

const evmChains = [42161, 43114, 8453, 56, 1, 100, 10, 137, 196];
const allChains = [...evmChains, 0];
const fiatChains = [137, 42161, 8453, 1];

const wallet = { walletAddress: text };
const transaction = { transactionId: text };
const gasFeePaymentMethod = {
  ...text,
  enum: ["ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"],
} as const;

const liquidity = {
  liquidityProvider: { ...string, enum: ["POOLPROV_V3"], default: "POOLPROV_V3" },
  walletAddress: text,
  toAddress: text,
  chainId: { ...amount, enum: evmChains },
  slippage: { ...number, default: 0.5 },
  transactionFeePercent: { ...number, default: 0 },
  extraFee: object,
  metadata: object,
} as const;

const position = {
  ...liquidity,
  payGasFeeToken: text,
  gasFeePaymentMethod,
  tokenIn: text,
  amountIn: text,
  token0: text,
  token1: text,
  poolFeePercent: amount,
  minPrice: amount,
  maxPrice: amount,
} as const;

/**
 * The requests of the service contract, by route. Written by hand from its tables. Where the
 * contract does not say whether a field is required, this is what the client requires.
 */
export const contractTable: Readonly<Record<string, ContractOperation>> = {
  "POST /api/v1/crypto/swap": {
    label: "E1",
    body: {
      amountIn: text,
      chainIdIn: { ...amount, enum: allChains },
      chainIdOut: { ...amount, enum: allChains },
      routeProfile: {
        ...string,
        enum: ["QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT"],
        default: "QUICKEST_QUOTE",
      },
      gasFeePaymentMethod,
      payGasFeeToken: text,
      tokenIn: text,
      tokenOut: text,
      walletAddress: text,
      toAddress: text,
      // Null is recorded.
      transactionFeePercent: { type: "number | null" },
      slippage: { ...number, default: 0.5 },
      extraFee: object,
      minAmountOut: string,
      expiration: integer,
      partialFillable: { ...boolean, default: true },
      metadata: object,
      // Or null, which means "not given": the client never sends it.
      individualId: { type: "string | null" },
    },
  },
  "POST /api/v1/wallets/{walletAddress}/deposit": {
    label: "E2",
    path: wallet,
    body: {
      amount: text,
      chainId: { ...amount, enum: evmChains },
      token: text,
      fromAddress: text,
    },
  },
  "POST /api/v1/fiat/deposit/quote": {
    label: "E3",
    body: {
      paymentMethodToSend: { ...text, enum: ["ACH", "PIX", "WIRE", "SPEI"] },
      amountToSendInFiatCurrency: amount,
      receiveCryptoCurrency: { ...text, enum: ["USDC", "BRZ"] },
      individualId: text,
      chainId: { ...amount, enum: fiatChains },
      walletAddress: text,
    },
  },
  "POST /api/v2/fiat/deposit": { label: "E4", body: { quoteId: text } },
  "POST /api/v2/fiat/withdrawal": {
    label: "E5",
    body: { quoteId: text, paymentMethod: { ...object, required } },
  },
  "POST /api/v1/liquidity": { label: "E6", body: position },
  "POST /api/v1/liquidity/create": { label: "E7", body: position },
  "POST /api/v1/liquidity/rebalance": {
    label: "E8",
    body: { ...liquidity, tokenId: text, newPosition: { ...object, required } },
  },
  "GET /api/v1/liquidity/pools": {
    label: "E9",
    query: {
      take: { ...integer, default: 10 },
      offset: { ...integer, default: 0 },
      chainIds: { type: "array", items: "number" },
      tokensAddresses: { type: "array", items: "string" },
      filterWhitelist: boolean,
      rangeInDays: { ...integer, default: 30 },
      ids: { type: "array", items: "string" },
    },
  },
  "GET /api/v1/wallets/{walletAddress}/portfolio": {
    label: "E10",
    path: wallet,
    query: {
      includeTokens: boolean,
      includeNFTs: boolean,
      includePnL: boolean,
      includeLendingPositions: boolean,
      timerange: { ...string, enum: ["1d", "7d", "1m", "1a", "all"], default: "1d" },
    },
  },
  "GET /api/v1/wallets/{walletAddress}/history": {
    label: "E11",
    path: wallet,
    query: {
      take: { ...integer, default: 100 },
      lastId: string,
      type: { type: "array", items: "string" },
      status: { type: "array", items: "string" },
      userOperationHash: string,
      transactionHash: string,
      chains: { type: "array", items: "number" },
      chainInId: { ...number, enum: allChains },
      chainOutId: { ...number, enum: allChains },
      createdAtLatest: { ...string, format: "date-time" },
      createdAtOldest: { ...string, format: "date-time" },
      metadataKey: string,
      metadataValue: string,
      nftNumber: string,
    },
  },
  "POST /api/v1/wallets/register": {
    label: "E12",
    body: {
      externallyOwnedAccount: text,
      factory: text,
      // The contract does not name these two. The service rejects a number as the salt.
      salt: { ...string, default: "0" },
      eip7702: { ...boolean, default: false },
      metadata: object,
    },
  },
  "PATCH /api/v1/wallets/transactions/{transactionId}/metadata": {
    label: "E13",
    path: transaction,
    // The contract states an object only. Some deployments require it as JSON text.
    body: { metadata: { type: "object | string", required } },
  },
  "POST /api/v1/wallets/{walletAddress}/tax-export": {
    label: "E14",
    path: wallet,
    body: {
      email: { ...text, format: "email" },
      individual: { ...object, required },
      emailCustomization: object,
    },
  },
  "GET /api/v1/crypto/tokens": {
    label: "E15",
    query: {
      orderBy: { ...string, enum: ["marketCap", "chainId"], default: "marketCap" },
      orderDir: { ...string, enum: ["desc", "asc"], default: "desc" },
      search: string,
      filterByChainId: { ...number, enum: allChains },
      filterWhitelist: { ...boolean, default: true },
      page: { ...integer, default: 1 },
      perPage: { ...integer, default: 10 },
      projectId: string,
    },
  },
  "POST /api/v1/lending/quote": {
    label: "E16",
    body: {
      walletAddress: text,
      provider: { ...text, enum: ["LENDER_A", "LENDER_B"] },
      supply: object,
      borrow: object,
      repay: object,
      withdraw: object,
      gas: { ...object, required },
    },
  },
  "POST /api/v1/crypto/limit-orders/{transactionId}/cancel/execute": {
    label: "E17",
    path: transaction,
    body: { signature: text },
  },
  "GET /api/v1/kyc/identities/{identityId}/financial-limits": {
    label: "E18",
    path: { identityId: text },
  },
  "GET /api/v1/kyc/individual-verification-sessions/standard/{sessionId}": {
    label: "E19",
    path: { sessionId: text },
    header: { "accept-language": string, "x-language": string },
  },
  "POST /api/v1/kyc/business-verification-sessions/standard": {
    label: "E20",
    body: {
      legalName: text,
      email: { ...text, format: "email" },
      documentId: text,
      legalNature: string,
      phoneNumber: string,
      city: string,
      // The words are compared in test/contract/rules/lists.test.ts.
      country: text,
      postalCode: string,
      state: string,
      streetLine1: string,
      website: { ...string, format: "uri" },
      owners: { type: "array", items: "object", required },
    },
  },
};
