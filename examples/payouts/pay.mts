// Shows how a batch is paid once, within the limits of a policy. payouts.mts and each worker in
// workers/ use it.

import type { BatchRequest } from "bursar";
import { type Journal, type OnceOptions, type OnceResult, once } from "bursar/intents";
import { createSigningPolicy, type PolicyStore } from "bursar/policy";
import type { Batch, Plan } from "./plan.mjs";
import type { Settings } from "./settings.mjs";

/** The request of a batch. The prepared batch is compared with it before it is signed. */
export function toRequest(
  { walletAddress, chainId, token }: Settings,
  { payments, intent }: Batch,
): BatchRequest {
  return {
    walletAddress,
    chainId,
    operations: payments.map(({ receiver, amount }) => ({
      type: "transfer",
      params: {
        walletAddress,
        chainId,
        token,
        amount,
        toAddress: receiver,
        metadata: { intent },
        payGasFeeToken: token,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
      },
    })),
  };
}

/** In memory, the limit of a day starts anew with the program. Workers share a store. */
export function createPolicy(settings: Settings, { payments }: Plan, store?: PolicyStore) {
  const { chainId, token, perOperation, perDay } = settings;
  return createSigningPolicy({
    chains: [chainId],
    receivers: payments.map(({ receiver }) => receiver),
    limits: [{ token, perOperation, windows: [{ hours: 24, max: perDay }] }],
    store,
  });
}

export interface PayOptions extends Pick<OnceOptions, "policy" | "wait"> {
  journal: Journal;
}

export function payBatch(
  settings: Settings,
  batch: Batch,
  options: PayOptions,
): Promise<OnceResult> {
  const { client, signer, walletAddress, chainId, maxGasFee } = settings;
  const expect = toRequest(settings, batch);
  const terms = { walletAddress, chainId, signer, owner: signer.address, expect, maxGasFee };
  return once(client, { intent: batch.intent, ...terms, ...options }, () =>
    client.operations.batch(expect),
  );
}
