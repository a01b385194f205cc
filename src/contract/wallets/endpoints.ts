import { endpoint, type RepeatedValues } from "../shared/endpoint.js";
import { Id } from "../shared/primitives.js";
import { matchHex, matchNumber } from "../shared/repeated-value.js";
import { type ExactSchema, request } from "../shared/schema.js";
import {
  RegisterWalletRequest,
  WalletIdentity,
  WalletList,
  WalletMetadataRequest,
  WalletResponse,
} from "./schemas.js";
import type * as t from "./types.js";

const WalletPath: ExactSchema<{ walletId: string }> = request(() => ({ walletId: Id }));

/** An EIP-7702 wallet has no salt, and the documentation does not say which factory. */
function repeatIdentity(wallet: t.WalletIdentity): RepeatedValues {
  const { externallyOwnedAccount, factory, salt, eip7702 } = wallet;
  return {
    "wallet.externallyOwnedAccount": matchHex(externallyOwnedAccount),
    ...(!eip7702 && { "wallet.factory": matchHex(factory), "wallet.salt": matchNumber(salt ?? 0) }),
  };
}

/** E12. */
export const registerWallet = endpoint({
  name: "wallets.register",
  title: "Register a smart wallet with the project",
  label: "E12",
  method: "POST",
  path: "/api/v1/wallets/register",
  body: RegisterWalletRequest,
  response: WalletResponse,
  status: 201,
  errors: [
    "FACTORY_NOT_SUPPORTED",
    "UNAVAILABLE_COMPUTE_UNITS",
    "PROJECT_NOT_FOUND",
    "REGISTER_WALLET_TRACKING_FAILED",
    "WALLET_ALREADY_REGISTERED",
  ],
  effect: "write",
  known: "contract",
  lookup: "call client.wallets.check: registeredAt shows whether the wallet was registered",
  same: ({ body }) => repeatIdentity(body),
});

export const checkWallet = endpoint({
  name: "wallets.check",
  title: "Read a wallet's address and whether it is registered",
  method: "GET",
  path: "/api/v1/wallets/address",
  query: WalletIdentity,
  response: WalletResponse,
  errors: ["FACTORY_NOT_SUPPORTED", "UNAVAILABLE_COMPUTE_UNITS", "PROJECT_NOT_FOUND"],
  effect: "read",
  known: "published",
  same: ({ query }) => repeatIdentity(query),
});

export const listWallets = endpoint({
  name: "wallets.list",
  title: "List the wallets of the project",
  method: "GET",
  path: "/api/v1/wallets",
  response: WalletList,
  errors: [],
  effect: "read",
  known: "published",
  serverOnly: true,
});

export const updateWalletMetadata = endpoint({
  name: "wallets.updateMetadata",
  title: "Add to a wallet's metadata",
  method: "PATCH",
  path: "/api/v1/wallets/{walletId}/metadata",
  params: WalletPath,
  body: WalletMetadataRequest,
  response: WalletResponse,
  errors: ["NOT_ALLOWED", "WALLET_NOT_FOUND"],
  effect: "write",
  known: "published",
  lookup: "read the wallet's metadata with client.wallets.check",
});

/** The endpoints of this file, in the order of the reference. */
export default [registerWallet, checkWallet, listWallets, updateWalletMetadata] as const;
