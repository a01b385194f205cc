import { keccak256, stringToHex } from "viem/utils";
import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { Hex, Metadata } from "../../contract/shared/primitives.js";
import type { SmartWallet, WalletIdentity } from "../../contract/wallets/types.js";
import { delegate } from "../operations/user-operation.js";
import {
  find,
  findWallet,
  type Handler,
  type Handlers,
  isoTime,
  requireUp,
} from "../shared/operation-handler.js";
import { Refusal } from "../shared/service-error.js";
import { toUnits } from "../world/amounts.js";
import { chainRecord, evmChains, findToken } from "../world/catalogue.js";
import { assetOf, balanceOf } from "../world/ledger.js";
import type { Wallet } from "../world/world.js";

/** The factories that the service supports, with the implementation each one deploys. */
export const factories: Readonly<Record<string, Hex>> = {
  "0x0000000000400cdfef5e2714e63d8040b700bc24": "0x8e8e658e22b12ada97b402ff0b044d6a325013c7",
  "0x7a1dbab750f12a90eb1b60d2ae3ad17d4d81effe": "0xd6cedde84be40893d153be9d467cd6ad37875b28",
};

/** The address follows from owner, factory and salt alone; an EIP-7702 wallet is its owner's own account. */
export function walletAddress({
  externallyOwnedAccount,
  factory,
  salt,
  eip7702,
}: WalletIdentity): Hex {
  if (eip7702) return externallyOwnedAccount.toLowerCase() as Hex;
  const digest = keccak256(
    stringToHex(`${factory.toLowerCase()}:${externallyOwnedAccount.toLowerCase()}:${salt ?? "0"}`),
  );
  return `0x${digest.slice(-40)}`;
}

function requireFactory(identity: WalletIdentity): void {
  if (!identity.eip7702 && !find(factories, identity.factory.toLowerCase()))
    throw new Refusal("FACTORY_NOT_SUPPORTED");
}

function describe(identity: WalletIdentity, known: Wallet | undefined): SmartWallet {
  const address = walletAddress(identity);
  return {
    walletAddress: address,
    // A deprecated copy that the running service still sends.
    ...{ accountAbstraction: address },
    externallyOwnedAccount: identity.externallyOwnedAccount.toLowerCase() as Hex,
    factory: identity.factory.toLowerCase() as Hex,
    implementation: identity.eip7702
      ? delegate
      : (factories[identity.factory.toLowerCase()] ?? null),
    metadata: known?.metadata ?? null,
    eip7702: identity.eip7702 ?? false,
    deployed: [...evmChains, 0].map((id) => ({
      chain: chainRecord(id),
      deployed: known?.deployed.includes(id) ?? false,
    })),
    salt: identity.eip7702 ? null : String(identity.salt ?? "0"),
    registeredAt: known?.registeredAt ?? null,
    // Absent until there is one, as seen.
    ...(known?.lastTransactionAt && { lastTransactionAt: known.lastTransactionAt }),
  };
}

const check: Handler<"wallets.check"> = ({ world, project, query }) => {
  if (project.deleted) throw new Refusal("PROJECT_NOT_FOUND");
  requireFactory(query);
  return { body: { wallet: describe(query, findWallet(world, project, walletAddress(query))) } };
};

const register: Handler<"wallets.register"> = ({ world, project, body }) => {
  if (project.deleted) throw new Refusal("PROJECT_NOT_FOUND");
  requireFactory(body);
  const address = walletAddress(body);
  if (findWallet(world, project, address))
    throw new Refusal("WALLET_ALREADY_REGISTERED", `The wallet ${address} is already registered`);
  requireUp(world, "tracking", "REGISTER_WALLET_TRACKING_FAILED");
  const wallet: Wallet = {
    address,
    owner: body.externallyOwnedAccount.toLowerCase() as Hex,
    factory: body.factory.toLowerCase() as Hex,
    salt: body.eip7702 ? null : String(body.salt ?? "0"),
    eip7702: body.eip7702 ?? false,
    projectId: project.id,
    metadata: (body.metadata as Metadata | undefined) ?? null,
    registeredAt: isoTime(world.time),
    deployed: [],
    lastTransactionAt: null,
  };
  world.wallets[address] = wallet;
  return { body: { wallet: describe(body, wallet) } };
};

const gasPerTransfer = "0.00021";

const deposit: Handler<"wallets.deposit"> = ({ world, params, body }) => {
  const token = findToken(body.chainId, body.token);
  if (!token) throw new Refusal("NOT_AUTHORIZED_TOKENS", `Tokens not authorized: ${body.token}`);
  const asset = assetOf(body.chainId, body.token);
  const units = toUnits(body.amount, token.decimals);
  if (balanceOf(world, body.fromAddress, asset) < units)
    throw new Refusal("FAILED_TO_ESTIMATE_TRANSFER", "ERC20: transfer amount exceeds balance");
  const to = params.walletAddress?.toLowerCase() as Hex;
  const native = token.address === nativeToken;
  return {
    body: {
      transfer: {
        from: body.fromAddress.toLowerCase(),
        to: native ? to : token.address,
        value: native ? units.toString() : "0",
        data: native
          ? "0x"
          : `0xa9059cbb${to.slice(2).padStart(64, "0")}${units.toString(16).padStart(64, "0")}`,
        estimateGasCost: gasPerTransfer,
      },
    },
  };
};

const requestTaxExport: Handler<"wallets.requestTaxExport"> = ({ world, params }) => {
  const wallet = params.walletAddress?.toLowerCase() ?? "";
  const today = isoTime(world.time).slice(0, 10);
  if (find(world.taxExports, wallet) === today)
    throw new Refusal("TAX_EXPORT_ALREADY_REQUESTED_TODAY");
  requireUp(world, "queue", "FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP");
  world.taxExports[wallet] = today;
  return {};
};

export const walletHandlers: Handlers = {
  "wallets.check": check,
  "wallets.register": register,
  "wallets.deposit": deposit,
  "wallets.requestTaxExport": requestTaxExport,
};
