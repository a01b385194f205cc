import * as z from "zod/mini";
import { isMissing, isNone } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { ChainId } from "./chains/chain-ids.js";
import { isChainId } from "./chains/is-chain-id.js";
import { type CurrencyAmounts as Amounts, currencies } from "./currencies.js";
import {
  anyAddressExpected,
  anyAddressPattern,
  Decimal,
  EvmAddress,
  eitherOf,
  evmAddressExpected,
  evmAddressPattern,
  Flag,
  Hash,
  listOf,
  type Metadata,
  mapOf,
  Num,
  numberFrom,
  OpenObject,
  oneOf,
  signaturePattern,
  Text,
  text,
  tokenPattern,
} from "./primitives.js";
import {
  type CrossFieldRule,
  type ExactSchema,
  lazy,
  maybe,
  openWord,
  record,
  request,
  type Schema,
  type Shape,
  typedAs,
  withRule,
} from "./schema.js";
import type * as t from "./types.js";

/** An EVM address in a response. Its letter case is not checked. */
export const AddressText: ExactSchema<Address> = lazy(() =>
  text<Address>(evmAddressPattern, evmAddressExpected),
);
/** The address of a wallet on any chain, in a response. */
export const AnyAddressText: ExactSchema<string> = lazy(() =>
  text(anyAddressPattern, anyAddressExpected),
);
/** A token in a response. On Bitcoin it may be another word than an EVM address. */
export const TokenText: ExactSchema<Address> = lazy(() =>
  text<Address>(tokenPattern, evmAddressExpected),
);
/** Whether a chain is one of the nine EVM chains. Nothing is known of the addresses on others. */
export const isEvmChainId = (id: unknown): boolean => id !== 0 && isChainId(id);

/** Reports a token of a known EVM chain that is no EVM address. */
export function checkTokenOfChain(
  chainId: unknown,
  [field, token]: readonly [field: string, token: unknown],
  report: (path: PropertyKey[], expected: string) => void,
): void {
  if (typeof token === "string" && token && !token.startsWith("0x") && isEvmChainId(chainId))
    report([field], evmAddressExpected);
}

/** Reports an address on a known EVM chain that is no EVM address. Others have any form. */
export const checkAddressOfChain: CrossFieldRule<{ address: string; chain: t.Chain }> = (
  { address, chain },
  report,
) => {
  const isOther = typeof address === "string" && address && !evmAddressPattern.test(address);
  if (isOther && isEvmChainId(chain?.id)) report(["address"], evmAddressExpected);
};

/** Hex in a response. */
export const HexText: ExactSchema<Hex> = lazy(() =>
  text<Hex>(signaturePattern, "hex: 0x and whole bytes"),
);

/** A chain in a response. An unknown number is kept, and reported as drift. */
export const ChainIdNumber: ExactSchema<ChainId> = lazy(() =>
  typedAs<ChainId>(
    z.number().check(z.refine(isChainId, { error: "a known chain id", params: { drift: true } })),
  ),
);

export const Chain: ExactSchema<t.Chain> = record(
  () => ({
    id: ChainIdNumber,
    name: Text,
    logo: Text,
  }),
  { essential: { fields: ["id"] } },
);

export const Token: ExactSchema<t.Token> = record(() => ({
  name: Text,
  symbol: Text,
  decimals: Num,
  address: TokenText,
  logoURL: Text,
}));

export const Fee: ExactSchema<t.Fee> = record(() => ({
  amount: Decimal,
  token: TokenText,
  toAddress: maybe(Text),
  type: openWord<"GAS">(),
  percentage: Decimal,
}));

export const GasEstimate: ExactSchema<t.GasEstimate> = record(() => ({
  payGasFeeToken: TokenText,
  maxGasFeeToken: Decimal,
  gasFeeTokenAmount: Decimal,
  gasFeeTokenAmountUSD: Decimal,
  maxGasFeeNative: Decimal,
}));

export const Authorization: ExactSchema<t.Authorization> = record(() => ({
  chainId: maybe(eitherOf(Num, Text)),
  address: maybe(AddressText),
  nonce: maybe(eitherOf(Num, Text)),
  hash: maybe(Hash),
}));

/**
 * A record, or `{}` for none. Not a union: Zod would then report the fields that are present
 * instead of those that are missing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function recordOrNone<T extends object>(fields: () => Shape<T>): ExactSchema<T> {
  return lazy(() => {
    const shape = Object.entries<Schema<unknown>>(fields());
    const required = shape.filter(([, field]) => field._zod.optin !== "optional");
    const object = z.looseObject(
      Object.fromEntries(shape.map(([name, field]) => [name, z.nullish(field)])),
    );
    return withRule<Record<string, unknown>>(object, (value, report) => {
      if (isNone(value)) return;
      for (const [name] of required)
        if (isMissing(value[name])) report([name], "a value, because the object is not empty");
    }) as Schema<unknown> as Schema<T>;
  });
}

/** Why something cannot be executed, or `{}` for none. */
export const RevertReason: ExactSchema<t.RevertReason> = recordOrNone(() => ({
  decoded: Text,
  raw: Text,
  utf8: Text,
}));

export const ExplorerLink: ExactSchema<t.ExplorerLink> = record(() => ({
  hash: Text,
  explorerURL: Text,
  explorer: Text,
}));

export const TypedDataDomain: ExactSchema<t.TypedDataDomain> = record(() => ({
  name: Text,
  version: Text,
  chainId: eitherOf(Num, Text),
  verifyingContract: Text,
  salt: maybe(Text),
}));

export const TypedDataField: ExactSchema<t.TypedDataField> = record(() => ({
  name: Text,
  type: Text,
}));

const typedDataFields = () => ({
  domain: TypedDataDomain,
  types: mapOf(listOf(TypedDataField)),
  primaryType: Text,
  message: OpenObject,
});

/** Typed data that a call exists for. */
export const TypedData: ExactSchema<t.TypedData> = record(typedDataFields, {
  essential: { fields: ["domain", "types", "primaryType", "message"] },
});

/** Typed data, or `{}` for none. */
export const TypedDataOrNone: ExactSchema<t.TypedData> = recordOrNone(typedDataFields);

/** Metadata in a response. Its size is not checked. */
export const StoredMetadata: ExactSchema<Metadata> = lazy(() => mapOf(Text));

export const CurrencyAmounts: ExactSchema<Amounts> = record(
  () => Object.fromEntries(currencies.map((currency) => [currency, maybe(Text)])) as Shape<Amounts>,
);

export const Deployment: ExactSchema<t.Deployment> = record(() => ({
  chain: Chain,
  deployed: Flag,
}));

/** The additional fee of a request. */
export const ExtraFee: ExactSchema<t.ExtraFee> = request(() => ({
  percentage: numberFrom(0, 100),
  toAddress: EvmAddress,
}));
/** The additional fee in a response. */
export const AppliedExtraFee: ExactSchema<t.AppliedExtraFee> = record(() => ({
  percentage: Num,
  toAddress: AddressText,
}));

export const GasFeePaymentMethod = oneOf("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT");
