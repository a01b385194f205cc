import { type EndpointName, type ErrorId, errorFacts } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable, signOperation, signQuote } from "bursar/signing";
import type { ErrorCase } from "./case";
import {
  depositOf,
  factory,
  type Kit,
  person,
  pix,
  positionOf,
  swapOf,
  taxExport,
  unknownAddress,
  usdc,
  weth,
} from "./kit";

type Cause = Omit<ErrorCase, "title" | "group">;

/**
 * A case for an id that the sandbox has no cause for. The id was observed, but its cause is
 * unknown.
 */
const simulated = (
  operation: EndpointName,
  call: string,
  id: ErrorId,
  trigger: (kit: Kit) => unknown,
): Cause => ({
  cause: `The sandbox responds to the next ${operation} with this id. It was observed in the running service.`,
  call,
  trigger: (kit) => {
    kit.sandbox.fail(operation, { id, message: "As observed in the service" });
    return trigger(kit);
  },
});

const identity = ({ owner }: Kit) => ({ externallyOwnedAccount: owner.address, factory }) as const;

async function firstTransaction({ client, address }: Kit): Promise<string> {
  const { items } = await client.wallets.history(address, { take: 1 }).firstPage();
  return items[0]?.id ?? "";
}

/** Opens a position and returns its token id. */
async function openPosition(kit: Kit): Promise<string> {
  const { client, sandbox, owner, address } = kit;
  const { operation } = await client.liquidity.create(positionOf(kit));
  const signed = await signOperation(operation, owner, {
    owner: owner.address,
    walletAddress: address,
    chainId: 137,
  });
  if (signed) await client.operations.execute(signed);
  sandbox.advance(60_000);
  const { nfts } = await client.wallets.portfolio(address, { includeNFTs: true });
  return nfts?.[0]?.tokenId ?? "";
}

