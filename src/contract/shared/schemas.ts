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
import { maybe, openWord, optional, record, request, type Schema } from "./schema.js";
import type * as t from "./types.js";

/** An address in an answer: read as it comes, in any case. */
export const AddressText = Text as Schema<Address>;
/** Hex in an answer. */
export const HexText = Text as Schema<Hex>;

export const Chain = record<t.Chain>(() => ({ id: Num, name: maybe(Text), logo: maybe(Text) }));

export const Token = record<t.Token>(() => ({
  name: maybe(Text),
  symbol: maybe(Text),
  decimals: maybe(Num),
  address: maybe(Text),
  logoURL: maybe(Text),
}));

export const Fee = record<t.Fee>(() => ({
  amount: maybe(Text),
  token: maybe(Text),
  toAddress: maybe(Text),
  type: maybe(openWord<"GAS">()),
  percentage: maybe(Text),
}));

export const GasEstimate = record<t.GasEstimate>(() => ({
  payGasFeeToken: maybe(Text),
  maxGasFeeToken: maybe(Text),
  gasFeeTokenAmount: maybe(Text),
  gasFeeTokenAmountUSD: maybe(Text),
  maxGasFeeNative: maybe(Text),
}));

export const Authorization = record<t.Authorization>(() => ({
  chainId: maybe(eitherOf(Num, Text)),
  address: maybe(AddressText),
  nonce: maybe(eitherOf(Num, Text)),
  hash: maybe(HexText),
}));

export const RevertReason = record<t.RevertReason>(() => ({
  decoded: maybe(Text),
  raw: maybe(Text),
  utf8: maybe(Text),
}));

export const ExplorerLink = record<t.ExplorerLink>(() => ({
  hash: maybe(Text),
  explorerURL: maybe(Text),
  explorer: maybe(Text),
}));

export const TypedDataDomain = record<t.TypedDataDomain>(() => ({
  name: maybe(Text),
  version: maybe(Text),
  chainId: maybe(eitherOf(Num, Text)),
  verifyingContract: maybe(Text),
  salt: maybe(Text),
}));

export const TypedDataField = record<t.TypedDataField>(() => ({ name: Text, type: Text }));

const typedDataFields = () => ({
  domain: TypedDataDomain,
  types: z.record(z.string(), listOf(TypedDataField)) as unknown as Schema<
    Record<string, t.TypedDataField[]>
  >,
  primaryType: Text,
  message: z.record(z.string(), z.unknown()) as unknown as Schema<Record<string, unknown>>,
});

export const TypedData = record<t.TypedData>(typedDataFields);

/**
 * Metadata in an answer. The contract promises strings; what was stored by other means must not make a whole listing unreadable, so other
 * forms pass as they came.
 */
export const StoredMetadata = eitherOf(OpenObject, Text) as Schema<unknown> as Schema<Metadata>;

/** Typed data where the service may also send `{}` for "none". Not a union: Zod would then blame the fields that are there. */
export const TypedDataOrNone = record<Partial<t.TypedData>>(
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
) as Schema<t.TypedData>;

export const CurrencyAmounts: Schema<Amounts> = record<Amounts>(
  () => Object.fromEntries(currencies.map((currency) => [currency, maybe(Text)])) as never,
);

export const Deployment = record<t.Deployment>(() => ({
  chain: maybe(Chain),
  deployed: maybe(Flag),
}));

/** In requests. */
export const ExtraFee = request<t.ExtraFee>(() => ({
  percentage: numberFrom(0, 100),
  toAddress: EvmAddress,
}));
/** As echoed in answers. */
export const AppliedExtraFee = record<t.AppliedExtraFee>(() => ({
  percentage: maybe(Num),
  toAddress: maybe(AddressText),
}));

export const GasFeePaymentMethod = oneOf("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT");
