import { type EndpointName, type ErrorId, errorFacts } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable, signOperation, signQuote } from "bursar/signing";
import type { ErrorCase } from "./case";
import {
  depositOf,
  factory,
  type Kit,
  nobody,
  person,
  pix,
  positionOf,
  swapOf,
  taxExport,
  usdc,
  weth,
} from "./kit";

type Cause = Omit<ErrorCase, "title" | "group">;

/** For ids that the sandbox has no cause for: they were seen, and nobody knows of which call. */
const told = (
  operation: EndpointName,
  call: string,
  id: ErrorId,
  provoke: (kit: Kit) => unknown,
): Cause => ({
  cause: `The sandbox is told to answer the next ${operation} with this id, which was seen in the running service.`,
  call,
  provoke: (kit) => {
    kit.sandbox.fail(operation, { id, message: "As the service was seen to answer" });
    return provoke(kit);
  },
});

const identity = ({ owner }: Kit) => ({ externallyOwnedAccount: owner.address, factory }) as const;

async function firstTransaction({ client, address }: Kit): Promise<string> {
  const { items } = await client.wallets.history(address, { take: 1 }).firstPage();
  return items[0]?.id ?? "";
}

/** A position of the wallet, by its token id. */
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

/** Causes of the error ids. */
const causes: Readonly<Partial<Record<ErrorId, Cause>>> = {
  NOT_AUTHORIZED_TOKENS: {
    cause: "A swap into a token that the service does not support.",
    call: "client.swap.quote(request)",
    provoke: (kit) => kit.client.swap.quote(swapOf(kit, { tokenOut: nobody })),
  },
  FIAT_QUOTE_EXPIRED: {
    cause: "A deposit is quoted, an hour passes on the sandbox's clock, and then it is ordered.",
    call: "client.fiat.createDeposit({ quoteId })",
    provoke: async (kit) => {
      const { depositQuote } = await kit.client.fiat.quoteDeposit(depositOf(kit));
      kit.sandbox.advance(3_600_000);
      return kit.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    },
  },
  CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES: {
    cause: "A deposit on Base, in a project that has whitelisted USDC on Polygon only.",
    call: "client.fiat.quoteDeposit(request)",
    provoke: (kit) => {
      kit.sandbox.configure({ whitelist: [`137:${usdc}`] });
      return kit.client.fiat.quoteDeposit({ ...depositOf(kit), chainId: 8453 });
    },
  },
  FACTORY_NOT_SUPPORTED: {
    cause: "A wallet of a factory that the service does not know.",
    call: "client.wallets.register({ externallyOwnedAccount, factory })",
    provoke: (kit) => kit.client.wallets.register({ ...identity(kit), factory: nobody }),
  },
  invalid_metadata: {
    cause: "Metadata with a number in it, sent past the client's own check.",
    call: "client.wallets.updateTransactionMetadata(transactionId, metadata)",
    provoke: async (kit) =>
      kit.client.request({
        method: "PATCH",
        path: "/api/v1/wallets/transactions/{transactionId}/metadata",
        params: { transactionId: await firstTransaction(kit) },
        body: { metadata: { invoice: 17 } },
      }),
  },
  CANCEL_LIMIT_ORDER_NOT_ALLOWED: {
    cause: "Taking back a transaction that is no limit order.",
    call: "client.swap.prepareCancellation(transactionId)",
    provoke: async (kit) => kit.client.swap.prepareCancellation(await firstTransaction(kit)),
  },
  UNAVAILABLE_COMPUTE_UNITS: {
    cause: "The project has no compute units left.",
    call: "client.wallets.portfolio(walletAddress)",
    provoke: ({ client, sandbox, address }) => {
      sandbox.configure({ units: 0 });
      return client.wallets.portfolio(address);
    },
  },
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: {
    cause: "The history of a wallet that nobody registered.",
    call: "client.wallets.history(walletAddress).firstPage()",
    provoke: ({ client }) => client.wallets.history(nobody).firstPage(),
  },
  FIAT_QUOTE_NOT_FOUND: {
    cause: "A deposit is ordered from a quote that does not exist.",
    call: "client.fiat.createDeposit({ quoteId })",
    provoke: ({ client }) => client.fiat.createDeposit({ quoteId: "quote_nobody" }),
  },
  PROJECT_NOT_FOUND: {
    cause: "The project of the key has been deleted.",
    call: "client.wallets.check({ externallyOwnedAccount, factory })",
    provoke: (kit) => {
      kit.sandbox.configure({ deleted: true });
      return kit.client.wallets.check(identity(kit));
    },
  },
  TRANSACTION_NOT_FOUND: {
    cause: "Metadata for a transaction that does not exist.",
    call: "client.wallets.updateTransactionMetadata(transactionId, metadata)",
    provoke: ({ client }) =>
      client.wallets.updateTransactionMetadata("tx_nobody", { invoice: "17" }),
  },
  CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND: {
    cause: "Taking back an order that does not exist.",
    call: "client.swap.prepareCancellation(transactionId)",
    provoke: ({ client }) => client.swap.prepareCancellation("tx_nobody"),
  },
  TAX_EXPORT_ALREADY_REQUESTED_TODAY: {
    cause: "A second tax export on one day.",
    call: "client.wallets.requestTaxExport(walletAddress, request)",
    provoke: async ({ client, address }) => {
      await client.wallets.requestTaxExport(address, taxExport);
      return client.wallets.requestTaxExport(address, taxExport);
    },
  },
  SWAP_QUOTE: {
    cause: "A swap of a token into itself: no route leads there.",
    call: "client.swap.quote(request)",
    provoke: (kit) => kit.client.swap.quote(swapOf(kit, { tokenOut: usdc })),
  },
  FAILED_TO_ESTIMATE_TRANSFER: {
    cause: "A transfer from an account that holds nothing.",
    call: "client.wallets.deposit(walletAddress, request)",
    provoke: ({ client, address }) =>
      client.wallets.deposit(address, {
        amount: "1",
        chainId: 137,
        token: usdc,
        fromAddress: nobody,
      }),
  },
  FAILED_TO_GET_FIAT_QUOTE: {
    cause: "The sandbox's source of fiat quotes is down.",
    call: "client.fiat.quoteDeposit(request)",
    provoke: (kit) => {
      kit.sandbox.outage("fiat-quotes");
      return kit.client.fiat.quoteDeposit(depositOf(kit));
    },
  },
  FAILED_TO_CREATE_FIAT_DEPOSIT: {
    cause: "The sandbox's fiat orders are down.",
    call: "client.fiat.createDeposit({ quoteId })",
    provoke: async (kit) => {
      const { depositQuote } = await kit.client.fiat.quoteDeposit(depositOf(kit));
      kit.sandbox.outage("fiat-orders");
      return kit.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    },
  },
  FAILED_TO_CREATE_FIAT_WITHDRAW: {
    cause: "A withdrawal of BRZ that no wallet of the project holds.",
    call: "client.fiat.createWithdrawal({ quoteId, paymentMethod })",
    provoke: async ({ client }) => {
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
    provoke: ({ client, sandbox }) => {
      sandbox.outage("metadata");
      return client.liquidity.pools().firstPage();
    },
  },
  NFT_METADATA_DECODE_FAILED: {
    cause: "The wallet holds an NFT whose metadata cannot be read.",
    call: "client.wallets.portfolio(walletAddress, { includeNFTs: true })",
    provoke: ({ client, sandbox, address }) => {
      sandbox.fundNft(address, {
        chainId: 137,
        address: weth,
        tokenId: "7",
        name: "Broken",
        broken: true,
      });
      return client.wallets.portfolio(address, { includeNFTs: true });
    },
  },
  BLOCKCHAIN_ERROR: {
    cause: "A position is opened, and then the chain cannot be read.",
    call: "client.liquidity.collectFees(request)",
    provoke: async (kit) => {
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
    cause: "The tracking of wallets is down.",
    call: "client.wallets.register({ externallyOwnedAccount, factory, salt })",
    provoke: (kit) => {
      kit.sandbox.outage("tracking");
      return kit.client.wallets.register({ ...identity(kit), salt: 7 });
    },
  },
  FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP: {
    cause: "The sandbox's queue is down.",
    call: "client.wallets.requestTaxExport(walletAddress, request)",
    provoke: ({ client, sandbox, address }) => {
      sandbox.outage("queue");
      return client.wallets.requestTaxExport(address, taxExport);
    },
  },
  BAD_REQUEST: {
    cause: "A request with several wrong fields, sent past the client's own check.",
    call: "client.liquidity.create(request)",
    provoke: (kit) =>
      kit.client.request({
        method: "POST",
        path: "/api/v1/liquidity",
        body: { ...positionOf(kit), minPrice: "low", chainId: 138, amountIn: "ten" },
      }),
  },
  WALLET_ALREADY_REGISTERED: {
    cause: "The same wallet is registered twice.",
    call: "client.wallets.register({ externallyOwnedAccount, factory })",
    provoke: (kit) => kit.client.wallets.register(identity(kit)),
  },
  EXECUTE_USER_OP: {
    cause:
      "A swap is quoted and signed, an hour passes on the sandbox's clock, and then it is executed.",
    call: "client.operations.execute(signed)",
    provoke: async (kit) => {
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
  UNAUTHORIZED_EXCEPTION: told(
    "tokens.list",
    "client.tokens.list().firstPage()",
    "UNAUTHORIZED_EXCEPTION",
    ({ client }) => client.tokens.list().firstPage(),
  ),
  HTTP_EXCEPTION: {
    cause: "No key is sent, and no proxy adds one.",
    call: "client.tokens.list().firstPage()",
    provoke: ({ connect }) => {
      const strict = createSandbox({ keyless: false });
      return connect({ fetch: strict.fetch }).tokens.list().firstPage();
    },
  },
  NOT_ALLOWED: told(
    "kyc.individual.standard.get",
    "client.kyc.individual.standard.get(sessionId)",
    "NOT_ALLOWED",
    ({ client }) => client.kyc.individual.standard.get("session_1"),
  ),
  WALLET_NOT_FOUND: told(
    "wallets.portfolio",
    "client.wallets.portfolio(walletAddress)",
    "WALLET_NOT_FOUND",
    ({ client, address }) => client.wallets.portfolio(address),
  ),
  USER_OPERATION_NOT_FOUND: {
    cause: "An operation is executed that nobody prepared.",
    call: "client.operations.execute(signed)",
    provoke: async ({ client, owner }) => {
      const userOperationHash = `0x${"ab".repeat(32)}` as const;
      const signature = await owner.signMessage({ message: { raw: userOperationHash } });
      return client.operations.execute({ userOperationHash, signature });
    },
  },
  STANDARD_SESSION_NOT_FOUND: {
    cause: "A standard session is looked for among the enhanced ones.",
    call: "client.kyc.individual.enhanced.get(sessionId)",
    provoke: async ({ client }) => {
      const { session } = await client.kyc.individual.standard.create(person);
      return client.kyc.individual.enhanced.get(session.id);
    },
  },
  INDIVIDUAL_NOT_FOUND: {
    cause: "The limits of a person whom nobody verified.",
    call: "client.kyc.financialLimits(identityId)",
    provoke: ({ client }) => client.kyc.financialLimits("ind_9"),
  },
  INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE: told(
    "wallets.requestTaxExport",
    "client.wallets.requestTaxExport(walletAddress, request)",
    "INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE",
    ({ client, address }) => client.wallets.requestTaxExport(address, taxExport),
  ),
  TAX_EXPORT_SCHEDULE_ALREADY_EXISTS: told(
    "wallets.requestTaxExport",
    "client.wallets.requestTaxExport(walletAddress, request)",
    "TAX_EXPORT_SCHEDULE_ALREADY_EXISTS",
    ({ client, address }) => client.wallets.requestTaxExport(address, taxExport),
  ),
  FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE: told(
    "wallets.requestTaxExport",
    "client.wallets.requestTaxExport(walletAddress, request)",
    "FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE",
    ({ client, address }) => client.wallets.requestTaxExport(address, taxExport),
  ),
  FAILED_TO_GET_BALANCES: {
    cause: "The sandbox's balances are down.",
    call: "client.wallets.portfolio(walletAddress)",
    provoke: ({ client, sandbox, address }) => {
      sandbox.outage("balances");
      return client.wallets.portfolio(address);
    },
  },
  INTERNAL_SERVER_ERROR: told(
    "swap.quote",
    "client.swap.quote(request)",
    "INTERNAL_SERVER_ERROR",
    (kit) => kit.client.swap.quote(swapOf(kit)),
  ),
};

/** The order is that of the catalogue: the contract's first. */
export const serviceCases: readonly ErrorCase[] = Object.entries(causes).map(([id, cause]) => ({
  title: id,
  group: errorFacts(id)?.source === "contract" ? "Ids of the contract" : "Ids that were seen",
  ...cause,
}));
