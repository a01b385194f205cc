import { privateKeyToAccount } from "viem/accounts";
import { type Client, isApiError, isExecutable, WaitTimeoutError } from "../../../src/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { person } from "../../sandbox/kyc/verification-sessions.js";
import { factory, usdc } from "../../sandbox/open-sandbox.js";
import { createSwapRequest } from "../../sandbox/swap/swap-requests.js";
import type { WriteKind } from "./plan.js";

const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);
const externallyOwnedAccount = owner.address;

interface CallOptions {
  readonly signal: AbortSignal;
}

/** One write, before it is sent. */
export interface PreparedWrite {
  /** Unique in its plan. */
  readonly key: string;
  readonly send: (client: Client, options: CallOptions) => PromiseLike<unknown>;
  /**
   * Follows the `lookup` of the error. Returns whether the write was executed, or throws if a
   * request failed. `patience` multiplies time limits. `retry`: sending the write again is safe and
   * shows its outcome.
   */
  readonly lookup: "retry" | ((client: Client, patience: number) => Promise<boolean>);
  /** Whether a request is this write. */
  readonly matches: (method: string, path: string, body: string) => boolean;
  /** Whether the state of the sandbox shows the write. */
  readonly isDone: (world: World) => boolean;
}

export interface Scene {
  readonly sandbox: Sandbox;
  /** Not affected by faults. */
  readonly client: Client;
  /** The state of the sandbox. */
  readonly look: <T>(read: (world: World) => T) => T;
}

type Prepare = (scene: Scene, n: number) => Promise<PreparedWrite>;

async function registerWallet({ client, sandbox }: Scene, salt: number) {
  const { wallet } = await client.wallets.register({ externallyOwnedAccount, factory, salt });
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "1000" });
  return wallet.walletAddress;
}

const prepareRegister: Prepare = async (_scene, n) => {
  const salt = 1_000_000_000 + n;
  const wallet = { externallyOwnedAccount, factory, salt } as const;
  return {
    key: `register ${salt}`,
    send: (client, options) => client.wallets.register(wallet, options),
    lookup: async (client) => {
      const { registeredAt } = (await client.wallets.check(wallet)).wallet;
      return registeredAt !== null && registeredAt !== undefined;
    },
    matches: (method, path, body) =>
      method === "POST" && path.endsWith("/wallets/register") && body.includes(`"${salt}"`),
    isDone: ({ wallets }) => Object.values(wallets).some((one) => one.salt === String(salt)),
  };
};

const prepareMetadata: Prepare = async (scene, n) => {
  const address = await registerWallet(scene, n);
  const { items } = await scene.client.wallets.history(address).firstPage();
  const id = items[0]?.id as string;
  const metadata = { order: `m${n}` };
  return {
    key: `metadata ${id}`,
    send: (client, options) =>
      client.wallets.updateTransactionMetadata(id, metadata, { ...options }),
    lookup: async (client) => {
      const all = await client.wallets.history(address).toArray({ limit: 10 });
      return all.some((one) => one.id === id && one.metadata?.["order"] === metadata.order);
    },
    matches: (method, path) => method !== "GET" && path.includes(`/transactions/${id}/`),
    isDone: ({ history }) =>
      Object.values(history)
        .flat()
        .some((one) => one.id === id && JSON.stringify(one.metadata) === JSON.stringify(metadata)),
  };
};

const prepareExecution: Prepare = async (scene, n) => {
  const { client } = scene;
  const address = await registerWallet(scene, n);
  const request = createSwapRequest(address, { amountIn: "1" });
  const quote = (await client.swap.quote(request)).quotes.find(isExecutable);
  if (!quote) throw new TypeError("nothing to sign");
  const { userOperationHash } = quote;
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  return {
    key: `execute ${userOperationHash}`,
    send: (one, options) => one.operations.execute({ userOperationHash, signature }, options),
    lookup: async (one, patience) => {
      try {
        const wait = { timeout: 60 * patience, interval: 10, maxInterval: 10 };
        await one.wallets.waitForTransaction(address, { userOperationHash }, wait);
        return true;
      } catch (error) {
        if (!(error instanceof WaitTimeoutError) || error.lastError !== undefined) throw error;
        return error.lastStatus !== undefined;
      }
    },
    matches: (method, path, body) =>
      method === "POST" && path.endsWith("/execute-user-op") && body.includes(userOperationHash),
    isDone: ({ operations }) => operations[userOperationHash]?.state === "executed",
  };
};

/** No call lists orders and sessions, so the lookup is a question to the service. */
const prepareDeposit: Prepare = async (scene, n) => {
  const walletAddress = await registerWallet(scene, n);
  const { depositQuote } = await scene.client.fiat.quoteDeposit({
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 10,
    receiveCryptoCurrency: "USDC",
    individualId: "ind_1",
    chainId: 137,
    walletAddress,
  });
  const { quoteId } = depositQuote;
  const isDone = ({ fiatOrders }: World) =>
    Object.values(fiatOrders).some((order) => order.quoteId === quoteId);
  return {
    key: `deposit ${quoteId}`,
    send: (client, options) => client.fiat.createDeposit({ quoteId }, options),
    lookup: async () => scene.look(isDone),
    matches: (method, path, body) =>
      method === "POST" && path.endsWith("/v2/fiat/deposit") && body.includes(quoteId),
    isDone,
  };
};

const prepareTaxExport: Prepare = async (scene, n) => {
  const address = await registerWallet(scene, n);
  const request = {
    email: "ana@example.com",
    individual: { type: "individual", individualId: "ind_1" },
  } as const;
  return {
    key: `tax ${address}`,
    send: (client, options) => client.wallets.requestTaxExport(address, request, options),
    lookup: "retry",
    matches: (_method, path) => path.endsWith(`${address}/tax-export`),
    isDone: ({ taxExports }) => taxExports[address.toLowerCase()] !== undefined,
  };
};

const prepareSession: Prepare = async (scene, n) => {
  const documentId = String(1_000_000_000 + n);
  const isDone = ({ sessions }: World) =>
    Object.values(sessions).some((session) =>
      JSON.stringify(session.record).includes(`"${documentId}"`),
    );
  return {
    key: `session ${documentId}`,
    send: (client, options) =>
      client.kyc.individual.standard.create({ ...person, documentId }, options),
    lookup: async () => scene.look(isDone),
    matches: (method, path, body) =>
      method === "POST" &&
      path.endsWith("/individual-verification-sessions/standard") &&
      body.includes(`"${documentId}"`),
    isDone,
  };
};

export const prepareWrite: Readonly<Record<WriteKind, Prepare>> = {
  register: prepareRegister,
  metadata: prepareMetadata,
  execute: prepareExecution,
  deposit: prepareDeposit,
  tax: prepareTaxExport,
  session: prepareSession,
};

/** Whether the service says that a repeated tax export was already requested. */
export const wasAlreadyRequested = (error: unknown) =>
  isApiError(error, "TAX_EXPORT_ALREADY_REQUESTED_TODAY");
