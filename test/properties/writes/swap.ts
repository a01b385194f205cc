import { WaitTimeoutError } from "../../../src/index.js";
import {
  createOrderRequest,
  createSwapRequest,
  findExecutable,
} from "../../sandbox/swap/swap-requests.js";
import {
  executeHash,
  isExecutionOf,
  owner,
  type Prepare,
  registerWallet,
  type Writes,
} from "./prepared-write.js";

const prepareExecution: Prepare = async (scene, n) => {
  const address = await registerWallet(scene, n);
  const request = createSwapRequest(address, { amountIn: "1" });
  const { userOperationHash } = findExecutable((await scene.client.swap.quote(request)).quotes);
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  return {
    key: `execute ${userOperationHash}`,
    send: (one, options) => one.operations.execute({ userOperationHash, signature }, options),
    lookup: async (one) => {
      try {
        const wait = { timeout: 60, interval: 10, maxInterval: 10 };
        await one.wallets.waitForTransaction(address, { userOperationHash }, wait);
        return true;
      } catch (error) {
        if (!(error instanceof WaitTimeoutError) || error.lastError !== undefined) throw error;
        return error.lastStatus !== undefined;
      }
    },
    matches: (method, path, body) =>
      method === "POST" && isExecutionOf(path, body, userOperationHash),
    isDone: ({ operations }) => operations[userOperationHash]?.state === "executed",
  };
};

const finalStatuses = ["COMPLETED", "FAILED", "PARTIALLY_COMPLETED"];

/** The order has no expiry and a price that is never reached: only the cancellation closes it. */
const prepareCancel: Prepare = async (scene, n) => {
  const { client } = scene;
  const address = await registerWallet(scene, n);
  const { quotes } = await client.swap.quote(createOrderRequest(address, "0.5"));
  const { userOperationHash } = findExecutable(quotes);
  await executeHash(scene, userOperationHash);
  const find = { userOperationHash };
  const id = (await client.wallets.history(address, find).firstPage()).items[0]?.id as string;
  const { signData } = await client.swap.prepareCancellation(id);
  const signature = await owner.signTypedData(signData[0]?.typedData as never);
  return {
    key: `cancel ${id}`,
    send: (one, options) => one.swap.cancelLimitOrder(id, { signature }, options),
    lookup: async (one) => {
      const order = (await one.wallets.history(address).toArray({ limit: 10 })).find(
        (each) => each.id === id,
      );
      return finalStatuses.includes(order?.status as string);
    },
    matches: (method, path) =>
      method === "POST" && path.endsWith(`/limit-orders/${id}/cancel/execute`),
    isDone: ({ orders }) => orders[id] === undefined,
  };
};

export const executionWrites = {
  "swap.cancelLimitOrder": prepareCancel,
  "operations.execute": prepareExecution,
} satisfies Writes;
