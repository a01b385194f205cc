import type { Transaction } from "../../contract/wallets/types.js";
import type { Hex } from "../../shared/patterns.js";
import { addToHistory, createExplorerLink } from "../operations/settle-operations.js";
import { describeChain, type KnownToken } from "../world/catalogue.js";
import { describeAmount } from "../world/currency-values.js";
import { toAccountKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import { createRandom } from "../world/random.js";
import { createId, toIsoTime } from "../world/state.js";
import type { World } from "../world/world.js";

export interface Deposit {
  wallet: string;
  from: string;
  token: KnownToken;
  units: bigint;
  /** In US dollars, at the time of the deposit. */
  price: string;
}

export function createDepositRecord(
  id: string,
  time: number,
  hash: Hex,
  deposit: Deposit,
): Transaction {
  const at = toIsoTime(time);
  const { wallet, from, token } = deposit;
  const received = describeAmount(deposit.units, token, deposit.price);
  return {
    metadata: null,
    id,
    createdAt: at,
    updatedAt: at,
    executedAt: at,
    status: "COMPLETED",
    transactionHash: createExplorerLink(token.chainId, hash),
    chain: describeChain(token.chainId),
    type: "CRYPTO_DEPOSIT",
    // An incoming transfer has no user operation.
    userOperationHash: null,
    receivedBy: toAccountKey(wallet),
    receivedFromAddress: toAccountKey(from),
    receivedCryptoCurrency: received.token,
    receivedAmount: received,
  };
}

/** Adds a deposit to the wallet's history. The caller books the balance. */
export function recordDeposit(world: World, deposit: Omit<Deposit, "price">): Transaction {
  const hash = `0x${createRandom(world).hex(32)}` as const;
  const record = createDepositRecord(createId(world, "tx"), world.time, hash, {
    ...deposit,
    price: getPrice(world, deposit.token),
  });
  addToHistory(world, deposit.wallet, record);
  return record;
}
