import * as z from "zod/mini";
import { integerPattern } from "../../shared/patterns.js";
import { EvmChainId } from "../shared/chains.js";
import {
  AnyAddress,
  Decimal,
  Email,
  EvmAddress,
  eitherOf,
  Flag,
  Id,
  listOf,
  Metadata,
  Num,
  OpenObject,
  Text,
  WholeAmount,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  defaulted,
  type ExactSchema,
  lazy,
  maybe,
  openWord,
  openWordOf,
  optional,
  record,
  request,
} from "../shared/schema.js";
import { AddressText, Deployment, HexText, StoredMetadata } from "../shared/schemas.js";
import type * as t from "./types.js";

/** A smart wallet. */
export const SmartWallet: ExactSchema<t.SmartWallet> = record(
  () => ({
    metadata: maybe(StoredMetadata),
    walletAddress: AddressText,
    externallyOwnedAccount: AddressText,
    factory: AddressText,
    implementation: AddressText,
    eip7702: Flag,
    deployed: listOf(Deployment),
    salt: maybe(eitherOf(Text, Num)),
    registeredAt: maybe(Text),
    lastTransactionAt: maybe(Text),
  }),
  { essential: { fields: ["walletAddress"] } },
);

/** The response of E12 and of the wallet check. */
export const WalletResponse: ExactSchema<t.WalletResponse> = record(
  () => ({ wallet: SmartWallet }),
  {
    essential: { fields: ["wallet"] },
  },
);

/** The wallets of the project. */
export const WalletList: ExactSchema<t.WalletList> = record(
  () => ({ wallets: listOf(SmartWallet) }),
  { essential: { fields: ["wallets"], anyFormIn: ["wallets"] } },
);

const saltExpected = "a whole number of 0 or more, as a decimal string, number or bigint";

/** Sent as a decimal string, because the service rejects a number. */
const Salt = lazy<string | number | bigint>(() =>
  z.pipe(
    z.transform((value) =>
      typeof value === "bigint" || Number.isSafeInteger(value) ? String(value) : value,
    ),
    z.string({ error: saltExpected }).check(z.regex(integerPattern, { error: saltExpected })),
  ),
);

const saltRule: CrossFieldRule<t.WalletIdentity> = (wallet, report) => {
  if (wallet.eip7702 === true && wallet.salt !== undefined)
    report(["salt"], "nothing here: an EIP-7702 wallet has no salt");
};

const identityFields = () => ({
  externallyOwnedAccount: EvmAddress,
  factory: EvmAddress,
  salt: defaulted(Salt, "0"),
  eip7702: defaulted(Flag, false),
});

/** E12: the request. */
export const RegisterWalletRequest: ExactSchema<t.RegisterWalletRequest> = request(
  () => ({ ...identityFields(), metadata: optional(Metadata) }),
  saltRule,
);

/** The query of the wallet check. */
export const WalletIdentity: ExactSchema<t.WalletIdentity> = request(identityFields, saltRule);

/** E2: the request. */
export const DepositRequest: ExactSchema<t.DepositRequest> = request(() => ({
  amount: Decimal,
  chainId: EvmChainId,
  token: EvmAddress,
  fromAddress: EvmAddress,
}));

/** E2: the transfer that the external account sends. */
export const DepositTransfer: ExactSchema<t.DepositTransfer> = record(
  () => ({
    from: AddressText,
    to: AddressText,
    value: WholeAmount,
    data: HexText,
    estimateGasCost: Decimal,
  }),
  { essential: { fields: ["from", "to", "value", "data"] } },
);

/** E2: the response. */
export const DepositResponse: ExactSchema<t.DepositResponse> = record(
  () => ({
    transfer: DepositTransfer,
  }),
  { essential: { fields: ["transfer"] } },
);

/** The path of calls that also accept Bitcoin wallets. */
export const AnyWalletPath: ExactSchema<{ walletAddress: string }> = request(() => ({
  walletAddress: AnyAddress,
}));

const TaxIndividual: ExactSchema<t.TaxIndividual> = request(() => ({
  type: openWord<"individual">(),
  individualId: Id,
}));

const taxExportFields = () => ({
  email: Email,
  individual: TaxIndividual,
  emailCustomization: optional(OpenObject),
});

/** E14: the request. */
export const TaxExportRequest: ExactSchema<t.TaxExportRequest> = request(taxExportFields);

/** The request of a monthly tax export. */
export const TaxExportScheduleRequest: ExactSchema<t.TaxExportScheduleRequest> = request(() => ({
  ...taxExportFields(),
  recurrencePreset: openWordOf<"MONTHLY_START">(Id),
  timezone: defaulted(Id, "America/Sao_Paulo"),
}));

/** The new metadata of a wallet. */
export const WalletMetadataRequest: ExactSchema<{ metadata: Metadata }> = request(() => ({
  metadata: Metadata,
}));
