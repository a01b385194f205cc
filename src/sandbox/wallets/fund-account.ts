import { isBitcoinAddress } from "../../contract/shared/addresses/is-bitcoin-address.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { toUnits } from "../world/amounts.js";
import { findToken } from "../world/catalogue.js";
import { applyBookings, externalAccounts, toAccountKey, toAssetKey } from "../world/ledger.js";
import { findEntry } from "../world/state.js";
import type { Project, World } from "../world/world.js";
import { recordDeposit } from "./deposit-records.js";

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

/** The sender addresses of funded tokens. */
const fundingSenders = {
  evm: "0xf00df00df00df00df00df00df00df00df00df00d",
  bitcoin: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
};

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
  applyBookings(world, [{ from: externalAccounts.mint, to: account, asset, units }]);
  const key = toAccountKey(account);
  const wallet = findEntry(world.wallets, key) ?? findEntry(world.bitcoinWallets, key);
  const from = isBitcoin ? fundingSenders.bitcoin : fundingSenders.evm;
  if (wallet) recordDeposit(world, { wallet: wallet.address, from, token: known, units });
}

/** Adds a Bitcoin wallet to a project, which no operation of the service can. Idempotent. */
export function registerBitcoinWallet(world: World, project: Project, address: string): void {
  if (!isBitcoinAddress(address))
    throw new ConfigurationError(
      `registerBitcoinWallet: expected a Bitcoin mainnet address, got ${quoteValue(address)}`,
    );
  world.bitcoinWallets[address] = { address, projectId: project.id };
}
