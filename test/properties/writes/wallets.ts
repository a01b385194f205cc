import { isApiError } from "../../../src/index.js";
import { factory } from "../../sandbox/open-sandbox.js";
import { owner, type Prepare, registerWallet, type Writes } from "./prepared-write.js";

const prepareRegister: Prepare = async (_scene, n) => {
  const salt = 1_000_000_000 + n;
  const wallet = { externallyOwnedAccount: owner.address, factory, salt } as const;
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

const prepareTaxExport: Prepare = async (scene, n) => {
  const address = await registerWallet(scene, n);
  const request = {
    email: "ana@example.com",
    individual: { type: "individual", individualId: "ind_1" },
  } as const;
  // The days of the service. What was sent earlier is settled before the write is sent again.
  const getDay = () => new Date(scene.sandbox.now()).toISOString().slice(0, 10);
  let sentOn = "";
  return {
    key: `tax ${address}`,
    send: (client, options) => {
      sentOn = getDay();
      return client.wallets.requestTaxExport(address, request, options);
    },
    canRetry: () => sentOn === getDay(),
    matches: (_method, path) => path.endsWith(`${address}/tax-export`),
    isDone: ({ taxExports }) => taxExports[address.toLowerCase()] !== undefined,
  };
};

const prepareSchedule: Prepare = async (scene, n) => {
  const address = await registerWallet(scene, n);
  const request = {
    email: "ana@example.com",
    individual: { type: "individual", individualId: "ind_1" },
    recurrencePreset: "MONTHLY_START",
  } as const;
  return {
    key: `tax schedule ${address}`,
    send: (client, options) => client.wallets.scheduleTaxExport(address, request, options),
    canRetry: () => true,
    matches: (_method, path) => path.endsWith(`${address}/tax-export/schedules`),
    isDone: ({ taxExportSchedules }) => taxExportSchedules[address.toLowerCase()] !== undefined,
  };
};

const prepareWalletMetadata: Prepare = async (scene, n) => {
  const address = await registerWallet(scene, n);
  const wallet = { externallyOwnedAccount: owner.address, factory, salt: n } as const;
  const order = `w${n}`;
  return {
    key: `wallet metadata ${address}`,
    send: (client, options) => client.wallets.updateMetadata(address, { order }, options),
    lookup: async (client) =>
      (await client.wallets.check(wallet)).wallet.metadata?.["order"] === order,
    matches: (method, path) => method === "PATCH" && path.endsWith(`/wallets/${address}/metadata`),
    isDone: ({ wallets }) => wallets[address.toLowerCase()]?.metadata?.["order"] === order,
  };
};

/** Whether the service says that a repeated tax export or schedule was already requested. */
export const wasAlreadyRequested = (error: unknown) =>
  isApiError(error, "TAX_EXPORT_ALREADY_REQUESTED_TODAY") ||
  isApiError(error, "TAX_EXPORT_SCHEDULE_ALREADY_EXISTS");

/** The lookup of these is a retry, because no call shows their outcome. */
export const retriedWrites = ["wallets.requestTaxExport", "wallets.scheduleTaxExport"] as const;

export const walletWrites = {
  "wallets.register": prepareRegister,
  "wallets.updateTransactionMetadata": prepareMetadata,
  "wallets.requestTaxExport": prepareTaxExport,
  "wallets.scheduleTaxExport": prepareSchedule,
  "wallets.updateMetadata": prepareWalletMetadata,
} satisfies Writes;
