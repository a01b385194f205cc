import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { type ErrorId, errorCatalogue } from "../../src/contract/shared/error-catalogue.js";
import type { ErrorIdOf } from "../../src/errors/errors-of.js";
import { isApiError, QuoteExpiredError } from "../../src/index.js";
import { assumeStatus } from "../../src/sandbox/shared/service-error.js";
import { catchApiError } from "./catch-api-error.js";
import { openSession } from "./kyc/verification-sessions.js";
import { factory, inWorld, openWallet, owner, usdc } from "./open-sandbox.js";
import { createTransferRequest } from "./operations/transfer-requests.js";
import { type Opened, pix, signHash, withdrawalQuote } from "./prepare.js";
import { sendRaw } from "./send-raw-request.js";
import { createSwapRequest, findExecutable } from "./swap/swap-requests.js";
import { validCalls } from "./valid-calls.js";

type Failure = Promise<{ status: number; id: string | undefined }>;
/** Causes an error of an operation. */
type Cause = (opened: Opened, name: EndpointName) => Failure;

const unknownAddress = "0x00000000000000000000000000000000000000ee";
const unknownHash = `0x${"ab".repeat(32)}` as const;
const identity = { externallyOwnedAccount: owner.address, factory } as const;

/** Calls an operation validly, after a change of the sandbox. */
function after(change: (opened: Opened) => unknown): Cause {
  return async (opened, name) => {
    const call = await validCalls[name](opened);
    await change(opened);
    return catchApiError(call());
  };
}

/** Makes a call that can never succeed. */
function by(call: (opened: Opened) => PromiseLike<unknown>): Cause {
  return (opened) => catchApiError(call(opened));
}

/** Repeats a valid call. */
const twice: Cause = async (opened, name) => {
  const call = await validCalls[name](opened);
  await call();
  return catchApiError(call());
};

const withoutUnits = after(({ sandbox }) => sandbox.configure({ units: 0 }));
const withoutWhitelist = after(({ sandbox }) => sandbox.configure({ whitelist: [] }));
const withoutProject = after(({ sandbox }) => sandbox.configure({ deleted: true }));
const anHourLater = after(({ sandbox }) => sandbox.advance(3_600_000));
const unregistered = after(({ sandbox, address }) =>
  inWorld(sandbox, ({ wallets }) =>
    Object.assign(wallets[address] ?? {}, { projectId: "project_2" }),
  ),
);
const outage = (part: Parameters<Opened["sandbox"]["outage"]>[0]) =>
  after(({ sandbox }) => sandbox.outage(part));

const wallet = {
  UNAVAILABLE_COMPUTE_UNITS: withoutUnits,
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: unregistered,
} as const;
const position = { ...wallet, NOT_AUTHORIZED_TOKENS: withoutWhitelist } as const;
const registration = {
  FACTORY_NOT_SUPPORTED: by(({ client }) =>
    client.wallets.register({ ...identity, factory: unknownAddress }),
  ),
  UNAVAILABLE_COMPUTE_UNITS: withoutUnits,
  PROJECT_NOT_FOUND: withoutProject,
} as const;
const fiatQuote = {
  CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES: withoutWhitelist,
  FAILED_TO_GET_FIAT_QUOTE: outage("fiat-quotes"),
  INDIVIDUAL_NOT_FOUND: after(({ sandbox }) =>
    inWorld(sandbox, ({ identities }) => Reflect.deleteProperty(identities, "ind_1")),
  ),
} as const;

/** The operations that document errors. */
type DocumentedName = {
  [Name in EndpointName]: [ErrorIdOf<Name>] extends [never] ? never : Name;
}[EndpointName];

