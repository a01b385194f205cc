import { isBitcoinAddress } from "../../contract/shared/addresses/is-bitcoin-address.js";
import type { Transaction } from "../../contract/wallets/history-records.js";
import { ConfigurationError } from "../../errors/data.js";
import { toUnits } from "../../shared/decimal.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import type { Hex } from "../../shared/patterns.js";
import { addToHistory, createExplorerLink } from "../operations/settle-operations.js";
import { describeChain, findToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts, externalAddresses } from "../world/external-accounts.js";
import { applyBookings, toAccountKey, toAssetKey } from "../world/ledger.js";
import { describeAmount, getPrice } from "../world/prices.js";
import { createRandom } from "../world/random.js";
import { createId, findEntry, toIsoTime } from "../world/state.js";
import type { Booking, Project, World } from "../world/world.js";

/** Tokens to give to an account. */
export interface FundRequest {
  /** A wallet or any other address. */
  account: string;
  chainId: number;
  /** The token's address. */
  token: string;
  /** A decimal string in whole tokens. */
  amount: string;
}

const bitcoinSender = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

/** Funds an account. A registered wallet also gets a deposit in its history. */
export function fundAccount(world: World, request: FundRequest): void {
  const { account, chainId, token: address, amount } = request;
  const known = findToken(chainId, address);
  if (!known)
    throw new ConfigurationError(
      `fund: the sandbox has no token ${quoteValue(address)} on chain ${quoteValue(chainId)}`,
    );
  const isBitcoin = !account.startsWith("0x");
  if (isBitcoin !== (chainId === 0)) {
    const expected = chainId === 0 ? "a Bitcoin" : "an EVM";
    throw new ConfigurationError(
      `fund: chain ${chainId} expects ${expected} address as account, got ${quoteValue(account)}`,
    );
  }
  const units = toUnits(amount, known.decimals);
  const asset = toAssetKey(chainId, address);
  const bookings = [{ from: externalAccounts.mint, to: account, asset, units }];
  const key = toAccountKey(account);
  const wallet = findEntry(world.wallets, key) ?? findEntry(world.bitcoinWallets, key);
  const from = isBitcoin ? bitcoinSender : externalAddresses.mint;
  if (wallet) recordDeposit(world, { wallet: wallet.address, from, token: known, units }, bookings);
  else applyBookings(world, bookings);
}

/** Adds a Bitcoin wallet to a project, which no operation of the service can. Idempotent. */
export function registerBitcoinWallet(world: World, project: Project, address: string): void {
  if (!isBitcoinAddress(address))
    throw new ConfigurationError(
      `registerBitcoinWallet: expected a Bitcoin mainnet address, got ${quoteValue(address)}`,
    );
  world.bitcoinWallets[address] = { address, projectId: project.id };
}

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

/** Books a deposit and adds it to the wallet's history. */
export function recordDeposit(
  world: World,
  deposit: Omit<Deposit, "price">,
  bookings: readonly Booking[],
): Transaction {
  const hash = `0x${createRandom(world).hex(32)}` as const;
  applyBookings(world, bookings, { chainId: deposit.token.chainId, hash });
  const record = createDepositRecord(createId(world, "tx"), world.time, hash, {
    ...deposit,
    price: getPrice(world, deposit.token),
  });
  addToHistory(world, deposit.wallet, record);
  return record;
}
