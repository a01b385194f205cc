import { bitcoinAddressPattern } from "../contract/bitcoin-address.js";
import type { ProxyInput } from "./types.js";

/** An address in a request, and the names of the fields that lead to it. */
interface Mention {
  readonly path: readonly string[];
  readonly address: string;
}

const evmAddress = /^0x[0-9a-fA-F]{40}$/;
/** What is no account, by the name of its field: a token, the contract that makes wallets, and a user's own notes. */
const noAccount = /(?:^t|T)oken(?:In|Out|[01]|Address|sAddresses)?$|^factory$|^metadata(?:Key|Value)?$/;

/** Everything in an input that has the form of an address, but for tokens and the like. It goes by form, so that no field can be forgotten. */
export function mentions({ params, query, body }: ProxyInput): Mention[] {
  const found: Mention[] = [];
  const todo: { value: unknown; path: readonly string[] }[] = [{ value: { params, query, body }, path: [] }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      const isEvm = evmAddress.test(value);
      if (isEvm || bitcoinAddressPattern.test(value)) found.push({ path, address: isEvm ? value.toLowerCase() : value });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) if (!noAccount.test(name)) todo.push({ value: inner, path: [...path, name] });
    }
  }
  return found;
}
