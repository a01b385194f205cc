import { integerPattern } from "../../shared/patterns.js";
import {
  defaulted,
  eitherOf,
  essential,
  type FieldsOf,
  filledWord,
  listOf,
  maybe,
  type ObjectSchema,
  openWord,
  type Rule,
  type Schema,
} from "../records/schema.js";
import { EvmChainId } from "../shared/chains.js";
import {
  AddressText,
  AnyAddress,
  Decimal,
  Email,
  EvmAddress,
  Flag,
  HexText,
  Id,
  Metadata,
  OpenObject,
  StoredMetadata,
  Text,
  WholeAmount,
  WholeNum,
} from "../shared/primitives.js";
import { Deployment } from "../shared/records.js";

const smartWalletFields = () => ({
  /** The strings that the project stored with the wallet. */
  metadata: maybe(StoredMetadata),
  /** The address of the wallet. */
  walletAddress: essential(AddressText),
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount: AddressText,
  /** The factory contract that deploys the wallet. */
  factory: AddressText,
  /** The contract with the code of the wallet. */
  implementation: AddressText,
  /** Whether the owner's account is the wallet (EIP-7702). */
  eip7702: Flag,
  /** One entry per chain. Read `deployed` of each entry: a list is always truthy. */
  deployed: listOf(Deployment),
  /** A string, a number in older responses, or null for EIP-7702 wallets. */
  salt: maybe(eitherOf(Text, WholeNum)),
  /** ISO 8601. Null if the wallet is not registered with the project. */
  registeredAt: maybe(Text),
  /** ISO 8601. */
  lastTransactionAt: maybe(Text),
});
/** A smart wallet of the project. */
export interface SmartWallet extends FieldsOf<typeof smartWalletFields> {}
export const SmartWallet: ObjectSchema<SmartWallet> = { kind: "record", fields: smartWalletFields };

const walletResponseFields = () => ({ wallet: essential(SmartWallet) });
/** The response with one wallet. */
export interface WalletResponse extends FieldsOf<typeof walletResponseFields> {}
export const WalletResponse: ObjectSchema<WalletResponse> = {
  kind: "record",
  fields: walletResponseFields,
};

const walletListFields = () => ({ wallets: essential(listOf(SmartWallet), "items of any form") });
/** The wallets of the project. */
export interface WalletList extends FieldsOf<typeof walletListFields> {}
export const WalletList: ObjectSchema<WalletList> = { kind: "record", fields: walletListFields };

const saltExpected = "a whole number of 0 or more, as a decimal string, number or bigint";

/** Sent as a decimal string, because the service rejects a number. */
const Salt: Schema<string | number | bigint> = {
  kind: "convert",
  convert: (value) =>
    typeof value === "bigint" || Number.isSafeInteger(value) ? String(value) : value,
  to: { kind: "text", pattern: integerPattern, expected: saltExpected, form: saltExpected },
};

const saltRule: Rule<WalletIdentity> = (wallet, report) => {
  if (wallet.eip7702 === true && wallet.salt !== undefined)
    report(["salt"], "nothing here: an EIP-7702 wallet has no salt");
};

const identityFields = () => ({
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount: EvmAddress,
  /** A factory contract that the service supports. For `eip7702`, none is documented. */
  factory: EvmAddress,
  /** Allows several wallets per owner. Not allowed with `eip7702: true`. @defaultValue `0` */
  salt: defaulted(Salt, "0"),
  /**
   * Whether the owner's account becomes the wallet (EIP-7702).
   * @unverified which `factory` it takes
   * @defaultValue `false`
   */
  eip7702: defaulted(Flag, false),
});
/** Identifies a wallet by its owner, its factory and its salt. */
export interface WalletIdentity extends FieldsOf<typeof identityFields> {}
export const WalletIdentity: ObjectSchema<WalletIdentity> = {
  kind: "request",
  fields: identityFields,
  rule: saltRule,
};

const registerWalletRequestFields = () => ({
  ...identityFields(),
  /** Stored with the wallet. Values are strings. */
  metadata: maybe(Metadata),
});
/** The request of `client.wallets.register`. */
export interface RegisterWalletRequest extends FieldsOf<typeof registerWalletRequestFields> {}
export const RegisterWalletRequest: ObjectSchema<RegisterWalletRequest> = {
  kind: "request",
  fields: registerWalletRequestFields,
  rule: saltRule,
};