/** Each documented error of each operation, with a real cause for each of its statuses. */
const causes: {
  [Name in DocumentedName]: { [Id in ErrorIdOf<Name>]: Cause | readonly Cause[] };
} = {
  "wallets.register": {
    ...registration,
    REGISTER_WALLET_TRACKING_FAILED: outage("tracking"),
    WALLET_ALREADY_REGISTERED: by(({ client }) => client.wallets.register(identity)),
  },
  "wallets.check": {
    ...registration,
    FACTORY_NOT_SUPPORTED: by(({ client }) =>
      client.wallets.check({ ...identity, factory: unknownAddress }),
    ),
  },
  "wallets.updateMetadata": {
    NOT_ALLOWED: unregistered,
    WALLET_NOT_FOUND: by(({ client }) =>
      client.wallets.updateMetadata(unknownAddress, { customer: "17" }),
    ),
  },
  "wallets.scheduleTaxExport": {
    INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE: by(({ client, address }) =>
      client.wallets.scheduleTaxExport(address, {
        email: "ana@example.com",
        individual: { type: "individual", individualId: "ind_1" },
        recurrencePreset: "MONTHLY_START",
        timezone: "Sao Paulo",
      }),
    ),
    TAX_EXPORT_SCHEDULE_ALREADY_EXISTS: twice,
    FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE: outage("queue"),
  },
  "wallets.deposit": {
    ...position,
    FAILED_TO_ESTIMATE_TRANSFER: by(({ client, address }) =>
      client.wallets.deposit(address, {
        amount: "1",
        chainId: 137,
        token: usdc,
        fromAddress: unknownAddress,
      }),
    ),
  },
  "wallets.portfolio": {
    UNAVAILABLE_COMPUTE_UNITS: withoutUnits,
    NFT_METADATA_DECODE_FAILED: by(({ client, sandbox, address }) => {
      const nft = { account: address, chainId: 137, token: usdc, tokenId: "7", name: "Broken" };
      sandbox.fundNft({ ...nft, broken: true });
      return client.wallets.portfolio(address, { includeNFTs: true });
    }),
    FAILED_TO_GET_BALANCES: outage("balances"),
  },
  "wallets.history": wallet,
  "wallets.updateTransactionMetadata": {
    invalid_metadata: by(async (opened) =>
      // The method rejects such metadata before it is sent.
      opened.client.request({
        method: "PATCH",
        path: `/api/v1/wallets/transactions/${await marketTransaction(opened)}/metadata`,
        body: { metadata: { invoice: 17 } },
      }),
    ),
    TRANSACTION_NOT_FOUND: by(({ client }) =>
      client.wallets.updateTransactionMetadata("tx_unknown", { invoice: "17" }),
    ),
  },
  "wallets.requestTaxExport": {
    ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: unregistered,
    TAX_EXPORT_ALREADY_REQUESTED_TODAY: twice,
    FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP: outage("queue"),
  },
  "swap.quote": { ...position, SWAP_QUOTE: outage("routes") },
  "swap.prepareCancellation": {
    CANCEL_LIMIT_ORDER_NOT_ALLOWED: by(async (opened) =>
      opened.client.swap.prepareCancellation(await marketTransaction(opened)),
    ),
    CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND: by(({ client }) =>
      client.swap.prepareCancellation("tx_unknown"),
    ),
  },
  "swap.cancelLimitOrder": {
    CANCEL_LIMIT_ORDER_NOT_ALLOWED: twice,
    CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND: by(({ client }) =>
      client.swap.cancelLimitOrder("tx_unknown", { signature: unknownHash }),
    ),
  },
  "liquidity.createWithSwap": position,
  "liquidity.create": position,
  "liquidity.rebalance": { ...position, BLOCKCHAIN_ERROR: outage("chain") },
  "liquidity.change": { ...position, BLOCKCHAIN_ERROR: outage("chain") },
  "liquidity.collectFees": {
    NOT_AUTHORIZED_TOKENS: withoutWhitelist,
    UNAVAILABLE_COMPUTE_UNITS: withoutUnits,
    BLOCKCHAIN_ERROR: outage("chain"),
  },
  "liquidity.pools": {
    UNAVAILABLE_COMPUTE_UNITS: withoutUnits,
    DB_API_FAILED: outage("metadata"),
  },
  "lending.quote": {
    NOT_AUTHORIZED_TOKENS: withoutWhitelist,
    ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: unregistered,
  },
  "fiat.quoteDeposit": fiatQuote,
  "fiat.createDeposit": {
    FIAT_QUOTE_EXPIRED: anHourLater,
    FIAT_QUOTE_NOT_FOUND: by(({ client }) => client.fiat.createDeposit({ quoteId: "constructor" })),
    FAILED_TO_CREATE_FIAT_DEPOSIT: outage("fiat-orders"),
  },
  "fiat.quoteWithdrawal": fiatQuote,
  "fiat.createWithdrawal": {
    FIAT_QUOTE_EXPIRED: anHourLater,
    FIAT_QUOTE_NOT_FOUND: by(({ client }) =>
      client.fiat.createWithdrawal({ quoteId: "constructor", paymentMethod: pix }),
    ),
    FAILED_TO_CREATE_FIAT_WITHDRAW: by(async ({ client }) => {
      // The person is within all limits, and no wallet of the project holds that much BRZ.
      const asked = { ...withdrawalQuote, cryptoCurrencyToSend: "BRZ" } as const;
      const { quoteId } = (await client.fiat.quoteWithdrawal(asked)).withdrawQuote;
      return client.fiat.createWithdrawal({ quoteId, paymentMethod: pix });
    }),
  },
  "fiat.createWithdrawalV1": {
    UNAUTHORIZED_EXCEPTION: unregistered,
    FAILED_TO_CREATE_FIAT_DEPOSIT: outage("fiat-orders"),
  },
  "kyc.individual.standard.get": {
    // A session is found at its own level only.
    STANDARD_SESSION_NOT_FOUND: by(async (opened) =>
      opened.client.kyc.individual.standard.get(await openSession(opened, "individual.enhanced")),
    ),
  },
  "operations.transfer": {
    ...position,
    INTERNAL_SERVER_ERROR: by(({ client, address }) =>
      client.operations.transfer(
        createTransferRequest(address, {
          amount: "0.01",
          gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
        }),
      ),
    ),
  },
  "operations.batch": position,
  "operations.custom": {
    ...wallet,
    NOT_AUTHORIZED_TOKENS: by(({ client, address }) =>
      client.operations.custom({
        walletAddress: address,
        chainId: 137,
        payGasFeeToken: unknownAddress,
        operations: [{ address: usdc }],
      }),
    ),
  },
  "operations.get": {
    USER_OPERATION_NOT_FOUND: by(({ client }) => client.operations.get(unknownHash)),
  },
  "operations.execute": {
    EXECUTE_USER_OP: [anHourLater, outage("queue")],
    UNAVAILABLE_COMPUTE_UNITS: withoutUnits,
    USER_OPERATION_NOT_FOUND: by(async ({ client }) =>
      client.operations.execute({
        userOperationHash: unknownHash,
        signature: await signHash(unknownHash),
      }),
    ),
  },
};