/** The cases of the error ids. */
const causes: Readonly<Partial<Record<ErrorId, Cause>>> = {
  NOT_AUTHORIZED_TOKENS: {
    cause: "A swap to a token that the service does not support.",
    call: "client.swap.quote(request)",
    trigger: (kit) => kit.client.swap.quote(swapOf(kit, { tokenOut: unknownAddress })),
  },
  FIAT_QUOTE_EXPIRED: {
    cause: "A deposit is ordered one hour after its quote, on the sandbox's clock.",
    call: "client.fiat.createDeposit({ quoteId })",
    trigger: async (kit) => {
      const { depositQuote } = await kit.client.fiat.quoteDeposit(depositOf(kit));
      kit.sandbox.advance(3_600_000);
      return kit.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    },
  },
  CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES: {
    cause: "A deposit on Base, in a project that has whitelisted USDC on Polygon only.",
    call: "client.fiat.quoteDeposit(request)",
    trigger: (kit) => {
      kit.sandbox.configure({ whitelist: [`137:${usdc}`] });
      return kit.client.fiat.quoteDeposit({ ...depositOf(kit), chainId: 8453 });
    },
  },
  FACTORY_NOT_SUPPORTED: {
    cause: "A wallet of an unknown factory.",
    call: "client.wallets.register({ externallyOwnedAccount, factory })",
    trigger: (kit) => kit.client.wallets.register({ ...identity(kit), factory: unknownAddress }),
  },
  invalid_metadata: {
    cause: "Metadata with a number, sent without the client's validation.",
    call: "client.wallets.updateTransactionMetadata(transactionId, metadata)",
    trigger: async (kit) =>
      kit.client.request({
        method: "PATCH",
        path: "/api/v1/wallets/transactions/{transactionId}/metadata",
        params: { transactionId: await firstTransaction(kit) },
        body: { metadata: { invoice: 17 } },
      }),
  },
  CANCEL_LIMIT_ORDER_NOT_ALLOWED: {
    cause: "The cancellation of a transaction that is not a limit order.",
    call: "client.swap.prepareCancellation(transactionId)",
    trigger: async (kit) => kit.client.swap.prepareCancellation(await firstTransaction(kit)),
  },
  UNAVAILABLE_COMPUTE_UNITS: {
    cause: "The project has no compute units left.",
    call: "client.wallets.portfolio(walletAddress)",
    trigger: ({ client, sandbox, address }) => {
      sandbox.configure({ units: 0 });
      return client.wallets.portfolio(address);
    },
  },
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: {
    cause: "The history of a wallet that is not registered.",
    call: "client.wallets.history(walletAddress).firstPage()",
    trigger: ({ client }) => client.wallets.history(unknownAddress).firstPage(),
  },
  FIAT_QUOTE_NOT_FOUND: {
    cause: "A deposit is ordered with an unknown quote.",
    call: "client.fiat.createDeposit({ quoteId })",
    trigger: ({ client }) => client.fiat.createDeposit({ quoteId: "quote_unknown" }),
  },
  PROJECT_NOT_FOUND: {
    cause: "The project of the key has been deleted.",
    call: "client.wallets.check({ externallyOwnedAccount, factory })",
    trigger: (kit) => {
      kit.sandbox.configure({ deleted: true });
      return kit.client.wallets.check(identity(kit));
    },
  },
  TRANSACTION_NOT_FOUND: {
    cause: "Metadata for an unknown transaction.",
    call: "client.wallets.updateTransactionMetadata(transactionId, metadata)",
    trigger: ({ client }) =>
      client.wallets.updateTransactionMetadata("tx_unknown", { invoice: "17" }),
  },
  CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND: {
    cause: "The cancellation of an unknown order.",
    call: "client.swap.prepareCancellation(transactionId)",
    trigger: ({ client }) => client.swap.prepareCancellation("tx_unknown"),
  },
  TAX_EXPORT_ALREADY_REQUESTED_TODAY: {
    cause: "A second tax export on the same day.",
    call: "client.wallets.requestTaxExport(walletAddress, request)",
    trigger: async ({ client, address }) => {
      await client.wallets.requestTaxExport(address, taxExport);
      return client.wallets.requestTaxExport(address, taxExport);
    },
  },
  SWAP_QUOTE: {
    cause: "A swap of a token to itself, for which no route exists.",
    call: "client.swap.quote(request)",
    trigger: (kit) => kit.client.swap.quote(swapOf(kit, { tokenOut: usdc })),
  },
  FAILED_TO_ESTIMATE_TRANSFER: {
    cause: "A transfer from an empty account.",
    call: "client.wallets.deposit(walletAddress, request)",
    trigger: ({ client, address }) =>
      client.wallets.deposit(address, {
        amount: "1",
        chainId: 137,
        token: usdc,
        fromAddress: unknownAddress,
      }),
  },
  FAILED_TO_GET_FIAT_QUOTE: {
    cause: "The sandbox's source of fiat quotes is down.",
    call: "client.fiat.quoteDeposit(request)",
    trigger: (kit) => {
      kit.sandbox.outage("fiat-quotes");
      return kit.client.fiat.quoteDeposit(depositOf(kit));
    },
  },
  FAILED_TO_CREATE_FIAT_DEPOSIT: {
    cause: "The sandbox's fiat orders are down.",
    call: "client.fiat.createDeposit({ quoteId })",
    trigger: async (kit) => {
      const { depositQuote } = await kit.client.fiat.quoteDeposit(depositOf(kit));
      kit.sandbox.outage("fiat-orders");
      return kit.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    },
  },
  FAILED_TO_CREATE_FIAT_WITHDRAW: {
    cause: "A withdrawal of BRZ, which no wallet of the project has.",
    call: "client.fiat.createWithdrawal({ quoteId, paymentMethod })",
    trigger: async ({ client }) => {
      const { withdrawQuote } = await client.fiat.quoteWithdrawal({
        individualId: "ind_1",
        chainId: 137,
        paymentMethodToReceiveDetails: pix,
        amountToSendInCryptoCurrency: "50",
        cryptoCurrencyToSend: "BRZ",
      });
      return client.fiat.createWithdrawal({ quoteId: withdrawQuote.quoteId, paymentMethod: pix });
    },
  },
  DB_API_FAILED: {
    cause: "The sandbox's source of metadata is down.",
    call: "client.liquidity.pools().firstPage()",
    trigger: ({ client, sandbox }) => {
      sandbox.outage("metadata");
      return client.liquidity.pools().firstPage();
    },
  },
  NFT_METADATA_DECODE_FAILED: {
    cause: "The wallet has an NFT with unreadable metadata.",
    call: "client.wallets.portfolio(walletAddress, { includeNFTs: true })",
    trigger: ({ client, sandbox, address }) => {
      sandbox.fundNft({
        account: address,
        chainId: 137,
        token: weth,
        tokenId: "7",
        name: "Broken",
        broken: true,
      });
      return client.wallets.portfolio(address, { includeNFTs: true });
    },
  },
  BLOCKCHAIN_ERROR: {
    cause: "The chain is unavailable after a position was opened.",
    call: "client.liquidity.collectFees(request)",
    trigger: async (kit) => {
      const nftId = await openPosition(kit);
      kit.sandbox.outage("chain");
      return kit.client.liquidity.collectFees({
        walletAddress: kit.address,
        chainId: 137,
        nftId,
        payGasFeeToken: usdc,
      });
    },
  },
  REGISTER_WALLET_TRACKING_FAILED: {
    cause: "The sandbox's wallet tracking is down.",
    call: "client.wallets.register({ externallyOwnedAccount, factory, salt })",
    trigger: (kit) => {
      kit.sandbox.outage("tracking");
      return kit.client.wallets.register({ ...identity(kit), salt: 7 });
    },
  },
  FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP: {
    cause: "The sandbox's queue is down.",
    call: "client.wallets.requestTaxExport(walletAddress, request)",
    trigger: ({ client, sandbox, address }) => {
      sandbox.outage("queue");
      return client.wallets.requestTaxExport(address, taxExport);
    },
  },
  BAD_REQUEST: {
    cause: "A request with several invalid fields, sent without the client's validation.",
    call: "client.liquidity.create(request)",
    trigger: (kit) =>
      kit.client.request({
        method: "POST",
        path: "/api/v1/liquidity",
        body: { ...positionOf(kit), minPrice: "low", chainId: 138, amountIn: "ten" },
      }),
  },
  WALLET_ALREADY_REGISTERED: {
    cause: "The same wallet is registered twice.",
    call: "client.wallets.register({ externallyOwnedAccount, factory })",
    trigger: (kit) => kit.client.wallets.register(identity(kit)),
  },
  EXECUTE_USER_OP: {
    cause: "A signed swap is executed one hour after its quote, on the sandbox's clock.",
    call: "client.operations.execute(signed)",
    trigger: async (kit) => {
      const { client, sandbox, owner } = kit;
      const request = swapOf(kit);
      const { quotes } = await client.swap.quote(request);
      const signed = await signQuote(pickExecutable(quotes), owner, {
        expect: request,
        owner: owner.address,
      });
      sandbox.advance(3_600_000);
      return client.operations.execute(signed);
    },
  },
  UNAUTHORIZED_EXCEPTION: simulated(
    "tokens.list",
    "client.tokens.list().firstPage()",
    "UNAUTHORIZED_EXCEPTION",
    ({ client }) => client.tokens.list().firstPage(),
  ),
  HTTP_EXCEPTION: {
    cause: "The request has no key, and no proxy adds one.",
    call: "client.tokens.list().firstPage()",
    trigger: ({ connect }) => {
      const strict = createSandbox({ keyless: false });
      return connect({ fetch: strict.fetch }).tokens.list().firstPage();
    },
  },
  NOT_ALLOWED: simulated(
    "kyc.individual.standard.get",
    "client.kyc.individual.standard.get(sessionId)",
    "NOT_ALLOWED",
    ({ client }) => client.kyc.individual.standard.get("session_1"),
  ),
  WALLET_NOT_FOUND: simulated(
    "wallets.portfolio",
    "client.wallets.portfolio(walletAddress)",
    "WALLET_NOT_FOUND",
    ({ client, address }) => client.wallets.portfolio(address),
  ),
  USER_OPERATION_NOT_FOUND: {
    cause: "The execution of an unknown operation.",
    call: "client.operations.execute(signed)",
    trigger: async ({ client, owner }) => {
      const userOperationHash = `0x${"ab".repeat(32)}` as const;
      const signature = await owner.signMessage({ message: { raw: userOperationHash } });
      return client.operations.execute({ userOperationHash, signature });
    },
  },
  STANDARD_SESSION_NOT_FOUND: {
    cause: "An enhanced session is requested with the id of a standard session.",
    call: "client.kyc.individual.enhanced.get(sessionId)",
    trigger: async ({ client }) => {
      const { session } = await client.kyc.individual.standard.create(person);
      return client.kyc.individual.enhanced.get(session.id);
    },
  },
  INDIVIDUAL_NOT_FOUND: {
    cause: "The limits of a person who is not verified.",
    call: "client.kyc.financialLimits(identityId)",
    trigger: ({ client }) => client.kyc.financialLimits("ind_9"),
  },
  INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE: simulated(
    "wallets.requestTaxExport",
    "client.wallets.requestTaxExport(walletAddress, request)",
    "INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE",
    ({ client, address }) => client.wallets.requestTaxExport(address, taxExport),
  ),
  TAX_EXPORT_SCHEDULE_ALREADY_EXISTS: simulated(
    "wallets.requestTaxExport",
    "client.wallets.requestTaxExport(walletAddress, request)",
    "TAX_EXPORT_SCHEDULE_ALREADY_EXISTS",
    ({ client, address }) => client.wallets.requestTaxExport(address, taxExport),
  ),
  FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE: simulated(
    "wallets.requestTaxExport",
    "client.wallets.requestTaxExport(walletAddress, request)",
    "FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE",
    ({ client, address }) => client.wallets.requestTaxExport(address, taxExport),
  ),
  FAILED_TO_GET_BALANCES: {
    cause: "The sandbox's balances are down.",
    call: "client.wallets.portfolio(walletAddress)",
    trigger: ({ client, sandbox, address }) => {
      sandbox.outage("balances");
      return client.wallets.portfolio(address);
    },
  },
  INTERNAL_SERVER_ERROR: simulated(
    "swap.quote",
    "client.swap.quote(request)",
    "INTERNAL_SERVER_ERROR",
    (kit) => kit.client.swap.quote(swapOf(kit)),
  ),
};

/** In the order of the catalogue, with the ids of the contract first. */
export const serviceCases: readonly ErrorCase[] = Object.entries(causes).map(([id, cause]) => ({
  title: id,
  group: errorFacts(id)?.source === "contract" ? "Ids of the contract" : "Observed ids",
  ...cause,
}));
