import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { type ErrorId, errorCatalogue } from "../../src/contract/shared/error-catalogue.js";
import { catchApiError } from "./catch-api-error.js";
import { openSession } from "./kyc/verification-sessions.js";
import { factory, inWorld, openWallet, owner, usdc, weth } from "./open-sandbox.js";
import {
  depositQuoteOf,
  type Opened,
  openPosition,
  pix,
  positionOf,
  signHash,
  withdrawalQuote,
} from "./prepare.js";
import { sendRaw } from "./send-raw-request.js";
import { createSwapRequest, findExecutable } from "./swap/swap-requests.js";
import { validCalls } from "./valid-calls.js";

type Refused = Promise<{ status: number; id: string | undefined }>;

const identity = { externallyOwnedAccount: owner.address, factory } as const;
const unknownAddress = "0x00000000000000000000000000000000000000ee";
const taxExport = {
  email: "ana@example.com",
  individual: { type: "individual", individualId: "ind_1" },
} as const;

async function marketTransaction({ client, address, execute }: Opened): Promise<string> {
  return (
    await execute(
      findExecutable((await client.swap.quote(createSwapRequest(address))).quotes)
        .userOperationHash,
    )
  ).id;
}

async function raw(
  opened: Opened,
  method: string,
  path: string,
  body?: unknown,
  apiKey?: string,
): Refused {
  const response = await sendRaw(opened.sandbox, {
    method,
    path,
    body,
    ...(apiKey !== undefined && { apiKey }),
  });
  return { status: response.status, id: response.body.id };
}

/** Causes each error that the sandbox can cause. Every id of the contract needs an entry. */
const causes: Readonly<Partial<Record<ErrorId, (opened: Opened) => Refused>>> = {
  NOT_AUTHORIZED_TOKENS: ({ client, address }) =>
    catchApiError(client.swap.quote(createSwapRequest(address, { tokenOut: unknownAddress }))),
  FIAT_QUOTE_EXPIRED: async (opened) => {
    const { depositQuote } = await opened.client.fiat.quoteDeposit(depositQuoteOf(opened));
    opened.sandbox.advance(3_600_000);
    return catchApiError(opened.client.fiat.createDeposit({ quoteId: depositQuote.quoteId }));
  },
  CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES: (opened) => {
    opened.sandbox.configure({ whitelist: [`137:${usdc}`] });
    return catchApiError(
      opened.client.fiat.quoteDeposit({ ...depositQuoteOf(opened), chainId: 8453 }),
    );
  },
  FACTORY_NOT_SUPPORTED: ({ client }) =>
    catchApiError(client.wallets.register({ ...identity, factory: unknownAddress })),
  invalid_metadata: async (opened) => {
    const path = `/api/v1/wallets/transactions/${await marketTransaction(opened)}/metadata`;
    return raw(opened, "PATCH", path, { metadata: { invoice: 17 } });
  },
  CANCEL_LIMIT_ORDER_NOT_ALLOWED: async (opened) =>
    catchApiError(opened.client.swap.prepareCancellation(await marketTransaction(opened))),
  UNAVAILABLE_COMPUTE_UNITS: async ({ client, sandbox, address }) => {
    sandbox.configure({ units: 1 });
    await client.wallets.portfolio(address);
    return catchApiError(client.wallets.portfolio(address));
  },
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: ({ client }) =>
    catchApiError(client.wallets.history(unknownAddress).firstPage()),
  FIAT_QUOTE_NOT_FOUND: ({ client }) =>
    catchApiError(client.fiat.createDeposit({ quoteId: "constructor" })),
  PROJECT_NOT_FOUND: ({ client, sandbox }) => {
    sandbox.configure({ deleted: true });
    return catchApiError(client.wallets.check(identity));
  },
  TRANSACTION_NOT_FOUND: ({ client }) =>
    catchApiError(client.wallets.updateTransactionMetadata("tx_unknown", { invoice: "17" })),
  CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND: ({ client }) =>
    catchApiError(client.swap.prepareCancellation("tx_unknown")),
  TAX_EXPORT_ALREADY_REQUESTED_TODAY: async ({ client, address }) => {
    await client.wallets.requestTaxExport(address, taxExport);
    return catchApiError(client.wallets.requestTaxExport(address, taxExport));
  },
  SWAP_QUOTE: ({ client, address }) =>
    catchApiError(client.swap.quote(createSwapRequest(address, { tokenOut: usdc }))),
  FAILED_TO_ESTIMATE_TRANSFER: ({ client, address }) =>
    catchApiError(
      client.wallets.deposit(address, {
        amount: "1",
        chainId: 137,
        token: usdc,
        fromAddress: unknownAddress,
      }),
    ),
  FAILED_TO_GET_FIAT_QUOTE: (opened) => {
    opened.sandbox.outage("fiat-quotes");
    return catchApiError(opened.client.fiat.quoteDeposit(depositQuoteOf(opened)));
  },
  FAILED_TO_CREATE_FIAT_DEPOSIT: async (opened) => {
    const { depositQuote } = await opened.client.fiat.quoteDeposit(depositQuoteOf(opened));
    opened.sandbox.outage("fiat-orders");
    return catchApiError(opened.client.fiat.createDeposit({ quoteId: depositQuote.quoteId }));
  },
  FAILED_TO_CREATE_FIAT_WITHDRAW: async ({ client }) => {
    // The person is within all limits, and no wallet of the project holds that much BRZ.
    const asked = { ...withdrawalQuote, cryptoCurrencyToSend: "BRZ" } as const;
    const { withdrawQuote } = await client.fiat.quoteWithdrawal(asked);
    return catchApiError(
      client.fiat.createWithdrawal({ quoteId: withdrawQuote.quoteId, paymentMethod: pix }),
    );
  },
  DB_API_FAILED: ({ client, sandbox }) => {
    sandbox.outage("metadata");
    return catchApiError(client.liquidity.pools().firstPage());
  },
  NFT_METADATA_DECODE_FAILED: ({ client, sandbox, address }) => {
    sandbox.fundNft(address, {
      chainId: 137,
      address: weth,
      tokenId: "7",
      name: "Broken",
      broken: true,
    });
    return catchApiError(client.wallets.portfolio(address, { includeNFTs: true }));
  },
  BLOCKCHAIN_ERROR: async (opened) => {
    const nftId = await openPosition(opened);
    opened.sandbox.outage("chain");
    const { client, address } = opened;
    return catchApiError(
      client.liquidity.collectFees({
        walletAddress: address,
        chainId: 137,
        nftId,
        payGasFeeToken: usdc,
      }),
    );
  },
  REGISTER_WALLET_TRACKING_FAILED: ({ client, sandbox }) => {
    sandbox.outage("tracking");
    return catchApiError(client.wallets.register({ ...identity, salt: 7 }));
  },
  FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP: ({ client, sandbox, address }) => {
    sandbox.outage("queue");
    return catchApiError(client.wallets.requestTaxExport(address, taxExport));
  },
  BAD_REQUEST: (opened) =>
    raw(opened, "POST", "/api/v1/liquidity", { ...positionOf(opened), minPrice: "low" }),
  WALLET_ALREADY_REGISTERED: ({ client }) => catchApiError(client.wallets.register(identity)),
  EXECUTE_USER_OP: async ({ client, sandbox, address }) => {
    const { userOperationHash } = findExecutable(
      (await client.swap.quote(createSwapRequest(address))).quotes,
    );
    sandbox.advance(3_600_000);
    return catchApiError(
      client.operations.execute({
        userOperationHash,
        signature: await signHash(userOperationHash),
      }),
    );
  },
  HTTP_EXCEPTION: (opened) => raw(opened, "GET", "/api/v1/crypto/tokens", undefined, "another-key"),
  USER_OPERATION_NOT_FOUND: async ({ client }) => {
    const userOperationHash = `0x${"ab".repeat(32)}` as const;
    return catchApiError(
      client.operations.execute({
        userOperationHash,
        signature: await signHash(userOperationHash),
      }),
    );
  },
  STANDARD_SESSION_NOT_FOUND: async (opened) =>
    // A session is found at its own level only.
    catchApiError(opened.client.kyc.individual.enhanced.get(await openSession(opened))),
  INDIVIDUAL_NOT_FOUND: ({ client }) => catchApiError(client.kyc.financialLimits("ind_9")),
  FAILED_TO_GET_BALANCES: ({ client, sandbox, address }) => {
    sandbox.outage("balances");
    return catchApiError(client.wallets.portfolio(address));
  },
};