async function marketTransaction({ client, address, execute }: Opened): Promise<string> {
  const { quotes } = await client.swap.quote(createSwapRequest(address));
  return (await execute(findExecutable(quotes).userOperationHash)).id;
}

const rows = endpoints.flatMap(({ name, errors }) =>
  (errors as readonly ErrorId[]).map((id) => ({ name, id })),
);

test.each(rows)("$name fails with $id for its real cause", async ({ name, id }) => {
  const { [id]: own } = causes[name as DocumentedName] as Partial<
    Record<ErrorId, Cause | readonly Cause[]>
  >;
  const statuses: number[] = [];
  for (const cause of [own ?? []].flat()) {
    const failure = await cause(await openWallet(), name);
    expect(failure.id).toBe(id);
    statuses.push(failure.status);
  }
  const known = [errorCatalogue[id].status].flat();
  expect(statuses).toEqual(known.length > 0 ? known : [assumeStatus(id)]);
});

test("every error of the contract is documented by an operation", () => {
  const ids = Object.keys(errorCatalogue) as ErrorId[];
  const documented = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => errorCatalogue[id].source === "contract");
  expect(missing.filter((id) => !documented.has(id))).toEqual([]);
});

test("the table has no error that the operation does not document", () => {
  const listed = Object.entries(causes).flatMap(([name, own]) =>
    Object.keys(own).map((id) => `${name} ${id}`),
  );
  expect(listed.sort()).toEqual(rows.map(({ name, id }) => `${name} ${id}`).sort());
});

test("returns INDIVIDUAL_NOT_FOUND for the limits of an unknown identity", async () => {
  const { client } = await openWallet();
  const failure = await catchApiError(client.kyc.financialLimits("ind_9"));
  expect(failure).toMatchObject({ status: 404, id: "INDIVIDUAL_NOT_FOUND" });
});

test("returns HTTP_EXCEPTION for another key, an unknown route and a wrong method", async () => {
  const { sandbox } = await openWallet();
  for (const [status, method, path, apiKey] of [
    [403, "GET", "/api/v1/crypto/tokens", "another-key"],
    [404, "GET", "/api/v1/nothing", sandbox.apiKey],
    [404, "GET", "/", sandbox.apiKey],
    [404, "DELETE", "/api/v1/crypto/tokens", sandbox.apiKey],
    [404, "POST", "/api/v1/wallets/address", sandbox.apiKey],
  ] as const)
    expect(await sendRaw(sandbox, { method, path, apiKey })).toMatchObject({
      status,
      body: { id: "HTTP_EXCEPTION" },
    });
});

test("an execution has expired only if the service says so", async () => {
  const execute = async (change: (opened: Opened) => unknown, wrong = false) => {
    const opened = await openWallet();
    const { client, address } = opened;
    const { quotes } = await client.swap.quote(createSwapRequest(address));
    const { userOperationHash } = findExecutable(quotes);
    const signature = await signHash(wrong ? unknownHash : userOperationHash);
    const call = () => client.operations.execute({ userOperationHash, signature });
    await change({ ...opened, execute: call as never });
    return Promise.resolve(call()).catch((error: unknown) => error);
  };
  const expired = await execute(({ sandbox }) => sandbox.advance(60_000));
  const wrongSignature = await execute(() => {}, true);
  const repeated = await execute(({ execute: call }) => call("0x"));
  for (const error of [expired, wrongSignature, repeated])
    expect(error).toMatchObject({ status: 400, id: "EXECUTE_USER_OP" });
  expect(
    [expired, wrongSignature, repeated].map((error) => error instanceof QuoteExpiredError),
  ).toEqual([true, false, false]);
  expect([wrongSignature, repeated].every((error) => isApiError(error))).toBe(true);
});
