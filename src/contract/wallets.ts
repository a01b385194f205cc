import * as z from "zod/mini";
import { EvmChainId } from "./chains.js";
import { endpoint } from "./endpoint.js";
import {
  AnyAddress,
  Decimal,
  Email,
  EvmAddress,
  Flag,
  Id,
  listOf,
  Metadata,
  OpenObject,
  Text,
} from "./primitives.js";
import { AddressText, Deployment, HexText, StoredMetadata } from "./records.js";
import {
  type CrossFieldRule,
  defaulted,
  maybe,
  openWord,
  optional,
  record,
  request,
  type Schema,
} from "./schema.js";
import type * as t from "./types/wallets.js";

/** One smart wallet. */
export const SmartWallet = record<t.SmartWallet>(() => ({
  metadata: maybe(StoredMetadata),
  walletAddress: AddressText,
  externallyOwnedAccount: maybe(AddressText),
  factory: maybe(AddressText),
  implementation: maybe(AddressText),
  eip7702: maybe(Flag),
  deployed: maybe(listOf(Deployment)),
  salt: maybe(z.union([z.string(), z.number()]) as unknown as Schema<string | number>),
  registeredAt: maybe(Text),
  lastTransactionAt: maybe(Text),
}));

/** E12 and the wallet check: the answer. */
export const WalletAnswer = record<t.WalletAnswer>(() => ({ wallet: SmartWallet }));

const saltExpected = "a whole number of 0 or more, as a decimal string, number or bigint";

/** The service refuses a number, so every form becomes a decimal string. */
const Salt: Schema<string | number | bigint> = /* @__PURE__ */ z.lazy(() =>
  z.pipe(
    z.transform((value) =>
      typeof value === "bigint" || Number.isSafeInteger(value) ? String(value) : value,
    ),
    z.string({ error: saltExpected }).check(z.regex(/^\d+$/, { error: saltExpected })),
  ),
) as never;

const noSaltWith7702: CrossFieldRule<t.WalletIdentity> = (wallet, report) => {
  if (wallet.eip7702 === true && wallet.salt !== undefined)
    report(["salt"], "nothing here: an EIP-7702 wallet has no salt");
};

const identityFields = () => ({
  externallyOwnedAccount: EvmAddress,
  factory: EvmAddress,
  salt: optional(Salt),
  eip7702: defaulted(Flag, false),
});

/** E12: what a wallet is registered with. */
export const RegisterWalletRequest = request<t.RegisterWalletRequest>(
  () => ({ ...identityFields(), metadata: optional(Metadata) }),
  noSaltWith7702,
);

/** Which wallet to check. */
export const WalletIdentity = request<t.WalletIdentity>(identityFields, noSaltWith7702);

/** E12. */
export const registerWallet = endpoint({
  name: "wallets.register",
  title: "Register a smart wallet with the project",
  label: "E12",
  method: "POST",
  path: "/api/v1/wallets/register",
  body: RegisterWalletRequest,
  response: WalletAnswer,
  errors: [
    "FACTORY_NOT_SUPPORTED",
    "UNAVAILABLE_COMPUTE_UNITS",
    "PROJECT_NOT_FOUND",
    "REGISTER_WALLET_TRACKING_FAILED",
    "WALLET_ALREADY_REGISTERED",
  ],
  effect: "write",
  known: "contract",
  lookup: "call client.wallets.check: registeredAt tells whether the wallet was registered",
});

/** Computes a wallet's address and tells whether it is registered. */
export const checkWallet = endpoint({
  name: "wallets.check",
  title: "Read a wallet's address and whether it is registered",
  method: "GET",
  path: "/api/v1/wallets/address",
  query: WalletIdentity,
  response: WalletAnswer,
  errors: ["FACTORY_NOT_SUPPORTED", "UNAVAILABLE_COMPUTE_UNITS", "PROJECT_NOT_FOUND"],
  effect: "read",
  known: "published",
});

/** E2: what a deposit is built from. */
export const DepositRequest = request<t.DepositRequest>(() => ({
  amount: Decimal,
  chainId: EvmChainId,
  token: EvmAddress,
  fromAddress: EvmAddress,
}));

/** E2: the transfer to send. */
export const DepositTransfer = record<t.DepositTransfer>(() => ({
  from: AddressText,
  to: AddressText,
  value: Text,
  data: HexText,
  estimateGasCost: maybe(Text),
}));

/** E2: the answer. */
export const DepositAnswer = record<t.DepositAnswer>(() => ({ transfer: DepositTransfer }));

const EvmWalletPath = request<{ walletAddress: string }>(() => ({ walletAddress: EvmAddress }));
/** The path of calls on any wallet, Bitcoin wallets included. */
export const AnyWalletPath = request<{ walletAddress: string }>(() => ({
  walletAddress: AnyAddress,
}));

/** E2. */
export const createDeposit = endpoint({
  name: "wallets.deposit",
  title: "Build a transfer from an external account into a smart wallet",
  label: "E2",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/deposit",
  params: EvmWalletPath,
  body: DepositRequest,
  response: DepositAnswer,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "FAILED_TO_ESTIMATE_TRANSFER",
  ],
  effect: "quote",
  known: "contract",
});

/** E14: what a tax export is asked with. */
export const TaxExportRequest = request<t.TaxExportRequest>(() => ({
  email: Email,
  individual: request<t.TaxIndividual>(() => ({
    type: openWord<"individual">(),
    individualId: Id,
  })),
  emailCustomization: optional(OpenObject),
}));

/** E14. */
export const requestTaxExport = endpoint({
  name: "wallets.requestTaxExport",
  title: "Request a tax export by e-mail",
  label: "E14",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/tax-export",
  params: AnyWalletPath,
  body: TaxExportRequest,
  errors: [
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "TAX_EXPORT_ALREADY_REQUESTED_TODAY",
    "FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP",
  ],
  effect: "write",
  known: "contract",
  personal: true,
  lookup:
    "a second request on the same day is refused with TAX_EXPORT_ALREADY_REQUESTED_TODAY, so asking again is safe here",
});
