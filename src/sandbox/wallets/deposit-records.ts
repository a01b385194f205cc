import type { Hex } from "../../contract/shared/primitives.js";
import type { Transaction } from "../../contract/wallets/types.js";
import { addToHistory, explorerLink } from "../operations/settle-operations.js";
import { isoTime, makeId } from "../shared/operation-handler.js";
import { accountKey } from "../world/account-key.js";
import { chainRecord, type KnownToken } from "../world/catalogue.js";
import { valued } from "../world/currency-values.js";
import { priceOf } from "../world/prices.js";
import { createRandom } from "../world/random.js";
import type { World } from "../world/world.js";

/** What arrived in a wallet from outside. */
export interface Deposit {
  wallet: string;
  from: string;
  token: KnownToken;
  units: bigint;
  /** In US dollars, at that time. */
  price: string;
}

/** The record of a received deposit, with every field that is known of it. */
export function depositRecord(id: string, time: number, hash: Hex, deposit: Deposit): Transaction {
  const at = isoTime(time);
  const { wallet, from, token } = deposit;
  const received = valued(deposit.units, token, deposit.price);
  return {
    metadata: null,
    id,
    createdAt: at,
    updatedAt: at,
    executedAt: at,
    status: "COMPLETED",
    transactionHash: explorerLink(token.chainId, hash),
    chain: chainRecord(token.chainId),
    type: "CRYPTO_DEPOSIT",
    // Nobody signed for it, so there is no user operation.
    userOperationHash: null,
    receivedBy: accountKey(wallet),
    receivedFromAddress: accountKey(from),
    receivedCryptoCurrency: received.token,
    receivedAmount: received,
  };
}

/** Writes a deposit into the wallet's history. The balance is booked by whoever sends it. */
export function depositReceived(world: World, deposit: Omit<Deposit, "price">): Transaction {
  const hash = `0x${createRandom(world).hex(32)}` as const;
  const record = depositRecord(makeId(world, "tx"), world.time, hash, {
    ...deposit,
    price: priceOf(world, deposit.token),
  });
  addToHistory(world, deposit.wallet, record);
  return record;
}