const depositRequestFields = () => ({
  /** Decimal string, in whole tokens. */
  amount: Decimal,
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** The token address; `nativeToken` for the chain's native coin. */
  token: EvmAddress,
  /** The external account that sends the transfer. */
  fromAddress: EvmAddress,
});
/** The request of `client.wallets.deposit`: a transfer from an external account to the wallet. */
export interface DepositRequest extends FieldsOf<typeof depositRequestFields> {}
export const DepositRequest: ObjectSchema<DepositRequest> = {
  kind: "request",
  fields: depositRequestFields,
};

const depositTransferFields = () => ({
  /** The external account that sends the transfer. */
  from: essential(AddressText),
  /** The token contract if the token is an ERC-20 token. */
  to: essential(AddressText),
  /**
   * In wei: the amount of native coins, or `"0"` for an ERC-20 token, whose contract would keep any
   * other value. The call rejects another amount and another form.
   * @unverified wei, or whole native coins
   */
  value: essential(WholeAmount),
  /** The call data, in hex. */
  data: essential(HexText),
  /** Decimal string, in whole native coins, not in wei. */
  estimateGasCost: Decimal,
});
/** A transfer that the external account must send. Nothing has been sent yet. */
export interface DepositTransfer extends FieldsOf<typeof depositTransferFields> {}
export const DepositTransfer: ObjectSchema<DepositTransfer> = {
  kind: "record",
  fields: depositTransferFields,
};

const depositResponseFields = () => ({ transfer: essential(DepositTransfer) });
/** The response with one transfer. */
export interface DepositResponse extends FieldsOf<typeof depositResponseFields> {}
export const DepositResponse: ObjectSchema<DepositResponse> = {
  kind: "record",
  fields: depositResponseFields,
};

const anyWalletPathFields = () => ({
  /** The wallet: an EVM or Bitcoin address. */
  walletAddress: AnyAddress,
});
/** The path of calls that also accept Bitcoin wallets. */
export const AnyWalletPath: ObjectSchema<{ walletAddress: string }> = {
  kind: "request",
  fields: anyWalletPathFields,
};

const taxIndividualFields = () => ({
  /** The kind of identity. @unverified other words than `individual` */
  type: openWord<"individual">(),
  /** The id of the identity. */
  individualId: Id,
});
/** The person of a tax export, for the external tax provider. */
export interface TaxIndividual extends FieldsOf<typeof taxIndividualFields> {}
export const TaxIndividual: ObjectSchema<TaxIndividual> = {
  kind: "request",
  fields: taxIndividualFields,
};

const taxExportFields = () => ({
  /** The address that receives the report. */
  email: Email,
  individual: TaxIndividual,
  /** The branding of the e-mail. Sent unchecked. @unverified fields not documented */
  emailCustomization: maybe(OpenObject),
});
/** The request of `client.wallets.requestTaxExport`. */
export interface TaxExportRequest extends FieldsOf<typeof taxExportFields> {}
export const TaxExportRequest: ObjectSchema<TaxExportRequest> = {
  kind: "request",
  fields: taxExportFields,
};

const taxExportScheduleRequestFields = () => ({
  ...taxExportFields(),
  /** When the export is sent. @unverified other words than `MONTHLY_START` */
  recurrencePreset: filledWord<"MONTHLY_START">(),
  /** The IANA name of the time zone of the month. @defaultValue `"America/Sao_Paulo"` */
  timezone: defaulted(Id, "America/Sao_Paulo"),
});
/** The request of `client.wallets.scheduleTaxExport`. */
export interface TaxExportScheduleRequest extends FieldsOf<typeof taxExportScheduleRequestFields> {}
export const TaxExportScheduleRequest: ObjectSchema<TaxExportScheduleRequest> = {
  kind: "request",
  fields: taxExportScheduleRequestFields,
};

const walletMetadataFields = () => ({
  /** The strings to add. A given key replaces its value. */
  metadata: Metadata,
});
/** The new metadata of a wallet. */
export const WalletMetadataRequest: ObjectSchema<{ metadata: Metadata }> = {
  kind: "request",
  fields: walletMetadataFields,
};