test("every id of the contract's catalogue has a cause", () => {
  const ofContract = (Object.keys(errorCatalogue) as ErrorId[]).filter(
    (id) => errorCatalogue[id].source === "contract",
  );
  expect(ofContract).not.toHaveLength(0);
  expect(Object.keys(causes)).toEqual(expect.arrayContaining(ofContract));
});

test.each(Object.entries(causes) as [ErrorId, (typeof causes)[ErrorId]][])(
  "%s has its cause and its status",
  async (id, provoke) => {
    const refusal = await provoke?.(await openWallet());
    expect(refusal?.id).toBe(id);
    expect([errorCatalogue[id].status].flat()).toContain(refusal?.status);
  },
);

test("returns HTTP_EXCEPTION with 404 for an unknown route and an unknown method", async () => {
  const opened = await openWallet();
  for (const [method, path] of [
    ["GET", "/api/v1/nothing"],
    ["GET", "/"],
    ["DELETE", "/api/v1/crypto/tokens"],
    ["POST", "/api/v1/wallets/address"],
  ] as const) {
    expect(await raw(opened, method, path)).toEqual({ status: 404, id: "HTTP_EXCEPTION" });
  }
});

test("returns EXECUTE_USER_OP with 500 while the queue is down", async () => {
  const opened = await openWallet();
  const call = await validCalls["operations.execute"](opened);
  opened.sandbox.outage("queue");
  expect(await catchApiError(call())).toMatchObject({ status: 500, id: "EXECUTE_USER_OP" });
});

describe("an error that the contract documents", () => {
  const documenting = (id: ErrorId) =>
    endpoints
      .filter(({ errors }) => (errors as readonly ErrorId[]).includes(id))
      .map(({ name }) => name);

  test.each(documenting("UNAVAILABLE_COMPUTE_UNITS"))(
    "%s fails without compute units",
    async (name) => {
      const opened = await openWallet();
      const call = await validCalls[name](opened);
      opened.sandbox.configure({ units: 0 });
      expect(await catchApiError(call())).toMatchObject({
        status: 403,
        id: "UNAVAILABLE_COMPUTE_UNITS",
      });
    },
  );

  const unregistered = "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT";
  test.each(documenting(unregistered))("%s fails for a wallet of another project", async (name) => {
    const opened = await openWallet();
    const call = await validCalls[name](opened);
    inWorld(opened.sandbox, ({ wallets }) =>
      Object.assign(wallets[opened.address] ?? {}, { projectId: "project_2" }),
    );
    expect(await catchApiError(call())).toMatchObject({ status: 404, id: unregistered });
  });
});
