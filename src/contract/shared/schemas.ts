import * as z from "zod/mini";
import { type CurrencyAmounts as Amounts, currencies } from "./currencies.js";
import {
  type Address,
  EvmAddress,
  eitherOf,
  Flag,
  type Hex,
  listOf,
  type Metadata,
  Num,
  numberFrom,
  OpenObject,
  oneOf,
  Text,
} from "./primitives.js";
import {
  type ExactSchema,
  exact,
  maybe,
  openWord,
  optional,
  record,
  request,
  type Shape,
  typedAs,
} from "./schema.js";
import type * as t from "./types.js";

/** An address in a response. The letter case is not checked. */
export const AddressText = typedAs<Address>(Text);
/** Hex in a response. */
export const HexText = typedAs<Hex>(Text);

export const Chain: ExactSchema<t.Chain> = record(() => ({
  id: Num,
  name: maybe(Text),
  logo: maybe(Text),
}));

export const Token: ExactSchema<t.Token> = record(() => ({
  name: maybe(Text),
  symbol: maybe(Text),
  decimals: maybe(Num),
  address: maybe(Text),
  logoURL: maybe(Text),
}));

export const Fee: ExactSchema<t.Fee> = record(() => ({
  amount: maybe(Text),
  token: maybe(Text),
  toAddress: maybe(Text),
  type: maybe(openWord<"GAS">()),
  percentage: maybe(Text),
}));

export const GasEstimate: ExactSchema<t.GasEstimate> = record(() => ({
  payGasFeeToken: maybe(Text),
  maxGasFeeToken: maybe(Text),
  gasFeeTokenAmount: maybe(Text),
  gasFeeTokenAmountUSD: maybe(Text),
  maxGasFeeNative: maybe(Text),
}));

export const Authorization: ExactSchema<t.Authorization> = record(() => ({
  chainId: maybe(eitherOf(Num, Text)),
  address: maybe(AddressText),
  nonce: maybe(eitherOf(Num, Text)),
  hash: maybe(HexText),
}));

export const RevertReason: ExactSchema<t.RevertReason> = record(() => ({
  decoded: maybe(Text),
  raw: maybe(Text),
  utf8: maybe(Text),
}));

export const ExplorerLink: ExactSchema<t.ExplorerLink> = record(() => ({
  hash: maybe(Text),
  explorerURL: maybe(Text),
  explorer: maybe(Text),
}));

export const TypedDataDomain: ExactSchema<t.TypedDataDomain> = record(() => ({
  name: maybe(Text),
  version: maybe(Text),
  chainId: maybe(eitherOf(Num, Text)),
  verifyingContract: maybe(Text),
  salt: maybe(Text),
}));

export const TypedDataField: ExactSchema<t.TypedDataField> = record(() => ({
  name: Text,
  type: Text,
}));

const typedDataFields = () => ({
  domain: TypedDataDomain,
  types: exact(z.record(z.string(), listOf(TypedDataField))),
  primaryType: Text,
  message: OpenObject,
});

export const TypedData: ExactSchema<t.TypedData> = record(typedDataFields);

/**
 * Metadata in a response. The contract says that values are strings. Other values are accepted, so
 * that one record does not make a whole page invalid.
 */
export const StoredMetadata = typedAs<Metadata>(eitherOf(OpenObject, Text));

/** Typed data, or `{}` for none. Not a union: Zod would then report the fields that are present. */
const PartialTypedData: ExactSchema<Partial<t.TypedData>> = record(
  () => {
    const { domain, types, primaryType, message } = typedDataFields();
    return {
      domain: optional(domain),
      types: optional(types),
      primaryType: optional(primaryType),
      message: optional(message),
    };
  },
  (data, report) => {
    if (Object.keys(data).length === 0) return;
    for (const field of ["domain", "types", "primaryType", "message"] as const) {
      if (data[field] === undefined) report([field], "a value: typed data has one");
    }
  },
);
export const TypedDataOrNone = typedAs<t.TypedData>(PartialTypedData);

export const CurrencyAmounts: ExactSchema<Amounts> = record(
  () => Object.fromEntries(currencies.map((currency) => [currency, maybe(Text)])) as Shape<Amounts>,
);

export const Deployment: ExactSchema<t.Deployment> = record(() => ({
  chain: maybe(Chain),
  deployed: maybe(Flag),
}));

/** The additional fee of a request. */
export const ExtraFee: ExactSchema<t.ExtraFee> = request(() => ({
  percentage: numberFrom(0, 100),
  toAddress: EvmAddress,
}));
/** The additional fee in a response. */
export const AppliedExtraFee: ExactSchema<t.AppliedExtraFee> = record(() => ({
  percentage: maybe(Num),
  toAddress: maybe(AddressText),
}));

export const GasFeePaymentMethod = oneOf("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT");
