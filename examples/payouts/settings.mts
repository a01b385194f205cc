// Shows the settings of the payouts, which are environment variables. All programs here read them.

import { createClient, isAddress } from "bursar";
import { isHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";

export function readSettings() {
  const {
    BURSAR_BASE_URL: baseUrl = "http://127.0.0.1:4010",
    BURSAR_API_KEY: apiKey = "sandbox-key",
    WALLET: walletAddress = "",
    OWNER_KEY: ownerKey = "",
    TOKEN: token = "",
    NODE_URL: nodeUrl,
    MAX_GAS_PER_BATCH: maxGasFee = "10",
    MAX_PER_BATCH: perOperation = "10000",
    MAX_PER_DAY: perDay = "100000",
    BATCH_SIZE: batchSize = "50",
  } = process.env;
  if (!isAddress(walletAddress) || !isAddress(token) || !isHash(ownerKey))
    throw new Error("set WALLET=0x…, OWNER_KEY=0x… and TOKEN=0x…");
  if (!/^[1-9]\d{0,3}$/.test(batchSize)) throw new Error("BATCH_SIZE: expected 1 to 9999");
  return {
    client: createClient({ baseUrl, apiKey }),
    baseUrl,
    signer: privateKeyToAccount(ownerKey),
    chainId: 137 as const,
    walletAddress,
    token,
    /** A node of the chain, which measures what arrived. */
    nodeUrl,
    maxGasFee,
    perOperation,
    perDay,
    batchSize: Number(batchSize),
  };
}

export type Settings = ReturnType<typeof readSettings>;
