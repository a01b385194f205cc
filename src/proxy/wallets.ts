import { bitcoinAddressPattern } from "../shared/bitcoin-pattern.js";
import { integerPattern } from "../shared/patterns.js";
import type { ProxyInput } from "./types.js";

/**
 * The wallet that a call acts on: the `walletAddress` or `walletId` of its path or body. EVM
 * addresses are returned in lower case, so store those of your sessions in lower case too.
 *
 * Undefined if the call names no wallet, as in `tokens.list`. This includes operations that use a
 * hash or an id: `operations.execute`, limit-order cancellations, fiat orders and identity checks.
 * Only your own records can map those to a user. The same is true for the `individualId` of a swap
 * or a tax export. This function does not return receivers: see {@link walletsOf}.
 *
 * @example
 * ```ts
 * import { walletOf } from "bursar/proxy";
 *
 * const walletAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
 * const call = {
 *   operation: "wallets.portfolio",
 *   input: { params: { walletAddress }, query: {}, body: undefined },
 * };
 * console.log(walletOf(call)); // 0x52908400098527886e0f7030069857d2e4169ee7
 * ```
 */
export function walletOf(call: { readonly input: ProxyInput }): string | undefined {
  const found = findAddresses(call.input).filter(
    ({ field, depth }) => depth === 2 && /^wallet(?:Address|Id)$/.test(field),
  );
  const [first, ...others] = new Set(found.map(({ address }) => address));
  // Two different wallets are ambiguous. No operation of the contract names two.
  return others.length === 0 ? first : undefined;
}

/**
 * Every account that a call names, without duplicates: the acting wallet, the owner, the receivers
 * of money and fees. EVM addresses are returned in lower case. Tokens, factories and metadata are
 * ignored. Ids and hashes are not addresses, so an empty list does not mean that the call affects
 * no account.
 *
 * @example
 * ```ts
 * import { walletsOf } from "bursar/proxy";
 *
 * const own = "0x1111111111111111111111111111111111111111";
 * const body = { walletAddress: own, toAddress: "0x2222222222222222222222222222222222222222" };
 * const call = { operation: "swap.quote", input: { params: {}, query: {}, body } };
 * const foreign = walletsOf(call).filter((wallet) => wallet !== own);
 * console.log(foreign); // [ '0x2222222222222222222222222222222222222222' ]
 * ```
 */
export function walletsOf(call: { readonly input: ProxyInput }): string[] {
  return [...new Set(findAddresses(call.input).map(({ address }) => address))];
}

interface FoundAddress {
  /** The field that has it, or its list. */
  readonly field: string;
  /** 2 in the path, the query or the body itself. */
  readonly depth: number;
  readonly address: string;
}

/** Accepts more spellings than the contract: some fields have no documented form. */
const evmAddress = /^0x[0-9a-f]{40}$/i;
/** Names of fields with a token. An object with such a name may still contain accounts. */
const tokenName = /(?:^t|T)oken(?:In|Out|[01]|Address|sAddresses)?$/;
/** Fields without accounts at any depth: the contract that creates wallets, and metadata. */
const ignoredName = /^factory$|^metadata(?:Key|Value)?$/;

/** Finds addresses by their form and not by field names, so that new fields are covered. */
function findAddresses({ params, query, body }: ProxyInput): FoundAddress[] {
  const found: FoundAddress[] = [];
  const addIfAddress = (text: string, field: string, depth: number) => {
    const value = text.trim();
    const isEvm = evmAddress.test(value);
    if (isEvm || bitcoinAddressPattern.test(value))
      found.push({ field, depth, address: isEvm ? value.toLowerCase() : value });
  };
  const pending: { value: unknown; field: string; depth: number }[] = [
    { value: { params, query, body }, field: "", depth: 0 },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, field, depth } = next;
    if (typeof value === "string") {
      if (!tokenName.test(field)) addIfAddress(value, field, depth);
    } else if (Array.isArray(value)) {
      for (const inner of value) pending.push({ value: inner, field, depth: depth + 1 });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        addIfAddress(name, name, depth + 1);
        const fieldOf = integerPattern.test(name) ? field : name;
        if (!ignoredName.test(name))
          pending.push({ value: inner, field: fieldOf, depth: depth + 1 });
      }
    }
  }
  return found;
}
