import { currencies } from "../dist/schemas.js";

const address = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const token = {
  name: "USD Coin",
  symbol: "usdc",
  decimals: 6,
  address,
  logoURL: "https://example.com/usdc.png",
};
const chain = { id: 137, name: "POLYGON", logo: "https://example.com/polygon.png" };

/** A small response: one registered wallet. */
export const small = {
  wallet: {
    walletAddress: address,
    externallyOwnedAccount: address,
    factory: address,
    implementation: address,
    metadata: { customer: "4711" },
    eip7702: false,
    salt: "0",
    registeredAt: "2026-01-31T12:00:00.000Z",
    deployed: [137, 1, 10, 56, 100, 8453, 42161, 43114, 196].map((id) => ({
      chain: { ...chain, id },
      deployed: id === 137,
    })),
  },
};

/** A write: a signed operation, and the response to it. */
export const signed = {
  userOperationHash: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
};
export const queued = {
  userOperationHash: signed.userOperationHash,
  estimatedExecutionTime: "2026-01-31T12:00:00.000Z",
};

/** The service's response to a read of what does not exist. */
export const notFound = {
  title: "Not Found",
  status: 404,
  detail: "The wallet was not found.",
  id: "WALLET_NOT_FOUND",
  traceId: "bench",
};

/** A page of 100 transactions, each with its value in 12 currencies: about 150 kB. */
export const page = {
  nextLastId: null,
  transactions: Array.from({ length: 100 }, (_, i) => ({
    metadata: { invoice: String(i) },
    id: `transaction-${i}`,
    createdAt: "2026-01-31T12:00:00.000Z",
    updatedAt: "2026-01-31T12:00:00.000Z",
    executedAt: "2026-01-31T12:00:00.000Z",
    status: "COMPLETED",
    transactionHash: {
      hash: `0x${"ab".repeat(32)}`,
      explorerURL: `https://example.com/tx/0x${"ab".repeat(32)}`,
      explorer: "scan",
    },
    chain,
    type: "CRYPTO_DEPOSIT",
    userOperationHash: `0x${"cd".repeat(32)}`,
    receivedBy: address,
    receivedFromAddress: address,
    receivedCryptoCurrency: token,
    receivedAmount: {
      token,
      amount: "12.345678",
      cryptoCurrency: token,
      amountIn: Object.fromEntries(
        currencies.slice(0, 12).map((currency) => [currency, "12.345678901234567890"]),
      ),
    },
  })),
};
