import { AnyAddress, Decimal } from "../../contract/shared/primitives.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { FundRequest } from "../shared/named-arguments.js";
import { toAccountKey } from "../world/account-key.js";
import { toUnits } from "../world/amounts.js";
import { findToken } from "../world/catalogue.js";
import { applyBookings, externalAccounts, toAssetKey } from "../world/ledger.js";
import { findEntry } from "../world/state.js";
import type { World } from "../world/world.js";
import { recordDeposit } from "./deposit-records.js";

/** The sender addresses of funded tokens. */
const fundingSenders = {
  evm: "0xf00df00df00df00df00df00df00df00df00df00d",
  bitcoin: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
};

/** Funds an account. A registered wallet also gets a deposit in its history. */
export function fundAccount(world: World, request: FundRequest): void {
  const { account, chainId, token: address, amount } = request;
  if (!AnyAddress.safeParse(account).success) {
    throw new ConfigurationError(
      `fund: expected a (checksummed) EVM address or a Bitcoin address as account, got ${quoteValue(account)}`,
    );
  }
  const known = findToken(chainId, String(address));
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
  if (!Decimal.safeParse(amount).success) {
    throw new ConfigurationError(
      `fund: expected a decimal string such as "1.5" as amount, got ${quoteValue(amount)}`,
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
