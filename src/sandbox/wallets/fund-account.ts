import { AnyAddress, Decimal } from "../../contract/shared/primitives.js";
import { ConfigurationError } from "../../errors/data.js";
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
export function fundAccount(
  world: World,
  account: string,
  token: { readonly chainId: number; readonly address: string },
  amount: string,
): void {
  const { chainId, address } = token;
  if (!AnyAddress.safeParse(account).success) {
    throw new ConfigurationError(
      `account ${JSON.stringify(account)} is not an EVM address (with its checksum, if any) nor a Bitcoin address`,
    );
  }
  const known = findToken(chainId, String(address));
  if (!known)
    throw new ConfigurationError(`the sandbox knows no token ${address} on chain ${chainId}`);
  const isBitcoin = !account.startsWith("0x");
  if (isBitcoin !== (chainId === 0)) {
    throw new ConfigurationError(
      `account ${account} is not ${chainId === 0 ? "a Bitcoin" : "an EVM"} address, which chain ${chainId} wants`,
    );
  }
  if (!Decimal.safeParse(amount).success) {
    throw new ConfigurationError(
      `amount ${JSON.stringify(amount)} is not a decimal string such as "1.5", with no sign and no exponent`,
    );
  }
  const units = toUnits(amount, known.decimals);
  applyBookings(world, [
    { from: externalAccounts.mint, to: account, asset: toAssetKey(chainId, address), units },
  ]);
  const key = toAccountKey(account);
  const wallet = findEntry(world.wallets, key) ?? findEntry(world.bitcoinWallets, key);
  if (wallet)
    recordDeposit(world, {
      wallet: wallet.address,
      from: isBitcoin ? fundingSenders.bitcoin : fundingSenders.evm,
      token: known,
      units,
    });
}
