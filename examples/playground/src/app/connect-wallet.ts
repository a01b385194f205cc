import { type Client, factories } from "bursar";
import type { Session } from "./AppContext";
import type { InjectedWallet } from "./injected";
import type { Owner } from "./owners";

/** The factory of the wallets. */
export const factory = factories.lightAccount["2.0.0"];

/** Registers the owner's smart wallet, unless it is registered already. */
export async function connectWallet(
  client: Client,
  { owner, signer }: Owner,
  from?: InjectedWallet,
): Promise<{ session: Session; newlyRegistered: boolean }> {
  const { wallet, newlyRegistered } = await client.wallets.ensure({
    externallyOwnedAccount: owner,
    factory,
  });
  const { walletAddress } = wallet;
  const kind = from ? "injected" : "generated";
  const session = { owner, signer, factory, walletAddress, kind, walletName: from?.name } as const;
  return { session, newlyRegistered };
}
