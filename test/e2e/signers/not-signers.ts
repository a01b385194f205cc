import type { EvmSmartAccount } from "@coinbase/cdp-sdk";
import type { Signer } from "bursar/signing";
import type { Wallet } from "ethers";

// These must not compile. This also shows that no type is `any`.

// @ts-expect-error ethers has other parameters: use the adapter.
export const withoutAdapter = (wallet: Wallet): Signer => wallet;
// @ts-expect-error A contract wallet does not own the service's wallet.
export const contractWallet = (account: EvmSmartAccount): Signer => account;
