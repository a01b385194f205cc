import { keccak256, stringToHex } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import {
  isWithinMetadataSize,
  type Metadata,
  metadataSizeExpected,
} from "../../contract/shared/primitives.js";
import type { SmartWallet, WalletIdentity } from "../../contract/wallets/records.js";
import { toUnits } from "../../shared/decimal.js";
import type { Hex } from "../../shared/patterns.js";
import { delegate } from "../operations/user-operation.js";
import { assertProjectWallet, findWallet } from "../shared/find-wallet.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { assertAvailable, createFieldError, ServiceError } from "../shared/service-error.js";
import { getWhitelistedTokens } from "../shared/whitelist.js";
import { describeChain, evmChains } from "../world/catalogue.js";
import { getBalance, toAccountKey, toAssetKey } from "../world/ledger.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { Wallet } from "../world/world.js";

export const implementationsByFactory: Readonly<Record<string, Hex>> = {
  "0x0000000000400cdfef5e2714e63d8040b700bc24": "0x8e8e658e22b12ada97b402ff0b044d6a325013c7",
  "0x7a1dbab750f12a90eb1b60d2ae3ad17d4d81effe": "0xd6cedde84be40893d153be9d467cd6ad37875b28",
};

/** Derived from owner, factory and salt. An EIP-7702 wallet uses its owner's address. */
export function computeWalletAddress({
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

function assertSupportedFactory(identity: WalletIdentity): void {
  if (!identity.eip7702 && !findEntry(implementationsByFactory, identity.factory.toLowerCase()))
    throw new ServiceError("FACTORY_NOT_SUPPORTED");
}

function toWallet(identity: WalletIdentity, projectId: string) {
  const eip7702 = identity.eip7702 ?? false;
  return {
    address: computeWalletAddress(identity),
    owner: identity.externallyOwnedAccount.toLowerCase() as Hex,
    factory: identity.factory.toLowerCase() as Hex,
    salt: eip7702 ? null : String(identity.salt ?? "0"),
    eip7702,
    projectId,
    metadata: null,
    registeredAt: null,
    deployed: [],
    lastTransactionAt: null,
  };
}

function describeWallet(wallet: Wallet | ReturnType<typeof toWallet>): SmartWallet {
  const { address, owner, factory, salt, eip7702, metadata, registeredAt } = wallet;
  const deployed: readonly number[] = wallet.deployed;
  // A copy of the address that the service still sends. The schema does not have it.
  const deprecated = { accountAbstraction: address };
  return {
    walletAddress: address,
    ...deprecated,
    externallyOwnedAccount: owner,
    factory,
    implementation: eip7702 ? delegate : (implementationsByFactory[factory] as Hex),
    metadata,
    eip7702,
    deployed: [0, ...evmChains]
      .sort((a, b) => a - b)
      .map((id) => ({ chain: describeChain(id), deployed: deployed.includes(id) })),
    salt,
    registeredAt,
    // Omitted until the first transaction, like the service.
    ...(wallet.lastTransactionAt && { lastTransactionAt: wallet.lastTransactionAt }),
  };
}

const transferGasCost = "0.00021";

function encodeTransfer(to: Hex, units: bigint): Hex {
  return `0xa9059cbb${to.slice(2).padStart(64, "0")}${units.toString(16).padStart(64, "0")}`;
}

/** Whether it is an IANA name. `Intl` also accepts offsets such as `+03:00`. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

export const walletHandlers: OperationHandlers = {
  "wallets.check"({ world, project, query }) {
    if (project.deleted) throw new ServiceError("PROJECT_NOT_FOUND");
    assertSupportedFactory(query);
    const wallet = toWallet(query, project.id);
    return { wallet: describeWallet(findWallet(world, project, wallet.address) ?? wallet) };
  },
  "wallets.list": ({ world, project }) => ({
    wallets: Object.values(world.wallets)
      .filter(({ projectId }) => projectId === project.id)
      .map(describeWallet),
  }),
  /** The records of wallets have no id of their own, so the sandbox takes the address as the id. */
  "wallets.updateMetadata"({ world, project, params, body }) {
    const wallet = findEntry(world.wallets, params.walletId?.toLowerCase());
    if (!wallet) throw new ServiceError("WALLET_NOT_FOUND");
    if (wallet.projectId !== project.id) throw new ServiceError("NOT_ALLOWED");
    const metadata = { ...wallet.metadata, ...body.metadata };
    if (!isWithinMetadataSize(JSON.stringify(metadata)))
      throw createFieldError(
        ["metadata"],
        `Expected ${metadataSizeExpected}, with the stored keys`,
      );
    wallet.metadata = metadata;
    return { wallet: describeWallet(wallet) };
  },
  /** That a wallet of another project is refused is the sandbox's own rule. */
  "wallets.scheduleTaxExport"({ world, project, params, body }) {
    const address = params.walletAddress as string;
    assertProjectWallet(world, project, address);
    const wallet = toAccountKey(address);
    const timezone = body.timezone ?? "America/Sao_Paulo";
    if (!isTimeZone(timezone)) throw new ServiceError("INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE");
    if (findEntry(world.taxExportSchedules, wallet) !== undefined)
      throw new ServiceError("TAX_EXPORT_SCHEDULE_ALREADY_EXISTS");
    assertAvailable(world, "queue", "FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE");
    world.taxExportSchedules[wallet] = timezone;
  },
  "wallets.register"({ world, project, body }) {
    if (project.deleted) throw new ServiceError("PROJECT_NOT_FOUND");
    assertSupportedFactory(body);
    const address = computeWalletAddress(body);
    if (findWallet(world, project, address))
      throw new ServiceError(
        "WALLET_ALREADY_REGISTERED",
        `This wallet "${address}" is already registered with this project.`,
      );
    assertAvailable(world, "tracking", "REGISTER_WALLET_TRACKING_FAILED");
    const wallet: Wallet = {
      ...toWallet(body, project.id),
      metadata: (body.metadata as Metadata | undefined) ?? null,
      registeredAt: toIsoTime(world.time),
    };
    world.wallets[address] = wallet;
    return { wallet: describeWallet(wallet) };
  },
  "wallets.deposit"(request) {
    const { world, project, params, body } = request;
    const [token] = getWhitelistedTokens(project, body.chainId, [body.token]);
    const asset = toAssetKey(body.chainId, body.token);
    const units = toUnits(body.amount, token.decimals);
    if (getBalance(world, body.fromAddress, asset) < units)
      throw new ServiceError(
        "FAILED_TO_ESTIMATE_TRANSFER",
        "Execution reverted with reason: ERC20: transfer amount exceeds balance.",
      );
    const to = params.walletAddress?.toLowerCase() as Hex;
    const from = body.fromAddress.toLowerCase();
    const transfer =
      token.address === nativeToken
        ? { from, to, value: units.toString(), data: "0x" }
        : { from, to: token.address, value: "0", data: encodeTransfer(to, units) };
    return { transfer: { ...transfer, estimateGasCost: transferGasCost } };
  },
  "wallets.requestTaxExport"({ world, params }) {
    const wallet = params.walletAddress?.toLowerCase() ?? "";
    const today = toIsoTime(world.time).slice(0, 10);
    if (findEntry(world.taxExports, wallet) === today)
      throw new ServiceError("TAX_EXPORT_ALREADY_REQUESTED_TODAY");
    assertAvailable(world, "queue", "FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP");
    world.taxExports[wallet] = today;
  },
};
